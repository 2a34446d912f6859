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
    let received = likes::received(api.db.pool(), member, api.config.likes_listed).await?;
    // New ones come first, the latest of them at the top: the oldest is the last new one.
    let oldest = received.iter().take_while(|line| line.is_new).last();
    let member_id = oldest
        .map(|line| line.member.to_string())
        .unwrap_or_default();
    Ok(GetUnseenLikeResponse { member_id })
}
