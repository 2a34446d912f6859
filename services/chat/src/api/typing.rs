use kit::MemberId;
use proto::chat::v1::{TypingRequest, TypingResponse};

use super::Api;
use crate::{fault::Fault, pair::Pair, store::conversations, typing::Notice};

/// Answers alike whether anybody is told: who cannot be written to learns of no typing either.
pub(crate) async fn typing(
    api: &Api,
    me: MemberId,
    request: &TypingRequest,
) -> Result<TypingResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    let conversation = pair.conversation();
    let side = conversations::find(api.db.pool(), conversation, me).await?;
    if side.is_some_and(|side| side.last_sequence > 0 && !side.read_only) {
        api.typing.tell(Notice {
            conversation,
            member: me,
            peer: pair.other,
        });
    }
    Ok(TypingResponse {})
}
