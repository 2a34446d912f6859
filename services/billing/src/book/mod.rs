//! What is booked together, inside the caller's transaction. The member is locked in all of it.

mod payment;
mod refund;
mod spend;

pub(crate) use payment::{ended, paid, quarantined, troubled};
pub(crate) use refund::{charged_back, collect, paid_back, refund_sent, withdrawn};
pub(crate) use spend::settle;

use kit::{Chance, Tx};
use proto::billing::v1::{CreditsChanged, PremiumRevoked};
use time::OffsetDateTime;

use crate::store::{
    ledger,
    members::{self, Member},
    orders,
};

/// Ids and the time for what is booked.
pub(crate) type Pen<'a> = (&'a Chance, OffsetDateTime);

/// Tells the world what the member has now.
pub(crate) async fn tell_credits(tx: &mut Tx, member: &Member) -> sqlx::Result<()> {
    let revision = members::revise(tx, member.id).await?;
    let balances = ledger::balances(&mut **tx, member.id).await?;
    tx.emit(&CreditsChanged {
        member_id: member.id.to_string(),
        site_id: member.site.to_string(),
        revision,
        available: balances.free.total(),
        leased: balances.held.total(),
    })
    .await
}

/// Takes premium back from a member of whose money nothing was kept.
async fn check_premium(tx: &mut Tx, member: &Member) -> sqlx::Result<()> {
    if member.premium_since.is_none() || orders::has_paid(&mut **tx, member.id).await? {
        return Ok(());
    }
    members::set_premium(tx, member.id, None).await?;
    tx.emit(&PremiumRevoked {
        member_id: member.id.to_string(),
        site_id: member.site.to_string(),
    })
    .await
}
