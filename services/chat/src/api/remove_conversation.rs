use proto::chat::v1::{RemoveConversationRequest, RemoveConversationResponse};

use super::Api;
use crate::{fault::Fault, store::conversations};

pub(crate) async fn remove_conversation(
    api: &Api,
    request: &RemoveConversationRequest,
) -> Result<RemoveConversationResponse, Fault> {
    let member = super::member(&request.member_id)?;
    let conversation = super::conversation(&request.conversation_id)?;
    if conversations::remove(&api.db, conversation, member).await? {
        Ok(RemoveConversationResponse {})
    } else {
        Err(Fault::ConversationUnknown)
    }
}
