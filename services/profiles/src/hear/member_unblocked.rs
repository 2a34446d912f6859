use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::MemberUnblocked;

use super::id;
use crate::store::blocks;

/// Forgets a block, unless it was made again since.
#[derive(Debug)]
pub(crate) struct MemberUnblockedHandler;

impl Handler for MemberUnblockedHandler {
    type Event = MemberUnblocked;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MemberUnblocked,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let by: MemberId = id(&event.blocker_id, "blocker_id")?;
        let whom: MemberId = id(&event.blocked_id, "blocked_id")?;
        blocks::remove(&mut **tx, (by, whom), about.time).await?;
        Ok(())
    }
}
