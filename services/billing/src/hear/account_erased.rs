//! Personal data must go everywhere; the ledger stays, for the tax office, without a person.

use kit::{Envelope, Handler, MemberId, SiteId, Trouble, Tx};
use proto::accounts::v1::AccountErased;

use super::id;
use crate::store::members;

/// Erases what tells of the person.
#[derive(Debug)]
pub(crate) struct AccountErasedHandler;

impl Handler for AccountErasedHandler {
    type Event = AccountErased;

    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountErased,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        let site: SiteId = id(&event.site_id, "site_id")?;
        members::ensure(tx, member, site).await?;
        members::erase(tx, member, about.time).await?;
        Ok(())
    }
}
