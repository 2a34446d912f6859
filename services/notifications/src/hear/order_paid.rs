//! A member has paid for credits.

use kit::{Clock, Envelope, Handler, Trouble, Tx};
use proto::billing::v1::OrderPaid;

use super::{Whose, queue_receipt};
use crate::{kind::Kind, receipt::Receipt};

/// Queues the receipt.
#[derive(Debug)]
pub(crate) struct OrderPaidHandler {
    pub clock: Clock,
}

impl Handler for OrderPaidHandler {
    type Event = OrderPaid;

    async fn handle(&self, tx: &mut Tx, event: OrderPaid, about: &Envelope) -> Result<(), Trouble> {
        if event.paid_at.is_none() {
            // Told before there were receipts, and heard again from the start of the topic.
            return Ok(());
        }
        let whose = Whose::read(&event.member_id, &event.site_id)?;
        Receipt::try_from(event.clone()).map_err(|error| Trouble::Park(error.into()))?;
        let now = self.clock.now();
        queue_receipt(tx, (Kind::Purchase, about.id), (&event, whose), now).await
    }
}
