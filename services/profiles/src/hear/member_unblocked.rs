use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::MemberUnblocked;

use super::id;
use crate::store::blocks;

/// Forgets a block, unless it was made again since; matching has usually told it by call before.
#[derive(Debug)]
pub(crate) struct MemberUnblockedHandler;

impl Handler for MemberUnblockedHandler {
    type Event = MemberUnblocked;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MemberUnblocked,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let by: MemberId = id(&event.blocker_id, "blocker_id")?;
        let whom: MemberId = id(&event.blocked_id, "blocked_id")?;
        blocks::set(&mut **tx, (by, whom), false, event.decision).await?;
        Ok(())
    }
}
