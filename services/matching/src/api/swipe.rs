use kit::{MemberId, SiteId};
use proto::matching::v1::{SwipeRequest, SwipeResponse};
use time::{Date, OffsetDateTime};

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

/// A card decided on.
#[derive(Clone, Copy)]
struct Swipe {
    site: SiteId,
    pair: Pair,
    like: bool,
    now: OffsetDateTime,
    /// The site's own date, and the likes it allows a member on it.
    day: Date,
    limit: i16,
}

/// A decision counts once: swiping the same member again changes nothing and costs nothing.
pub(crate) async fn swipe(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &SwipeRequest,
) -> Result<SwipeResponse, Fault> {
    let now = api.clock.now();
    let swipe = Swipe {
        site,
        pair: Pair::parse(me, &request.member_id)?,
        like: request.like,
        now,
        day: api.sites.get(site).await?.date(now),
        limit: api.config.swipe_likes_a_day,
    };
    let matched = kit::persist(|| decide(api, swipe), gave_way).await?;

    let used = swipes::used(api.db.pool(), me, swipe.day).await?;
    let likes_left = u32::try_from(swipe.limit - used).unwrap_or(0);
    Ok(SwipeResponse {
        matched,
        likes_left,
    })
}

/// Writes the decision; answers whether it made a match, now or before.
async fn decide(api: &Api, swipe: Swipe) -> Result<bool, Fault> {
    let Swipe {
        site, pair, now, ..
    } = swipe;
    let mut tx = api.db.begin().await?;
    let decided = swipes::put(&mut tx, site, pair, swipe.like, now).await?;
    let liked = match decided {
        Decided::Now if swipe.like => {
            let limit = swipe.limit;
            let used = swipes::count_like(&mut tx, pair.me, swipe.day, limit).await?;
            used.ok_or(Fault::SwipesUsedUp { limit })?;
            likes::like(&mut *tx, &api.db, site, pair, now).await?
        }
        // Another try of a swipe that made a match is told so again.
        Decided::Before if swipe.like => Liked::Before {
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
    Ok(matched)
}

fn gave_way(fault: &Fault) -> bool {
    matches!(fault, Fault::Database(error) if kit::gave_way(error))
}
