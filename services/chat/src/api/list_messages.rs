use kit::MemberId;
use proto::chat::v1::{ListMessagesRequest, ListMessagesResponse};

use super::Api;
use crate::{fault::Fault, store::messages};

const USUAL: u32 = 50;
const MOST: u32 = 100;

pub(crate) async fn list_messages(
    api: &Api,
    me: MemberId,
    request: &ListMessagesRequest,
) -> Result<ListMessagesResponse, Fault> {
    let conversation = super::conversation(&request.conversation_id)?;
    if request.sequence < 0 {
        return Err(Fault::CursorInvalid);
    }
    let limit = match request.limit {
        0 => USUAL,
        limit => limit.min(MOST),
    };
    let (pool, side) = (api.db.pool(), (conversation, me));
    let page = i64::from(limit) + 1;
    let mut found = if request.after {
        messages::after(pool, side, request.sequence, page).await?
    } else {
        let below = match request.sequence {
            0 => i64::MAX,
            sequence => sequence,
        };
        messages::before(pool, side, below, page).await?
    };
    if found.is_empty() && !messages::is_theirs(pool, conversation, me).await? {
        return Err(Fault::ConversationUnknown);
    }
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    if !request.after {
        found.reverse();
    }
    Ok(ListMessagesResponse {
        messages: found
            .into_iter()
            .map(|message| message.seen_by(me))
            .collect(),
        more,
    })
}
