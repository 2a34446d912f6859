use kit::{MemberId, SiteId};
use proto::profiles::v1::{GetPhotoFileRequest, GetPhotoFileResponse};

use super::Api;
use crate::{fault::Fault, store::photos};

/// A file of a photo that the viewer may see: one that their own page of its member shows. A link that was
/// kept leads nowhere once its photo is removed, its member gone or a block there; and whoever logs out
/// sees by it what visitors see, on sites that let them look.
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
    let may = if let Some(viewer) = viewer {
        let free = api.config.photos_seen_free;
        photos::may_be_seen(api.db.pool(), &stem, (site, viewer), free).await?
    } else {
        let rules = api.sites.get(site).await?;
        let seen = api.config.photos_seen_visitor;
        rules.admit_visitor(request.tracked).is_ok()
            && photos::may_be_seen_by_visitors(api.db.pool(), &stem, site, seen).await?
    };
    if !may {
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
