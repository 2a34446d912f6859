//! An account is hidden and will be erased.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountDeleted;

use super::id;
use crate::store::{mail_jobs, members, pushes};

/// Sends nothing more to its member, but the mail with the way back and a warning.
#[derive(Debug)]
pub(crate) struct AccountDeletedHandler {
    pub clock: Clock,
}

impl Handler for AccountDeletedHandler {
    type Event = AccountDeleted;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountDeleted,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        let now = self.clock.now();
        members::mark_deleted(tx, member, now).await?;
        mail_jobs::silence(tx, member, now).await?;
        pushes::silence(tx, member).await?;
        Ok(())
    }
}
