use kit::{MemberId, SiteId};
use proto::matching::v1::{UnlikeRequest, UnlikeResponse};

use super::Api;
use crate::{fault::Fault, pair::Pair, store::likes};

/// A like that is not there is as good as taken back.
pub(crate) async fn unlike(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &UnlikeRequest,
) -> Result<UnlikeResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    likes::unlike(&api.db, site, pair).await?;
    Ok(UnlikeResponse {})
}
