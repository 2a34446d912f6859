//! Money on its way back, as stories ask for it and look at it.

use std::time::Duration;

use kit::MemberId;
use proto::billing::v1::WithdrawRequest;
use tonic::Status;
use uuid::Uuid;

use crate::stage::*;

pub(crate) async fn withdraw(
    stage: &Stage,
    member: MemberId,
    order: Uuid,
    confirm: bool,
) -> Result<(i64, u32, bool), Status> {
    let request = WithdrawRequest {
        order_id: order.to_string(),
        confirm,
    };
    let answer = stage.member(member).withdraw(request).await?.into_inner();
    Ok((answer.amount.unwrap().minor, answer.credits, answer.done))
}

/// Sum of the house's entries in an account, in cents.
pub(crate) async fn account(stage: &Stage, account: &str) -> i64 {
    let db = stage.host.db("billing");
    sqlx::query_scalar!(
        r#"select coalesce(sum(amount), 0)::bigint as "sum!" from ledger_entries where account = $1"#,
        account,
    )
    .fetch_one(db.pool())
    .await
    .unwrap()
}

pub(crate) async fn refunded_at_provider(stage: &Stage, order: Uuid) -> i64 {
    let payment = stage.payments(order).await.remove(0);
    let db = stage.host.db("billing");
    sqlx::query_scalar!(
        "select refunded_minor from sandbox_payments where id = $1",
        payment
    )
    .fetch_one(db.pool())
    .await
    .unwrap()
}

/// Refunds that the job will send.
pub(crate) async fn to_send(stage: &Stage) -> i64 {
    let db = stage.host.db("billing");
    sqlx::query_scalar!(
        r#"select count(*) as "waiting!" from refunds where next_try_at is not null"#
    )
    .fetch_one(db.pool())
    .await
    .unwrap()
}

pub(crate) async fn until_sent(stage: &Stage) {
    let sent = async {
        while account(stage, "refund_liability").await != 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), sent)
        .await
        .expect("refund is sent");
}

pub(crate) async fn charge_back(stage: &Stage, order: Uuid) {
    let payment = stage.payments(order).await.remove(0);
    let url = stage.at_sandbox(&format!("/sandbox/payments/{payment}/chargeback"));
    assert_eq!(stage.sandbox_post(&url).send().await.unwrap().status(), 204);
    stage.until(order, "charged_back").await;
}
