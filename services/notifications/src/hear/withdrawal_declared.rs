//! A member has withdrawn from a purchase.

use kit::{Clock, Envelope, Handler, Trouble, Tx};
use proto::billing::v1::WithdrawalDeclared;

use super::{Whose, queue_receipt};
use crate::{kind::Kind, receipt::Receipt};

/// Queues the receipt of the declaration: the law wants it without delay, on a durable medium, with
/// the content and the time (directive 2011/83/EU, article 11a).
#[derive(Debug)]
pub(crate) struct WithdrawalDeclaredHandler {
    pub clock: Clock,
}

impl Handler for WithdrawalDeclaredHandler {
    type Event = WithdrawalDeclared;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: WithdrawalDeclared,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let whose = Whose::read(&event.member_id, &event.site_id)?;
        Receipt::try_from(event.clone()).map_err(|error| Trouble::Park(error.into()))?;
        let now = self.clock.now();
        queue_receipt(tx, (Kind::Withdrawal, about.id), (&event, whose), now).await
    }
}
