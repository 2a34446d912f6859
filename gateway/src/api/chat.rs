//! `DELETE /api/chat.php`

use std::sync::Arc;

use axum::extract::State;
use http::StatusCode;
use proto::chat::v1::RemoveConversationRequest;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::{App, caller::Caller, fields::Fields, openapi::ErrorAnswer, reply::Refusal};

/// Which chat to remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `delete` reads by name")]
pub(crate) struct RemoveChat {
    /// Id of the conversation.
    #[schema(format = Uuid, max_length = 36)]
    conversation: String,
}

/// Removes a conversation from the member's list; it comes back with the next message. Removing it
/// again changes nothing.
#[utoipa::path(
    delete,
    operation_id = "remove_chat",
    path = "/api/chat.php",
    request_body = RemoveChat,
    responses(
        (status = 204),
        (status = 400, body = ErrorAnswer),
        (status = 403, body = ErrorAnswer, description = "authentication_required, csrf_refused"),
        (status = 404, body = ErrorAnswer, description = "conversation_unknown, also when it is other people's"),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    caller: Caller,
    mut fields: Fields,
) -> Result<StatusCode, Refusal> {
    let session = caller.member()?;
    let conversation_id = fields.text("conversation", 36)?;
    fields.end()?;
    let request = RemoveConversationRequest {
        member_id: session.member.to_string(),
        conversation_id,
    };
    app.peers
        .chat()
        .remove_conversation(kit::idempotent(request))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
