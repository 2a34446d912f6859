use kit::MemberId;
use proto::chat::v1::{AddPhotoRequest, AddPhotoResponse};
use time::Duration;

use super::Api;
use crate::{
    fault::Fault,
    ids::PhotoId,
    message::Photo,
    photo::{self, Encoded},
    store::{members, photos},
};

/// Files whose photo is not stored by then belong to a call that failed.
const FILES_WAIT: Duration = Duration::hours(1);

pub(crate) async fn add_photo(
    api: &Api,
    me: MemberId,
    request: AddPhotoRequest,
) -> Result<AddPhotoResponse, Fault> {
    let id: PhotoId = request
        .photo_id
        .parse()
        .map_err(|_| Fault::ValueInvalid("photo_id"))?;
    let max_bytes = api.config.photo_max_bytes;
    if request.content.len() > max_bytes {
        return Err(Fault::PhotoTooLarge { max_bytes });
    }
    if let Some(known) = known(api, me, id).await? {
        return Ok(known);
    }
    if !members::means(api.db.pool(), me).await?.premium {
        return Err(Fault::PremiumNeeded);
    }
    let encoded = encode(api, request.content).await?;
    let photo = Photo {
        id,
        stem: hex(api.chance.bytes()),
        width: encoded.width.cast_signed(),
        height: encoded.height.cast_signed(),
        blur_hash: encoded.blur_hash.clone(),
    };
    let now = api.clock.now();
    photos::expect_stale(api.db.pool(), &photo.stem, now + FILES_WAIT).await?;
    api.photo_files.write(&photo.stem, encoded).await?;
    let mut tx = api.db.begin().await?;
    if photos::insert(&mut tx, me, &photo, now).await? {
        photos::keep(&mut tx, &photo.stem).await?;
        tx.commit().await?;
        return Ok(AddPhotoResponse {
            photo: Some(photo.wire()),
        });
    }
    // Two tries at once: the other one stored its files.
    drop(tx);
    known(api, me, id).await?.ok_or(Fault::PhotoUnknown)
}

/// The photo of an earlier try.
async fn known(api: &Api, me: MemberId, id: PhotoId) -> Result<Option<AddPhotoResponse>, Fault> {
    match photos::find(api.db.pool(), id).await? {
        Some((owner, photo)) if owner == me => Ok(Some(AddPhotoResponse {
            photo: Some(photo.wire()),
        })),
        Some(_) => Err(Fault::PhotoUnknown),
        None => Ok(None),
    }
}

/// Encodes off the threads that answer calls, a few at a time.
async fn encode(api: &Api, upload: Vec<u8>) -> Result<Encoded, Fault> {
    let _place = api.encoders.acquire().await;
    let max_pixels = api.config.photo_max_pixels;
    let made = tokio::task::spawn_blocking(move || photo::encode(&upload, max_pixels)).await;
    match made {
        Ok(Ok(encoded)) => Ok(encoded),
        // A decoder that panics has met something that is no photo.
        Ok(Err(_)) | Err(_) => Err(Fault::PhotoUnreadable),
    }
}

fn hex(bytes: [u8; 16]) -> String {
    uuid::Uuid::from_bytes(bytes).simple().to_string()
}
