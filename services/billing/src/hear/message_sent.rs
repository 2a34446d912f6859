//! A paid message is settled from the lease that chat took its price from.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::chat::v1::MessageSent;

use super::id;
use crate::{
    ledger::SpendKind,
    store::spends::{self, Sent, Spend},
};

/// Notes what a message cost, once for each message; the settle job books it in batches.
#[derive(Debug)]
pub(crate) struct MessageSentHandler;

impl Handler for MessageSentHandler {
    type Event = MessageSent;

    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MessageSent,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        self.handle_all(tx, vec![(event, about)]).await
    }

    async fn handle_all(
        &self,
        tx: &mut Tx,
        events: Vec<(MessageSent, &Envelope)>,
    ) -> Result<(), Trouble> {
        let paid: Vec<(Sent, Spend)> = events
            .iter()
            .filter(|(event, _)| event.price > 0)
            .map(|(event, about)| Ok((sent(event, about)?, spend(event)?)))
            .collect::<Result<_, Trouble>>()?;
        if !paid.is_empty() {
            spends::insert(tx, &paid).await?;
        }
        Ok(())
    }
}

fn sent(event: &MessageSent, about: &Envelope) -> Result<Sent, Trouble> {
    Ok(Sent {
        site: id(&event.site_id, "site_id")?,
        member: id(&event.sender_id, "sender_id")?,
        at: about.time,
    })
}

fn spend(event: &MessageSent) -> Result<Spend, Trouble> {
    Ok(Spend {
        message: id(&event.message_id, "message_id")?,
        lease: id(&event.lease_id, "lease_id")?,
        kind: match event.kind.as_str() {
            "photo" => SpendKind::Photo,
            "gift" => SpendKind::Gift,
            _ => SpendKind::Message,
        },
        credits: event.price,
    })
}
