//! A deleted account was taken back.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::accounts::v1::AccountReactivated;

use super::id;
use crate::store::members;

/// Its conversations go on.
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
        let who = (
            id(&event.site_id, "site_id")?,
            id(&event.member_id, "member_id")?,
        );
        members::set_deleted(tx, who, false).await?;
        Ok(())
    }
}
