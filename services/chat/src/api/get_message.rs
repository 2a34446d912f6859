use proto::chat::v1::{GetMessageRequest, GetMessageResponse};

use super::Api;
use crate::{fault::Fault, store::messages};

pub(crate) async fn get_message(
    api: &Api,
    request: &GetMessageRequest,
) -> Result<GetMessageResponse, Fault> {
    let member = super::member(&request.member_id)?;
    let message = request
        .message_id
        .parse()
        .map_err(|_| Fault::ConversationUnknown)?;
    let message = messages::deliverable(api.db.pool(), message, member)
        .await?
        .ok_or(Fault::ConversationUnknown)?;
    Ok(GetMessageResponse {
        message: Some(message.seen_by(member)),
    })
}
