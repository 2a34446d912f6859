//! A member has seen who likes them.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::LikeSeen;

use super::id;
use crate::store::{mail_jobs, news, pushes};

/// Tells no more of the like, nor of the match that came of it.
#[derive(Debug)]
pub(crate) struct LikeSeenHandler {
    pub clock: Clock,
}

impl Handler for LikeSeenHandler {
    type Event = LikeSeen;

    async fn handle(&self, tx: &mut Tx, event: LikeSeen, _about: &Envelope) -> Result<(), Trouble> {
        let member: MemberId = id(&event.liked_id, "liked_id")?;
        let other: MemberId = id(&event.liker_id, "liker_id")?;
        news::delete_like(tx, (member, other)).await?;
        mail_jobs::settle(tx, member, other.get(), self.clock.now()).await?;
        pushes::settle(tx, member, other.get()).await?;
        Ok(())
    }
}
