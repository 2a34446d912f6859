//! An account is deleted, for now.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::accounts::v1::AccountDeleted;

use super::id;
use crate::store::{members, purses};

/// Its conversations become read-only; its purse goes back to billing by the job that closes purses.
#[derive(Debug)]
pub(crate) struct AccountDeletedHandler;

impl Handler for AccountDeletedHandler {
    type Event = AccountDeleted;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountDeleted,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let who = (
            id(&event.site_id, "site_id")?,
            id(&event.member_id, "member_id")?,
        );
        members::set_deleted(tx, who, true).await?;
        purses::close(&mut **tx, who.1).await?;
        Ok(())
    }
}
