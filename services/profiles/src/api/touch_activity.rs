use proto::profiles::v1::{TouchActivityRequest, TouchActivityResponse};

use super::{Api, moment};
use crate::{fault::Fault, store::presence};

/// The member is here, now or at a moment that is not to come.
pub(crate) async fn touch_activity(
    api: &Api,
    request: &TouchActivityRequest,
) -> Result<TouchActivityResponse, Fault> {
    let member = request.member_id.parse().map_err(|_| Fault::IdInvalid)?;
    let now = api.clock.now();
    let at = request.at.and_then(moment).map_or(now, |at| at.min(now));
    presence::touch(api.db.pool(), member, at).await?;
    Ok(TouchActivityResponse {})
}
