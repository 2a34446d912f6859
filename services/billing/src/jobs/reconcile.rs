//! Looks at orders: hinted at, left behind by a crash, or simply due.

use crate::{
    api::Api,
    fault::Fault,
    order::next_check,
    store::orders::{self, Due},
};

/// Orders in one round.
const BATCH: i64 = 50;

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
        for due in due {
            // It stays due, later each time.
            if let Err(error) = look(api, due).await {
                tracing::warn!(order.id = %due.id, error = %error, "order was not looked at");
            }
        }
    }
}

async fn look(api: &Api, due: Due) -> Result<(), Fault> {
    let order = api.payments.look(due.id).await?;
    let next = next_check(
        order.status,
        order.checks,
        order.created_at,
        api.clock.now(),
    );
    Ok(orders::reschedule(api.db.pool(), due, next).await?)
}
