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
        order = asked(api, member, order).await?;
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

/// The order after the provider was asked, now or a moment ago.
async fn asked(api: &Api, member: MemberId, order: Order) -> Result<Order, Fault> {
    let Some(look) = api.looks.turn(order.id, api.clock.now()).await else {
        return owned(api, member, &order.id.to_string()).await;
    };
    let confirmed = api.payments.confirm(&order).await;
    look.done(api.clock.now());
    match confirmed {
        // What is stored is true; the reconciler asks again.
        Err(Fault::ProviderAway(error)) => {
            tracing::warn!(order.id = %order.id, ?error, "provider does not answer");
            Ok(order)
        }
        confirmed => confirmed,
    }
}

/// An order of this member; others look as if they were not there.
pub(super) async fn owned(api: &Api, member: MemberId, order: &str) -> Result<Order, Fault> {
    let id: OrderId = id(order, "order_id")?;
    orders::find(api.db.pool(), id)
        .await?
        .filter(|order| order.member == member)
        .ok_or(Fault::OrderUnknown)
}
