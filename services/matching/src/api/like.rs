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
    let mut connection = api.db.pool().acquire().await?;
    let now = api.clock.now();
    let liked = match likes::like(&mut connection, &api.db, site, pair, now).await {
        Err(error) if kit::gave_way(&error) => {
            likes::like(&mut connection, &api.db, site, pair, now).await
        }
        outcome => outcome,
    }?;
    drop(connection);
    match liked {
        Liked::Refused => Err(members::why_not(api.db.pool(), site, pair).await?),
        Liked::Before { matched } => Ok(LikeResponse { matched }),
        Liked::Now { matched } => {
            api.db.wake_relay();
            Ok(LikeResponse { matched })
        }
    }
}
