use kit::{MemberId, SiteId};
use proto::profiles::v1::{RemovePhotoRequest, RemovePhotoResponse};

use super::Api;
use crate::{
    changed,
    fault::Fault,
    store::{photos, profiles, stale_files},
};

/// Removes a photo; its files follow within a minute.
pub(crate) async fn remove_photo(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: &RemovePhotoRequest,
) -> Result<RemovePhotoResponse, Fault> {
    let id = request.photo_id.parse().map_err(|_| Fault::IdInvalid)?;
    let mut tx = api.db.begin().await?;
    if !profiles::lock(&mut tx, site, member).await? {
        return Err(Fault::ProfileUnknown);
    }
    let stem = photos::remove(&mut tx, member, id).await?;
    let stem = stem.ok_or(Fault::PhotoUnknown)?;
    stale_files::add(&mut *tx, &stem, api.clock.now()).await?;
    changed::tell(&mut tx, member).await?;
    tx.commit().await?;
    Ok(RemovePhotoResponse {})
}
