use proto::matching::v1::{LikeLine, ListLikesRequest, ListLikesResponse};

use super::Api;
use crate::{
    fault::Fault,
    store::likes::{self, Line},
    timestamp,
};

pub(crate) async fn list_likes(
    api: &Api,
    request: &ListLikesRequest,
) -> Result<ListLikesResponse, Fault> {
    let member = request
        .member_id
        .parse()
        .map_err(|_| Fault::MemberUnknown)?;
    let (pool, limit) = (api.db.pool(), api.config.likes_listed);
    let (given, received) = tokio::try_join!(
        likes::given(pool, member, limit),
        likes::received(pool, member, limit)
    )?;
    Ok(ListLikesResponse {
        given: lines(given),
        received: lines(received),
    })
}

fn lines(lines: Vec<Line>) -> Vec<LikeLine> {
    let line = |line: Line| LikeLine {
        member_id: line.member.to_string(),
        made_at: Some(timestamp(line.made_at)),
        is_new: line.is_new,
        matched: line.matched,
    };
    lines.into_iter().map(line).collect()
}
