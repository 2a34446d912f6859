//! A member's sessions ended.

use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::SessionsEnded;

use super::id;
use crate::store::push_subscriptions;

/// Tells no browser any more when all have ended, as with a new password: one of them may be in
/// other hands. A browser subscribes again with its member's next login.
#[derive(Debug)]
pub(crate) struct SessionsEndedHandler;

impl Handler for SessionsEndedHandler {
    type Event = SessionsEnded;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: SessionsEnded,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        if event.session_ids.is_empty() {
            push_subscriptions::forget(tx, member, about.time).await?;
        }
        Ok(())
    }
}
