use proto::profiles::v1::{RecordBlockRequest, RecordBlockResponse};

use super::Api;
use crate::{fault::Fault, store::blocks};

/// Remembers a block; from the answer on neither finds the other.
pub(crate) async fn record_block(
    api: &Api,
    request: &RecordBlockRequest,
) -> Result<RecordBlockResponse, Fault> {
    let by = request.blocker_id.parse().map_err(|_| Fault::IdInvalid)?;
    let whom = request.blocked_id.parse().map_err(|_| Fault::IdInvalid)?;
    let decision = super::decision(request.decision)?;
    blocks::set(api.db.pool(), (by, whom), true, decision).await?;
    Ok(RecordBlockResponse {})
}
