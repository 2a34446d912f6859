//! A member has read a conversation up to a message.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::chat::v1::ConversationRead;
use uuid::Uuid;

use super::{id, seen_conversation};
use crate::store::news;

/// Tells no more of what is read; the next message may be told again.
#[derive(Debug)]
pub(crate) struct ConversationReadHandler {
    pub clock: Clock,
}

impl Handler for ConversationReadHandler {
    type Event = ConversationRead;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: ConversationRead,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let conversation: Uuid = id(&event.conversation_id, "conversation_id")?;
        let reader: MemberId = id(&event.reader_id, "reader_id")?;
        let all = news::read(tx, reader, conversation, Some(event.sequence)).await?;
        if all {
            seen_conversation(tx, reader, conversation, self.clock.now()).await?;
        }
        Ok(())
    }
}
