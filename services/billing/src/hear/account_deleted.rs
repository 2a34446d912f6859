//! A deleted member buys and spends nothing.

use kit::{Envelope, Handler, MemberId, SiteId, Trouble, Tx};
use proto::accounts::v1::AccountDeleted;

use super::id;
use crate::store::members;

/// Locks the member's money until the account is taken back.
#[derive(Debug)]
pub(crate) struct AccountDeletedHandler;

impl Handler for AccountDeletedHandler {
    type Event = AccountDeleted;

    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountDeleted,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        let site: SiteId = id(&event.site_id, "site_id")?;
        members::ensure(tx, member, site).await?;
        members::set_deleted(tx, member, Some(about.time)).await?;
        Ok(())
    }
}
