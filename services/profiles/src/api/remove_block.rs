use proto::profiles::v1::{RemoveBlockRequest, RemoveBlockResponse};

use super::Api;
use crate::{fault::Fault, store::blocks};

/// Forgets a block.
pub(crate) async fn remove_block(
    api: &Api,
    request: &RemoveBlockRequest,
) -> Result<RemoveBlockResponse, Fault> {
    let by = request.blocker_id.parse().map_err(|_| Fault::IdInvalid)?;
    let whom = request.blocked_id.parse().map_err(|_| Fault::IdInvalid)?;
    let decision = super::decision(request.decision)?;
    blocks::set(api.db.pool(), (by, whom), false, decision).await?;
    Ok(RemoveBlockResponse {})
}
