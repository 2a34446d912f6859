use kit::{MemberId, SiteId};
use proto::matching::v1::{BlockRequest, BlockResponse};

use super::Api;
use crate::{fault::Fault, pair::Pair, store::members};

/// Works for everybody of the site, whatever became of them meanwhile.
pub(crate) async fn block(
    api: &Api,
    site: SiteId,
    me: MemberId,
    request: &BlockRequest,
) -> Result<BlockResponse, Fault> {
    let pair = Pair::parse(me, &request.member_id)?;
    if !members::is_of_site(api.db.pool(), site, pair.other).await? {
        return Err(Fault::MemberUnknown);
    }
    let decision = api.shut_out.begin(site, pair).await?;
    api.shut_out.finish(site, pair, decision).await?;
    Ok(BlockResponse {})
}
