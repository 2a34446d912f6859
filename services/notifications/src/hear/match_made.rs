//! Two members like each other.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::matching::v1::MatchMade;

use super::id;
use crate::{
    kind::Kind,
    store::{news, pushes},
    tell::{News, Waits},
};

/// Queues news of the match for who liked first. Who liked last was told by the answer to that like.
#[derive(Debug)]
pub(crate) struct MatchMadeHandler {
    pub clock: Clock,
    pub waits: Waits,
}

impl Handler for MatchMadeHandler {
    type Event = MatchMade;

    async fn handle(&self, tx: &mut Tx, event: MatchMade, about: &Envelope) -> Result<(), Trouble> {
        let first: MemberId = id(&event.first_id, "first_id")?;
        let second: MemberId = id(&event.second_id, "second_id")?;
        let now = self.clock.now();
        // The likes it is made of are told by it.
        news::mark_mailed(tx, first, &[second.get()], now).await?;
        news::mark_mailed(tx, second, &[first.get()], now).await?;
        pushes::settle(tx, second, first.get()).await?;
        let news = News {
            event: about.id,
            member: first,
            site: id(&event.site_id, "site_id")?,
            kind: Kind::Match,
            about: second.get(),
            other: second,
        };
        self.waits.tell(tx, &[news], now).await?;
        Ok(())
    }
}
