use proto::chat::v1::{RecallPurseRequest, RecallPurseResponse};

use super::Api;
use crate::fault::Fault;

pub(crate) async fn recall_purse(
    api: &Api,
    request: &RecallPurseRequest,
) -> Result<RecallPurseResponse, Fault> {
    api.purses
        .recall(super::member(&request.member_id)?)
        .await?;
    Ok(RecallPurseResponse {})
}
