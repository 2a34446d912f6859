//! Gives back to billing what nobody spends.

use time::Duration;
use uuid::Uuid;

use crate::{api::Api, ids::LeaseId, store::purses};

/// One round; what billing does not take now waits for the next one.
pub(crate) async fn run(api: &Api) -> anyhow::Result<()> {
    let now = api.clock.now();
    let ago = |seconds: u32| now - Duration::seconds(seconds.into());
    let idle = ago(api.config.purse_idle_seconds);
    let unanswered = ago(api.config.lease_patience_seconds);
    purses::close_unused(api.db.pool(), idle, unanswered).await?;
    let mut after = LeaseId::new(Uuid::nil());
    loop {
        let round = purses::closing(api.db.pool(), after).await?;
        let Some(last) = round.last() else {
            return Ok(());
        };
        after = last.lease;
        for closing in &round {
            if let Err(status) = api.purses.give_back(closing).await {
                tracing::warn!(member.id = %closing.member, %status, "purse waits for billing");
                if status.code() == tonic::Code::Unavailable {
                    return Ok(());
                }
            }
        }
    }
}
