use kit::{MemberId, SiteId};
use photo::Stem;
use proto::profiles::v1::{AddPhotoRequest, AddPhotoResponse, PhotoAdded};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Api;
use crate::{
    card::Photo,
    changed,
    fault::Fault,
    store::{photos, profiles, stale_files},
};

/// Files of a photo that was not stored in the end go after this time.
const LEFT_BEHIND: time::Duration = time::Duration::hours(1);

/// Stores a photo behind the others. A retry with the same id answers the stored one.
pub(crate) async fn add_photo(
    api: &Api,
    whose: (SiteId, MemberId),
    request: AddPhotoRequest,
) -> Result<AddPhotoResponse, Fault> {
    let (_, member) = whose;
    let id: Uuid = request.photo_id.parse().map_err(|_| Fault::IdInvalid)?;
    if request.content.len() > photo::MAX_BYTES {
        return Err(Fault::PhotoTooLarge {
            max: photo::MAX_BYTES,
        });
    }
    let profile = api.own(whose).await?;
    let present = photos::of_member(api.db.pool(), member).await?;
    // Before the work, for those who are at their limit; the decision falls below.
    let limit = api.config.photo_limit(profile.premium);
    if let Some(stored) = room(present, id, limit)? {
        return Ok(answer(stored));
    }

    let prepared = api.workshop.prepare(request.content).await?;
    let now = api.clock.now();
    let stem = Stem::new(&api.chance);
    let photo = Photo {
        id,
        stem: stem.clone(),
        width: i32::try_from(prepared.width).unwrap_or(0),
        height: i32::try_from(prepared.height).unwrap_or(0),
        blur_hash: prepared.blur_hash.clone(),
    };
    stale_files::add(api.db.pool(), &stem, now + LEFT_BEHIND).await?;
    api.store.write(&stem, prepared).await?;
    let stored = insert(api, whose, photo, now).await;
    if stored.as_ref().map_or(true, |stored| stored.stem != stem) {
        // Refused, or a twin of this call was first: these files are nobody's. But an answer that
        // was lost may have been a photo that is stored.
        stale_files::reschedule(api.db.pool(), &stem, now).await?;
    }
    stored.map(answer)
}

fn answer(photo: Photo) -> AddPhotoResponse {
    AddPhotoResponse {
        photo: Some(photo.into()),
    }
}

/// The photo when it is stored already; refuses when there is no room for another.
fn room(present: Vec<Photo>, id: Uuid, limit: u32) -> Result<Option<Photo>, Fault> {
    let count = u32::try_from(present.len()).unwrap_or(u32::MAX);
    let stored = present.into_iter().find(|photo| photo.id == id);
    if stored.is_none() && count >= limit {
        return Err(Fault::PhotoLimit { max: limit });
    }
    Ok(stored)
}

/// Stores the photo under a lock on the profile, so that no burst exceeds the limit.
async fn insert(
    api: &Api,
    (site, member): (SiteId, MemberId),
    photo: Photo,
    now: OffsetDateTime,
) -> Result<Photo, Fault> {
    let mut tx = api.db.begin().await?;
    if !profiles::lock(&mut tx, site, member).await? {
        return Err(Fault::ProfileUnknown);
    }
    let profile = profiles::find(&mut *tx, site, member).await?;
    let limit = api
        .config
        .photo_limit(profile.ok_or(Fault::ProfileUnknown)?.premium);
    let present = photos::of_member(&mut *tx, member).await?;
    if let Some(stored) = room(present, photo.id, limit)? {
        return Ok(stored);
    }
    photos::insert(&mut tx, member, &photo, now).await?;
    if !stale_files::remove(&mut *tx, &photo.stem).await? {
        return Err(Fault::Busy);
    }
    changed::tell(&mut tx, member).await?;
    tx.emit(&PhotoAdded {
        member_id: member.to_string(),
        photo_id: photo.id.to_string(),
    })
    .await?;
    tx.commit().await?;
    Ok(photo)
}
