//! A deleted account was taken back.

use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountReactivated;

use super::id;
use crate::store::members;

/// Sends its member mails again.
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
        members::mark_present(tx, member).await?;
        Ok(())
    }
}
