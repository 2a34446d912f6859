use proto::billing::v1::{ReceiveWebhookRequest, ReceiveWebhookResponse};

use super::Api;
use crate::{fault::Fault, store::orders};

/// Follows a hint, if it is about a payment of ours. Whoever sends it learns nothing, and decides
/// nothing: the payment is fetched by the reconciler, which this wakes.
pub(crate) async fn receive_webhook(
    api: &Api,
    request: &ReceiveWebhookRequest,
) -> Result<ReceiveWebhookResponse, Fault> {
    if let Some(provider) = &api.payments.provider
        && provider.name() == request.provider
        && let Some(reference) = provider.hint(&request.body)
        && orders::hint(api.db.pool(), provider.name(), &reference, api.clock.now()).await?
    {
        api.payments.bell.notify_one();
    }
    Ok(ReceiveWebhookResponse {})
}
