use kit::{MemberId, SiteId};
use proto::profiles::v1::{GetPhotoFileRequest, GetPhotoFileResponse};

use super::Api;
use crate::{fault::Fault, store::photos};

/// A file of a photo that the viewer may see. A link that was kept leads nowhere once its photo is
/// removed, its member gone or a block there.
pub(crate) async fn get_photo_file(
    api: &Api,
    request: &GetPhotoFileRequest,
) -> Result<GetPhotoFileResponse, Fault> {
    let site: SiteId = request.site_id.parse().map_err(|_| Fault::IdInvalid)?;
    let viewer: Option<MemberId> = match request.viewer_id.as_str() {
        "" => None,
        id => Some(id.parse().map_err(|_| Fault::IdInvalid)?),
    };
    let (stem, width) = api
        .store
        .parse(&request.filename)
        .ok_or(Fault::PhotoUnknown)?;
    if !photos::may_be_seen(api.db.pool(), &stem, site, viewer).await? {
        return Err(Fault::PhotoUnknown);
    }
    let content = if request.only_whether {
        // What a name holds never changes, and nobody waits for it.
        Vec::new()
    } else {
        let content = api.store.read(&stem, width).await?;
        content.ok_or(Fault::PhotoUnknown)?.into()
    };
    Ok(GetPhotoFileResponse {
        content,
        content_type: "image/webp".to_owned(),
    })
}
