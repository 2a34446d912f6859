use proto::chat::v1::{RemoveBlockRequest, RemoveBlockResponse};

use super::Api;
use crate::{fault::Fault, pair::Pair, store::blocks};

pub(crate) async fn remove_block(
    api: &Api,
    request: &RemoveBlockRequest,
) -> Result<RemoveBlockResponse, Fault> {
    let pair = Pair::parse(super::member(&request.blocker_id)?, &request.blocked_id)?;
    let decision = super::decision(request.decision)?;
    blocks::set(api.db.pool(), pair, false, decision).await?;
    Ok(RemoveBlockResponse {})
}
