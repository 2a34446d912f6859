//! Asks chat for the messages that events only name.

use std::sync::Arc;

use futures::StreamExt as _;
use kit::{MemberId, Transport};
use proto::{
    chat::v1::{GetMessageRequest, chat_internal_service_client::ChatInternalServiceClient},
    live::v1::{MessageSent, watch_response::What},
};
use tokio::sync::mpsc;
use tokio_stream::wrappers::UnboundedReceiverStream;

use super::hub::{Coming, Hub, Rung};

/// Members for whom this replica asks at the same time.
const MEMBERS: usize = 32;
/// Messages of one member that are asked for at the same time.
const MESSAGES: usize = 4;

pub(crate) type Chat = ChatInternalServiceClient<Transport>;

/// Tells each member what comes for them, in its order, until nobody rings any more.
pub(crate) async fn tell_what_comes(
    hub: Arc<Hub>,
    chat: Chat,
    members: mpsc::UnboundedReceiver<Rung>,
) {
    let members = UnboundedReceiverStream::new(members);
    members
        .for_each_concurrent(MEMBERS, |rung| tell(&hub, &chat, rung))
        .await;
}

async fn tell(hub: &Hub, chat: &Chat, rung: Rung) {
    while let Some(coming) = hub.take(rung) {
        let mut updates = futures::stream::iter(coming)
            .map(|update| complete(chat, rung.member, update))
            .buffered(MESSAGES);
        while let Some(update) = updates.next().await {
            match update {
                Some(Coming::Ready(what)) => hub.tell(rung, what),
                Some(_) => hub.miss(rung),
                None => {}
            }
        }
    }
}

/// The update with its message; nothing when the member may not see that one any more.
async fn complete(chat: &Chat, member: MemberId, update: Coming) -> Option<Coming> {
    let (id, peer) = match update {
        Coming::Message { id, peer } => (id, peer),
        other => return Some(other),
    };
    let request = GetMessageRequest {
        member_id: member.to_string(),
        message_id: id,
    };
    let answer = chat.clone().get_message(kit::idempotent(request)).await;
    match answer.map(|answer| answer.into_inner().message) {
        Ok(Some(message)) => Some(Coming::Ready(What::MessageSent(MessageSent {
            message: Some(message),
            peer_id: peer.to_string(),
        }))),
        Err(status) if kit::fault::reason(&status).as_deref() == Some("conversation_unknown") => {
            None
        }
        failed => {
            let code = failed.err().map(|status| status.code());
            tracing::warn!(member.id = %member, ?code, "a message could not be fetched for the live stream");
            Some(Coming::Missed)
        }
    }
}
