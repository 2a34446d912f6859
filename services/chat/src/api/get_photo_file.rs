use proto::chat::v1::{GetPhotoFileRequest, GetPhotoFileResponse};

use super::Api;
use crate::{fault::Fault, store::photos};

pub(crate) async fn get_photo_file(
    api: &Api,
    request: &GetPhotoFileRequest,
) -> Result<GetPhotoFileResponse, Fault> {
    let viewer = request.viewer_id.parse().map_err(|_| Fault::PhotoUnknown)?;
    let (stem, width) = api
        .photo_files
        .parse(&request.filename)
        .ok_or(Fault::PhotoUnknown)?;
    if !photos::may_see(api.db.pool(), &stem, viewer).await? {
        return Err(Fault::PhotoUnknown);
    }
    let content = if request.only_whether {
        // What a name holds never changes, and nobody waits for it.
        Vec::new()
    } else {
        let content = api.photo_files.read(&stem, width).await?;
        content.ok_or(Fault::PhotoUnknown)?.into()
    };
    Ok(GetPhotoFileResponse {
        content,
        content_type: "image/webp".to_owned(),
    })
}
