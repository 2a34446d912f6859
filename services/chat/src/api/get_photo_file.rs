use proto::chat::v1::{GetPhotoFileRequest, GetPhotoFileResponse};

use super::Api;
use crate::{fault::Fault, photo_files::Size, store::photos};

pub(crate) async fn get_photo_file(
    api: &Api,
    request: &GetPhotoFileRequest,
) -> Result<GetPhotoFileResponse, Fault> {
    let viewer = request.viewer_id.parse().map_err(|_| Fault::PhotoUnknown)?;
    let (stem, size) = Size::parse(&request.filename).ok_or(Fault::PhotoUnknown)?;
    if !photos::may_see(api.db.pool(), stem, viewer).await? {
        return Err(Fault::PhotoUnknown);
    }
    let content = api
        .photo_files
        .read(stem, size)
        .await?
        .ok_or(Fault::PhotoUnknown)?;
    Ok(GetPhotoFileResponse {
        content,
        content_type: "image/webp".to_owned(),
    })
}
