use proto::chat::v1::{RecordBlockRequest, RecordBlockResponse};

use super::Api;
use crate::{fault::Fault, pair::Pair, store::blocks};

pub(crate) async fn record_block(
    api: &Api,
    request: &RecordBlockRequest,
) -> Result<RecordBlockResponse, Fault> {
    let pair = Pair::parse(super::member(&request.blocker_id)?, &request.blocked_id)?;
    let decision = super::decision(request.decision)?;
    blocks::set(api.db.pool(), pair, true, decision).await?;
    Ok(RecordBlockResponse {})
}
