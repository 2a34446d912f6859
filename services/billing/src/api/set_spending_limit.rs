use kit::{MemberId, SiteId};
use proto::billing::v1::{SetSpendingLimitRequest, SetSpendingLimitResponse};

use super::Api;
use crate::{fault::Fault, store::members};

/// Largest limit that means anything, in credits.
const LARGEST: u32 = 1_000_000;

/// Stores the member's own limits. What chat was lent under the old ones is recalled.
pub(crate) async fn set_spending_limit(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: SetSpendingLimitRequest,
) -> Result<SetSpendingLimitResponse, Fault> {
    let SetSpendingLimitRequest {
        daily_limit,
        weekly_limit,
    } = request;
    if daily_limit > LARGEST {
        return Err(Fault::ValueInvalid("daily_limit"));
    }
    if weekly_limit > LARGEST {
        return Err(Fault::ValueInvalid("weekly_limit"));
    }
    let mut tx = api.db.begin().await?;
    members::ensure(&mut tx, member, site).await?;
    members::lock(&mut tx, member).await?;
    members::set_limits(&mut tx, member, daily_limit, weekly_limit).await?;
    tx.commit().await?;
    if let Err(error) = api.chat.recall_purse(member).await {
        // The limit holds from the next lease on.
        tracing::warn!(member.id = %member, %error, "purse was not recalled");
    }
    Ok(SetSpendingLimitResponse {})
}
