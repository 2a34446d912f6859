use kit::{MemberId, SiteId};
use proto::billing::v1::{GetOrderRequest, GetOrderResponse};

use super::{Api, id};
use crate::{fault::Fault, ids::OrderId, order::Order, store::orders};

/// The order as it stands. An open one is asked for first: whoever comes back from the
/// provider's page sees the outcome, also when no webhook has come.
pub(crate) async fn get_order(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: &GetOrderRequest,
) -> Result<GetOrderResponse, Fault> {
    let mut order = owned(api, member, &request.order_id).await?;
    if order.status.is_open() && api.payments.provider.is_some() {
        match api.payments.confirm(&order).await {
            Ok(confirmed) => order = confirmed,
            // What is stored is true; the reconciler asks again.
            Err(Fault::ProviderAway(error)) => {
                tracing::warn!(order.id = %order.id, ?error, "provider does not answer");
            }
            Err(fault) => return Err(fault),
        }
    }
    let site = api.sites.get(site).await?;
    let terms = (
        crate::site::refund_days(&site),
        &crate::site::calendar(&site),
    );
    Ok(GetOrderResponse {
        checkout_url: order.pay_at(),
        order: Some(order.to_wire(terms, api.clock.now())),
    })
}

/// An order of this member; others look as if they were not there.
pub(super) async fn owned(api: &Api, member: MemberId, order: &str) -> Result<Order, Fault> {
    let id: OrderId = id(order, "order_id")?;
    orders::find(api.db.pool(), id)
        .await?
        .filter(|order| order.member == member)
        .ok_or(Fault::OrderUnknown)
}
