use kit::{MemberId, SiteId};
use proto::matching::v1::{LikeRequest, LikeResponse};

use super::Api;
use crate::{
    fault::Fault,
    pair::Pair,
    store::{
        likes::{self, Liked},
        members,
    },
};

pub(crate) async fn like(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &LikeRequest,
) -> Result<LikeResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    let now = api.clock.now();
    let like = || likes::like(api.db.pool(), &api.db, site, pair, now);
    let liked = kit::persist(like, kit::gave_way).await?;
    match liked {
        Liked::Refused => Err(members::why_not(api.db.pool(), site, pair).await?),
        Liked::Before { matched } => Ok(LikeResponse { matched }),
        Liked::Now { matched } => {
            api.db.wake_relay();
            Ok(LikeResponse { matched })
        }
    }
}
