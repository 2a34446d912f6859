//! Sends refunds that are booked and were not sent.

use opentelemetry::metrics::Gauge;

use crate::{api::Api, payments::refund_retry, store::refunds};

/// How long the oldest refund waits: members wait for their money.
pub(super) fn age() -> Gauge<f64> {
    opentelemetry::global::meter("vonk")
        .f64_gauge("refunds.oldest")
        .with_unit("s")
        .with_description("age of the oldest refund that is booked and was not sent")
        .build()
}

/// Sends what is due. The provider knows each by its own key, so that it pays once.
pub(super) async fn run(api: &Api, age: &Gauge<f64>) -> anyhow::Result<()> {
    if api.payments.provider.is_none() {
        return Ok(());
    }
    let now = api.clock.now();
    for refund in refunds::take_due(api.db.pool(), now, refund_retry(now)).await? {
        if let Err(error) = api.payments.send(&refund).await {
            tracing::warn!(refund.id = %refund.id, %error, "refund is sent later");
        }
    }
    let oldest = refunds::oldest_unsent(api.db.pool()).await?;
    age.record(
        oldest.map_or(0.0, |since| (now - since).as_seconds_f64()),
        &[],
    );
    Ok(())
}
