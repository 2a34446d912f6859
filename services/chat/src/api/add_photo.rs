use kit::MemberId;
use photo::Stem;
use proto::chat::v1::{AddPhotoRequest, AddPhotoResponse};
use sha2::{Digest as _, Sha256};
use time::Duration;

use super::Api;
use crate::{
    fault::Fault,
    ids::PhotoId,
    message::Photo,
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
    if request.content.len() > photo::MAX_BYTES {
        return Err(Fault::PhotoTooLarge);
    }
    let upload = Sha256::digest(&request.content);
    if let Some(known) = known(api, me, id, &upload).await? {
        return Ok(known);
    }
    if !members::means(api.db.pool(), me).await?.premium {
        return Err(Fault::PremiumNeeded);
    }
    let encoded = api.workshop.prepare(request.content).await?;
    let photo = Photo {
        id,
        stem: Stem::new(&api.chance),
        width: encoded.width.cast_signed(),
        height: encoded.height.cast_signed(),
        blur_hash: encoded.blur_hash.clone(),
    };
    let now = api.clock.now();
    photos::expect_stale(api.db.pool(), &photo.stem, now + FILES_WAIT).await?;
    api.photo_files.write(&photo.stem, encoded).await?;
    let mut tx = api.db.begin().await?;
    if photos::insert(&mut tx, me, &photo, &upload, now).await? {
        if !photos::keep(&mut tx, &photo.stem).await? {
            // It took so long that its files are being deleted.
            return Err(Fault::PhotosBusy);
        }
        photos::drop_oldest_unsent(&mut tx, me, api.config.photos_unsent, now).await?;
        tx.commit().await?;
        return Ok(AddPhotoResponse {
            photo: Some(photo.wire()),
        });
    }
    // Two tries at once: the other one stored its files.
    drop(tx);
    known(api, me, id, &upload)
        .await?
        .ok_or(Fault::PhotoUnknown)
}

/// The photo of an earlier try. It must have been the same picture: another one would go out as what
/// was chosen before, and nobody would be told.
async fn known(
    api: &Api,
    me: MemberId,
    id: PhotoId,
    upload: &[u8],
) -> Result<Option<AddPhotoResponse>, Fault> {
    let Some(stored) = photos::find(api.db.pool(), id).await? else {
        return Ok(None);
    };
    if stored.owner != me {
        return Err(Fault::PhotoUnknown);
    }
    if stored.upload.is_some_and(|first| first != upload) {
        return Err(Fault::PhotoExists);
    }
    Ok(Some(AddPhotoResponse {
        photo: Some(stored.photo.wire()),
    }))
}
