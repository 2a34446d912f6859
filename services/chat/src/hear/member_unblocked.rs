//! A block was lifted.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::matching::v1::MemberUnblocked;

use super::id;
use crate::{pair::Pair, store::blocks};

/// Mostly known already: matching tells it by call before. A later decision wins.
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
        let pair = Pair {
            me: id(&event.blocker_id, "blocker_id")?,
            other: id(&event.blocked_id, "blocked_id")?,
        };
        blocks::set(&mut **tx, pair, false, event.decision).await?;
        Ok(())
    }
}
