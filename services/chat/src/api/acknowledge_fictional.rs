use kit::{MemberId, SiteId};
use proto::chat::v1::AcknowledgeFictionalResponse;

use super::Api;
use crate::{fault::Fault, store::members};

pub(crate) async fn acknowledge_fictional(
    api: &Api,
    site: SiteId,
    me: MemberId,
) -> Result<AcknowledgeFictionalResponse, Fault> {
    members::acknowledge_fictional(api.db.pool(), (site, me), api.clock.now()).await?;
    Ok(AcknowledgeFictionalResponse {})
}
