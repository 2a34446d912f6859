use proto::billing::v1::{ReceiveWebhookRequest, ReceiveWebhookResponse};

use super::Api;
use crate::{fault::Fault, store::orders};

/// Follows a hint, if it is about a payment of ours. Whoever sends it learns nothing, and decides
/// nothing: the payment is fetched by the reconciler, which this wakes. Of many hints the first is
/// followed at once, the others together a moment later.
pub(crate) async fn receive_webhook(
    api: &Api,
    request: &ReceiveWebhookRequest,
) -> Result<ReceiveWebhookResponse, Fault> {
    let Some(provider) = &api.payments.provider else {
        return Ok(ReceiveWebhookResponse {});
    };
    if provider.name() == request.provider
        && let Some(reference) = provider.hint(&request.body)
    {
        let now = api.clock.now();
        let payment = (provider.name(), reference.as_str());
        if orders::hint(api.db.pool(), payment, now, api.config.ask_again()).await? {
            api.payments.bell.notify_one();
        }
    }
    Ok(ReceiveWebhookResponse {})
}
