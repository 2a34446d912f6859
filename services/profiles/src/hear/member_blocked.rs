use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::MemberBlocked;

use super::id;
use crate::store::blocks;

/// Remembers a block; matching has usually told it by call before.
#[derive(Debug)]
pub(crate) struct MemberBlockedHandler;

impl Handler for MemberBlockedHandler {
    type Event = MemberBlocked;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MemberBlocked,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let by: MemberId = id(&event.blocker_id, "blocker_id")?;
        let whom: MemberId = id(&event.blocked_id, "blocked_id")?;
        blocks::set(&mut **tx, (by, whom), true, event.decision).await?;
        Ok(())
    }
}
