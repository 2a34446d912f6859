use kit::{MemberId, SiteId};
use proto::matching::v1::{MarkLikeSeenRequest, MarkLikeSeenResponse};

use super::Api;
use crate::{fault::Fault, pair::Pair, store::likes};

pub(crate) async fn mark_like_seen(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &MarkLikeSeenRequest,
) -> Result<MarkLikeSeenResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    likes::mark_seen(&api.db, site, pair).await?;
    Ok(MarkLikeSeenResponse {})
}
