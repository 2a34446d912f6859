use futures::{StreamExt as _, stream::BoxStream};
use proto::chat::v1::WatchTypingResponse;
use tokio_stream::wrappers::BroadcastStream;
use tonic::Status;

use super::Api;

/// Ends with the process; a listener that falls behind misses what it was too slow for.
pub(crate) fn watch_typing(api: &Api) -> BoxStream<'static, Result<WatchTypingResponse, Status>> {
    BroadcastStream::new(api.typing.listen())
        .filter_map(|notice| std::future::ready(notice.ok()))
        .map(|notice| {
            Ok(WatchTypingResponse {
                conversation_id: notice.conversation.to_string(),
                member_id: notice.member.to_string(),
                peer_id: notice.peer.to_string(),
            })
        })
        .take_until(api.stopping.clone().cancelled_owned())
        .boxed()
}
