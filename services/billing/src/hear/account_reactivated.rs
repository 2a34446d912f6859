//! A deleted member came back.

use kit::{Envelope, Handler, MemberId, SiteId, Trouble, Tx};
use proto::accounts::v1::AccountReactivated;

use super::id;
use crate::store::members;

/// Unlocks the member's money.
#[derive(Debug)]
pub(crate) struct AccountReactivatedHandler;

impl Handler for AccountReactivatedHandler {
    type Event = AccountReactivated;

    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountReactivated,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        let site: SiteId = id(&event.site_id, "site_id")?;
        members::ensure(tx, member, site).await?;
        members::set_deleted(tx, member, None).await?;
        Ok(())
    }
}
