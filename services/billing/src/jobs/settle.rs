//! Books what members spent, a member at a time, all of their messages at once.

use kit::MemberId;

use super::settle_member;
use crate::{api::Api, store::spends};

/// Members in one round.
const BATCH: i64 = 200;

/// Settles what waits of every member. Several replicas may do so at once.
pub(crate) async fn run(api: &Api) -> anyhow::Result<()> {
    let mut after = MemberId::new(uuid::Uuid::nil());
    let mut failed = None;
    loop {
        let waiting = spends::waiting(api.db.pool(), after, BATCH).await?;
        let Some((last, _)) = waiting.last() else {
            break;
        };
        after = *last;
        for (member, site) in waiting {
            // One member's trouble must not keep the others waiting.
            if let Err(error) = settle_member(api, member, site).await {
                tracing::error!(member.id = %member, %error, "messages were not settled");
                failed = Some(error);
            }
        }
    }
    failed.map_or(Ok(()), |error| Err(error.into()))
}
