use std::collections::HashSet;

use kit::{MemberId, SiteId};
use proto::profiles::v1::{OrderPhotosRequest, OrderPhotosResponse};
use uuid::Uuid;

use super::Api;
use crate::{
    changed,
    fault::Fault,
    store::{photos, profiles},
};

/// Puts the photos in this order: all of them, each once.
pub(crate) async fn order_photos(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: &OrderPhotosRequest,
) -> Result<OrderPhotosResponse, Fault> {
    let wanted: Vec<Uuid> = request
        .photo_ids
        .iter()
        .map(|id| id.parse().map_err(|_| Fault::IdInvalid))
        .collect::<Result<_, _>>()?;
    let mut tx = api.db.begin().await?;
    if !profiles::lock(&mut tx, site, member).await? {
        return Err(Fault::ProfileUnknown);
    }
    let present = photos::of_member(&mut *tx, member).await?;
    let known: HashSet<Uuid> = present.iter().map(|photo| photo.id).collect();
    let named: HashSet<Uuid> = wanted.iter().copied().collect();
    if known != named || wanted.len() != present.len() {
        return Err(Fault::PhotoUnknown);
    }
    for (position, photo) in (0..).zip(&wanted) {
        photos::place(&mut tx, member, *photo, position).await?;
    }
    changed::tell(&mut tx, member).await?;
    tx.commit().await?;
    Ok(OrderPhotosResponse {})
}
