//! A member was written to.

use kit::{Clock, Envelope, Handler, Trouble, Tx};
use proto::chat::v1::MessageSent;

use super::id;
use crate::{
    kind::Kind,
    store::news::{self, Unread},
    tell::{News, Waits},
};

/// Counts the message as unread, and queues news of it.
#[derive(Debug)]
pub(crate) struct MessageSentHandler {
    pub clock: Clock,
    pub waits: Waits,
}

impl Handler for MessageSentHandler {
    type Event = MessageSent;

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
        let (mut messages, mut news) = (Vec::new(), Vec::new());
        for (event, about) in &events {
            let message = unread(event)?;
            messages.push(message);
            news.push(News {
                event: about.id,
                member: message.member,
                site: id(&event.site_id, "site_id")?,
                kind: if event.first {
                    Kind::NewConversation
                } else {
                    Kind::NewMessage
                },
                about: message.conversation,
                other: message.sender,
            });
        }
        let now = self.clock.now();
        news::insert_messages(tx, &messages, now).await?;
        self.waits.tell(tx, &news, now).await?;
        Ok(())
    }
}

fn unread(event: &MessageSent) -> Result<Unread, Trouble> {
    Ok(Unread {
        member: id(&event.recipient_id, "recipient_id")?,
        sender: id(&event.sender_id, "sender_id")?,
        conversation: id(&event.conversation_id, "conversation_id")?,
        sequence: event.sequence,
    })
}
