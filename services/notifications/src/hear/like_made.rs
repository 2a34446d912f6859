//! Somebody likes a member.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::LikeMade;

use super::id;
use crate::{
    kind::Kind,
    store::news,
    tell::{News, Waits},
};

/// Counts the like as new, and queues news of it.
#[derive(Debug)]
pub(crate) struct LikeMadeHandler {
    pub clock: Clock,
    pub waits: Waits,
}

impl Handler for LikeMadeHandler {
    type Event = LikeMade;

    async fn handle(&self, tx: &mut Tx, event: LikeMade, about: &Envelope) -> Result<(), Trouble> {
        let member: MemberId = id(&event.liked_id, "liked_id")?;
        let other: MemberId = id(&event.liker_id, "liker_id")?;
        let now = self.clock.now();
        news::insert_like(tx, (member, other), now).await?;
        let news = News {
            event: about.id,
            member,
            site: id(&event.site_id, "site_id")?,
            kind: Kind::Like,
            about: other.get(),
            other,
        };
        self.waits.tell(tx, &[news], now).await?;
        Ok(())
    }
}
