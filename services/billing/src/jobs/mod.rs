//! What runs by the clock.

mod reconcile;
mod refund;
mod settle;
mod signup_bonus;

use std::time::Duration;

use kit::{Host, MemberId, SiteId};

use crate::{api::Api, book, fault::Fault, store::members};

/// Sets the jobs going.
pub(crate) fn schedule(host: &mut Host, api: &Api) {
    let settled = api.clone();
    let period = Duration::from_millis(api.config.settle_every_milliseconds);
    host.every("settle", period, move || {
        let api = settled.clone();
        async move { settle::run(&api).await }
    });
    let (reconciled, stop) = (api.clone(), host.stopping());
    host.task("reconcile", async move {
        let period = Duration::from_millis(reconciled.config.reconcile_every_milliseconds);
        loop {
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = reconciled.payments.bell.notified() => {}
                () = tokio::time::sleep(period) => {}
            }
            if let Err(error) = reconcile::run(&reconciled).await {
                tracing::error!(error = format!("{error:#}"), "orders were not looked at");
            }
        }
    });
    let refunded = api.clone();
    let period = Duration::from_millis(api.config.reconcile_every_milliseconds);
    let age = refund::age();
    host.every("refund", period, move || {
        let (api, age) = (refunded.clone(), age.clone());
        async move { refund::run(&api, &age).await }
    });
    let given = api.clone();
    host.every("signup bonus", Duration::from_secs(5), move || {
        let api = given.clone();
        async move { signup_bonus::run(&api).await }
    });
}

/// Settles what one member spent, in a transaction of its own.
async fn settle_member(api: &Api, member: MemberId, site: SiteId) -> Result<(), Fault> {
    let mut tx = api.db.begin().await?;
    members::ensure(&mut tx, member, site).await?;
    if let Some(known) = members::lock(&mut tx, member).await? {
        book::settle(&mut tx, &known, (&api.chance, api.clock.now())).await?;
    }
    Ok(tx.commit().await?)
}
