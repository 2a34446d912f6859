//! Sends refunds that are booked and were not sent.

use crate::{api::Api, payments::refund_retry, store::refunds};

/// Sends what is due. The provider knows each by its own key, so that it pays once.
pub(crate) async fn run(api: &Api) -> anyhow::Result<()> {
    if api.payments.provider.is_none() {
        return Ok(());
    }
    let now = api.clock.now();
    for refund in refunds::take_due(api.db.pool(), now, refund_retry(now)).await? {
        if let Err(error) = api.payments.send(&refund).await {
            tracing::warn!(refund.id = %refund.id, %error, "refund is sent later");
        }
    }
    Ok(())
}
