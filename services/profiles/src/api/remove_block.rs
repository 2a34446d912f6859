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
    blocks::remove(api.db.pool(), (by, whom), api.clock.now()).await?;
    Ok(RemoveBlockResponse {})
}
