//! Books the credits that a site gives for signing up, once for each member.

use crate::{
    api::Api,
    book,
    fault::Fault,
    ledger::Booking,
    store::{ledger, members},
};

use kit::{MemberId, SiteId};

/// Members in one round.
const BATCH: i64 = 200;

/// Books every bonus that is due.
pub(crate) async fn run(api: &Api) -> anyhow::Result<()> {
    for (member, site) in members::bonuses_due(api.db.pool(), BATCH).await? {
        if let Err(error) = give(api, member, site).await {
            tracing::warn!(member.id = %member, %error, "bonus is booked later");
        }
    }
    Ok(())
}

async fn give(api: &Api, member: MemberId, site: SiteId) -> Result<(), Fault> {
    let credits = api.sites.get(site).await?.signup_credits;
    let mut tx = api.db.begin().await?;
    let known = members::lock(&mut tx, member).await?;
    let due = members::bonus_given(&mut tx, member).await?;
    if let Some(known) = known.filter(|_| due && credits > 0) {
        let booking = Booking::bonus(&format!("signup:{member}"), credits);
        let pen = (&api.chance, api.clock.now());
        ledger::post(&mut tx, member, &[booking], pen).await?;
        book::tell_credits(&mut tx, &known).await?;
    }
    Ok(tx.commit().await?)
}
