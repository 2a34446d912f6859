//! Stores a browser's push subscription.

use proto::notifications::v1::{SavePushSubscriptionRequest, SavePushSubscriptionResponse};

use super::{Api, member};
use crate::{
    endpoint::{Endpoint, Keys},
    fault::Fault,
    store::push_subscriptions,
};

pub(super) async fn save_push_subscription(
    api: &Api,
    request: &SavePushSubscriptionRequest,
) -> Result<SavePushSubscriptionResponse, Fault> {
    let member = member(&request.member_id)?;
    let endpoint = Endpoint::parse(&request.endpoint, &api.push_hosts)?;
    let keys = Keys::parse(&request.p256dh, &request.auth)?;
    let mut tx = api.db.begin().await?;
    push_subscriptions::save(&mut tx, member, &endpoint, &keys, api.clock.now()).await?;
    tx.commit().await?;
    Ok(SavePushSubscriptionResponse {})
}
