//! A member has removed a conversation from the list.

use kit::{Clock, Envelope, Handler, MemberId, Trouble, Tx};
use proto::chat::v1::ConversationRemoved;
use uuid::Uuid;

use super::{id, seen_conversation};
use crate::store::news;

/// Tells no more of what was in it; the next message brings it back, and is told.
#[derive(Debug)]
pub(crate) struct ConversationRemovedHandler {
    pub clock: Clock,
}

impl Handler for ConversationRemovedHandler {
    type Event = ConversationRemoved;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: ConversationRemoved,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let conversation: Uuid = id(&event.conversation_id, "conversation_id")?;
        let member: MemberId = id(&event.member_id, "member_id")?;
        news::read(tx, member, conversation, None).await?;
        seen_conversation(tx, member, conversation, self.clock.now()).await?;
        Ok(())
    }
}
