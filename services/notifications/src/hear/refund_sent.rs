//! Money is on its way back to a member.

use kit::{Clock, Envelope, Handler, Trouble, Tx};
use proto::billing::v1::RefundSent;

use super::{Whose, queue_receipt};
use crate::{kind::Kind, receipt::Receipt};

/// Queues the mail that tells so.
#[derive(Debug)]
pub(crate) struct RefundSentHandler {
    pub clock: Clock,
}

impl Handler for RefundSentHandler {
    type Event = RefundSent;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: RefundSent,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let whose = Whose::read(&event.member_id, &event.site_id)?;
        Receipt::try_from(event.clone()).map_err(|error| Trouble::Park(error.into()))?;
        let now = self.clock.now();
        queue_receipt(tx, (Kind::Refund, about.id), (&event, whose), now).await
    }
}
