use kit::{MemberId, SiteId};
use proto::matching::v1::{GetRelationRequest, GetRelationResponse};

use super::Api;
use crate::{
    fault::Fault,
    pair::Pair,
    store::{likes, members},
};

pub(crate) async fn get_relation(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &GetRelationRequest,
) -> Result<GetRelationResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    let pool = api.db.pool();
    let (known, relation) = tokio::try_join!(
        members::is_of_site(pool, site, pair.other),
        likes::relation(pool, pair)
    )?;
    if !known || relation.shut_out {
        return Err(Fault::MemberUnknown);
    }
    Ok(GetRelationResponse {
        liked: relation.liked,
        likes_me: relation.likes_me,
        matched: relation.matched,
        blocked: relation.blocked,
    })
}
