//! Somebody was shut out.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::matching::v1::MemberBlocked;

use super::id;
use crate::{pair::Pair, store::blocks};

/// Mostly known already: matching tells it by call before. A later decision wins.
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
        let pair = Pair {
            me: id(&event.blocker_id, "blocker_id")?,
            other: id(&event.blocked_id, "blocked_id")?,
        };
        blocks::set(&mut **tx, pair, true, event.decision).await?;
        Ok(())
    }
}
