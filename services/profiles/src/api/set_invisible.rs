use kit::{MemberId, SiteId};
use proto::profiles::v1::{SetInvisibleRequest, SetInvisibleResponse};

use super::Api;
use crate::{changed, fault::Fault, store::profiles};

/// Hides the caller from searches, or shows them again.
pub(crate) async fn set_invisible(
    api: &Api,
    whose: (SiteId, MemberId),
    request: &SetInvisibleRequest,
) -> Result<SetInvisibleResponse, Fault> {
    let (site, member) = whose;
    api.own(whose).await?;
    let mut tx = api.db.begin().await?;
    if !profiles::lock(&mut tx, site, member).await? {
        return Err(Fault::ProfileUnknown);
    }
    profiles::set_invisible(&mut tx, member, request.invisible).await?;
    changed::tell(&mut tx, member).await?;
    tx.commit().await?;
    Ok(SetInvisibleResponse {})
}
