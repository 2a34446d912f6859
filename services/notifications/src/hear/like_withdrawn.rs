//! Somebody likes a member no more.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::LikeWithdrawn;

use super::id;
use crate::store::{mail_jobs, news, pushes};

/// Tells no more of the like; a match ends with it, for both.
#[derive(Debug)]
pub(crate) struct LikeWithdrawnHandler {
    pub clock: Clock,
}

impl Handler for LikeWithdrawnHandler {
    type Event = LikeWithdrawn;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: LikeWithdrawn,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.liked_id, "liked_id")?;
        let other: MemberId = id(&event.liker_id, "liker_id")?;
        news::delete_like(tx, (member, other)).await?;
        let now = self.clock.now();
        for (one, two) in [(member, other), (other, member)] {
            mail_jobs::withdraw(tx, one, two.get(), now).await?;
        }
        pushes::settle(tx, member, other.get()).await?;
        // The other's like stands, and so does the news of it.
        pushes::unmatch(tx, other, member.get()).await?;
        Ok(())
    }
}
