//! A member has shut another out.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::MemberBlocked;

use super::id;
use crate::store::{mail_jobs, news, pushes};

/// Tells neither of the other any more. Likes between them ended with the block; unread messages
/// are kept, and not counted while profiles shows neither to the other.
#[derive(Debug)]
pub(crate) struct MemberBlockedHandler {
    pub clock: Clock,
}

impl Handler for MemberBlockedHandler {
    type Event = MemberBlocked;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MemberBlocked,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let blocker: MemberId = id(&event.blocker_id, "blocker_id")?;
        let shut_out: MemberId = id(&event.blocked_id, "blocked_id")?;
        let now = self.clock.now();
        for pair in [(blocker, shut_out), (shut_out, blocker)] {
            news::delete_like(tx, pair).await?;
            mail_jobs::part(tx, pair, now).await?;
            pushes::part(tx, pair).await?;
        }
        Ok(())
    }
}
