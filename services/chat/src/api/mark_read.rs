use kit::MemberId;
use proto::chat::v1::{MarkReadRequest, MarkReadResponse};

use super::Api;
use crate::{fault::Fault, store::conversations};

pub(crate) async fn mark_read(
    api: &Api,
    me: MemberId,
    request: &MarkReadRequest,
) -> Result<MarkReadResponse, Fault> {
    let conversation = super::conversation(&request.conversation_id)?;
    if request.sequence < 0 {
        return Err(Fault::CursorInvalid);
    }
    if conversations::mark_read(&api.db, (conversation, me), request.sequence).await? {
        Ok(MarkReadResponse {})
    } else {
        Err(Fault::ConversationUnknown)
    }
}
