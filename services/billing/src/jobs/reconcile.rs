//! Looks at orders: hinted at, left behind by a crash, or simply due.

use futures::{StreamExt as _, stream};
use time::Duration;

use crate::{
    api::Api,
    fault::Fault,
    order::next_check,
    store::orders::{self, Due},
};

/// Orders in one round.
const BATCH: i64 = 50;
/// Calls to the provider at the same time.
const AT_ONCE: usize = 8;

/// How long what is lent and owed is waited for before chat is asked for it again.
const LENT_AGAIN: Duration = Duration::minutes(5);

/// Looks at everything that is due. Several replicas may do so at once.
pub(crate) async fn run(api: &Api) -> anyhow::Result<()> {
    if api.payments.provider.is_none() {
        return Ok(());
    }
    loop {
        let due = orders::take_due(api.db.pool(), api.clock.now(), BATCH).await?;
        if due.is_empty() {
            return Ok(());
        }
        let looks = stream::iter(due).for_each_concurrent(AT_ONCE, |due| async move {
            // It stays due, later each time.
            if let Err(error) = look(api, due).await {
                tracing::warn!(order.id = %due.id, %error, "order was not looked at");
            }
        });
        looks.await;
    }
}

async fn look(api: &Api, due: Due) -> Result<(), Fault> {
    let order = api.payments.look(due.id).await?;
    let now = api.clock.now();
    let next = if api.payments.owes(&order).await? {
        Some(now + LENT_AGAIN)
    } else {
        next_check(order.status, order.checks, order.created_at, now)
    };
    Ok(orders::reschedule(api.db.pool(), due, next).await?)
}
