use kit::{MemberId, SiteId};
use proto::matching::v1::{GetRelationRequest, GetRelationResponse};

use super::Api;
use crate::{
    fault::Fault,
    pair::Pair,
    store::{likes, members},
};

/// How the caller and another member stand. Who is gone and who has shut the caller out are unknown alike;
/// one's own block is told of either, for it can be lifted.
pub(crate) async fn get_relation(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &GetRelationRequest,
) -> Result<GetRelationResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    let pool = api.db.pool();
    let (active, relation) = tokio::try_join!(
        members::is_active(pool, site, pair.other),
        likes::relation(pool, pair)
    )?;
    if !active || relation.shut_out {
        return relation
            .blocked
            .then(|| GetRelationResponse {
                blocked: true,
                ..GetRelationResponse::default()
            })
            .ok_or(Fault::MemberUnknown);
    }
    Ok(GetRelationResponse {
        liked: relation.liked,
        likes_me: relation.likes_me,
        matched: relation.matched,
        blocked: relation.blocked,
    })
}
