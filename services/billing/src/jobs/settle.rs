//! Books what members spent, a member at a time, all of their messages at once.

use super::settle_member;
use crate::{api::Api, store::spends};

/// Members in one round.
const BATCH: i64 = 200;

/// Settles until nothing waits. Several replicas may do so at once.
pub(crate) async fn run(api: &Api) -> anyhow::Result<()> {
    loop {
        let waiting = spends::waiting(api.db.pool(), BATCH).await?;
        if waiting.is_empty() {
            return Ok(());
        }
        let mut failed = None;
        for (member, site) in waiting {
            // One member's trouble must not keep the others waiting.
            if let Err(error) = settle_member(api, member, site).await {
                tracing::error!(member.id = %member, %error, "messages were not settled");
                failed = Some(error);
            }
        }
        if let Some(error) = failed {
            return Err(error.into());
        }
    }
}
