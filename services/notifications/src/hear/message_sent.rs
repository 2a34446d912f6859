//! A member was written to.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::chat::v1::MessageSent;
use uuid::Uuid;

use super::id;
use crate::{
    kind::Kind,
    store::news,
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
        let conversation: Uuid = id(&event.conversation_id, "conversation_id")?;
        let recipient: MemberId = id(&event.recipient_id, "recipient_id")?;
        let sender: MemberId = id(&event.sender_id, "sender_id")?;
        let now = self.clock.now();
        news::insert_message(tx, (recipient, sender), (conversation, event.sequence), now).await?;
        let news = News {
            event: about.id,
            member: recipient,
            site: id(&event.site_id, "site_id")?,
            kind: if event.first {
                Kind::NewConversation
            } else {
                Kind::NewMessage
            },
            about: conversation,
            other: sender,
        };
        self.waits.tell(tx, &news, now).await?;
        Ok(())
    }
}
