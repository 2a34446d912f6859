use kit::{MemberId, SiteId};
use proto::matching::v1::{UnblockRequest, UnblockResponse};

use super::Api;
use crate::{fault::Fault, pair::Pair};

/// A block that is not there is as good as lifted.
pub(crate) async fn unblock(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &UnblockRequest,
) -> Result<UnblockResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    if let Some(decision) = api.shut_out.begin_lifting(pair).await? {
        api.shut_out.finish_lifting(site, pair, decision).await?;
    }
    Ok(UnblockResponse {})
}
