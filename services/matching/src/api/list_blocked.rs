use kit::MemberId;
use proto::matching::v1::{Blocked, ListBlockedResponse};

use super::Api;
use crate::{fault::Fault, store::blocks, timestamp};

pub(crate) async fn list_blocked(api: &Api, me: MemberId) -> Result<ListBlockedResponse, Fault> {
    let blocked = blocks::of(api.db.pool(), me).await?;
    let line = |(member, since): (MemberId, _)| Blocked {
        member_id: member.to_string(),
        since: Some(timestamp(since)),
    };
    Ok(ListBlockedResponse {
        blocked: blocked.into_iter().map(line).collect(),
    })
}
