use kit::{MemberId, SiteId};
use proto::matching::v1::{SwipeRequest, SwipeResponse};

use super::Api;
use crate::{
    fault::Fault,
    pair::Pair,
    store::{
        likes::{self, Liked},
        members,
        swipes::{self, Decided},
    },
};

/// A decision counts once: swiping the same member again changes nothing and costs nothing.
pub(crate) async fn swipe(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &SwipeRequest,
) -> Result<SwipeResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    let now = api.clock.now();
    let (limit, day) = (
        api.config.swipe_likes_a_day,
        api.sites.get(site).await?.date(now),
    );

    let mut tx = api.db.begin().await?;
    let decided = swipes::put(&mut tx, site, pair, request.like, now).await?;
    let liked = match decided {
        Decided::Now if request.like => {
            let used = swipes::count_like(&mut tx, me, day, limit).await?;
            used.ok_or(Fault::SwipesUsedUp { limit })?;
            likes::like(&mut tx, &api.db, site, pair, now).await?
        }
        // Another try of a swipe that made a match is told so again.
        Decided::Before if request.like => Liked::Before {
            matched: likes::is_match(&mut tx, pair).await?,
        },
        Decided::Now | Decided::Before => Liked::Before { matched: false },
        Decided::Refused => Liked::Refused,
    };
    let matched = match liked {
        Liked::Refused => {
            drop(tx);
            return Err(members::why_not(api.db.pool(), site, pair).await?);
        }
        Liked::Now { matched } | Liked::Before { matched } => matched,
    };
    tx.commit().await?;
    api.db.wake_relay();

    let used = swipes::used(api.db.pool(), me, day).await?;
    let likes_left = u32::try_from(limit - used).unwrap_or(0);
    Ok(SwipeResponse {
        matched,
        likes_left,
    })
}
