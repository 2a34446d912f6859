use proto::matching::v1::{GetUnseenLikeRequest, GetUnseenLikeResponse};

use super::Api;
use crate::{fault::Fault, store::likes};

/// Only what a member did is shown as a member's act: an existing like, or nothing.
pub(crate) async fn get_unseen_like(
    api: &Api,
    request: &GetUnseenLikeRequest,
) -> Result<GetUnseenLikeResponse, Fault> {
    let member = request
        .member_id
        .parse()
        .map_err(|_| Fault::MemberUnknown)?;
    let oldest = likes::oldest_unseen(api.db.pool(), member).await?;
    let member_id = oldest.map(|member| member.to_string()).unwrap_or_default();
    Ok(GetUnseenLikeResponse { member_id })
}
