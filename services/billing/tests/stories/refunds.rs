//! Money on its way back: withdrawal, the provider's own refunds, chargebacks.

use std::time::Duration;

use billing::sandbox::{Call, Fault};
use kit::MemberId;
use proto::billing::v1::*;
use tonic::Status;
use uuid::Uuid;

use crate::{fakes::purse, stage::*};

async fn withdraw(
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
async fn account(stage: &Stage, account: &str) -> i64 {
    let db = stage.host.db("billing");
    sqlx::query_scalar!(
        r#"select coalesce(sum(amount), 0)::bigint as "sum!" from ledger_entries where account = $1"#,
        account,
    )
    .fetch_one(db.pool())
    .await
    .unwrap()
}

async fn refunded_at_provider(stage: &Stage, order: Uuid) -> i64 {
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

async fn until_sent(stage: &Stage) {
    let sent = async {
        while account(stage, "refund_liability").await != 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), sent)
        .await
        .expect("refund is sent");
}

#[tokio::test]
async fn an_untouched_purchase_is_paid_back_whole_and_premium_goes() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    assert_eq!(
        refusal(withdraw(&stage, anna, order, true).await),
        "withdrawal_not_confirmed"
    );
    assert_eq!(
        withdraw(&stage, anna, order, false).await.unwrap(),
        (999, 100, false)
    );
    assert_eq!(stage.has(anna).await.available, 100);
    assert_eq!(
        withdraw(&stage, anna, order, true).await.unwrap(),
        (999, 100, true)
    );
    assert_eq!(
        stage.has(anna).await,
        Has {
            available: 0,
            leased: 0,
            premium: false
        }
    );
    assert_eq!(
        stage.look(anna, order).await.status(),
        OrderStatus::Refunded
    );
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 999);
    assert_eq!(account(&stage, "clearing:mollie").await, 0);
    stage.host.settle().await;
    assert_eq!(stage.host.events::<RefundMade>().len(), 1);
    assert_eq!(stage.host.events::<PremiumRevoked>().len(), 1);
    for confirm in [false, true] {
        assert_eq!(
            refusal(withdraw(&stage, anna, order, confirm).await),
            "withdrawal_done"
        );
    }
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn only_unused_credits_are_paid_back_and_the_purse_is_recalled_first() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 60).await.unwrap();
    stage.said(anna, fresh(), lease, 10).await;
    // Two more are sent, and billing hears of them only later.
    purse(anna, lease, 30);
    assert_eq!(
        withdraw(&stage, anna, order, false).await.unwrap(),
        (699, 70, false)
    );
    assert_eq!(
        withdraw(&stage, anna, order, true).await.unwrap(),
        (699, 70, true)
    );
    stage.said(anna, fresh(), lease, 10).await;
    stage.said(anna, fresh(), lease, 10).await;
    stage.settled().await;
    assert_eq!(
        stage.has(anna).await,
        Has {
            available: 0,
            leased: 0,
            premium: true
        }
    );
    assert_eq!(
        stage.look(anna, order).await.status(),
        OrderStatus::PartRefunded
    );
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 699);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn the_oldest_purchase_is_used_up_first() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let first = stage.buy(anna).await;
    stage.advance(60);
    let second = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 150).await.unwrap();
    for _ in 0..12 {
        stage.said(anna, fresh(), lease, 10).await;
    }
    stage.settled().await;
    purse(anna, lease, 120);
    assert_eq!(
        withdraw(&stage, anna, first, false).await.unwrap(),
        (0, 0, false)
    );
    assert_eq!(
        withdraw(&stage, anna, second, false).await.unwrap(),
        (799, 80, false)
    );
    assert_eq!(
        withdraw(&stage, anna, first, true).await.unwrap(),
        (0, 0, true)
    );
    assert_eq!(stage.look(anna, first).await.status(), OrderStatus::Paid);
    assert_eq!(
        withdraw(&stage, anna, second, true).await.unwrap(),
        (799, 80, true)
    );
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn ten_confirmations_at_once_pay_back_once() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    let tries = (0..10).map(|_| withdraw(&stage, anna, order, true));
    let tries = futures::future::join_all(tries).await;
    assert_eq!(tries.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 999);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn after_two_weeks_it_is_too_late() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    stage.advance(14 * 86_400 - 1);
    withdraw(&stage, anna, order, false).await.unwrap();
    stage.advance(1);
    assert_eq!(
        refusal(withdraw(&stage, anna, order, true).await),
        "withdrawal_over"
    );
    assert_eq!(stage.look(anna, order).await.withdraw_until, None);
    let unpaid = fresh();
    stage.order(anna, unpaid, "").await.unwrap();
    assert_eq!(
        refusal(withdraw(&stage, anna, unpaid, false).await),
        "withdrawal_over"
    );
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_paid_once() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    stage.fails(Call::Refund, Fault::Lost, 1).await;
    assert!(withdraw(&stage, anna, order, true).await.unwrap().2);
    stage.advance(31);
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 999);
    assert_eq!(stage.booked(anna, "refund").await, 1);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn money_that_the_provider_paid_back_by_itself_is_booked_once() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let payment = stage.payments(order).await.remove(0);
    let url = stage.at_sandbox(&format!("/v2/payments/{payment}/refunds"));
    let body = serde_json::json!({ "amount": { "currency": "EUR", "value": "4.00" } });
    stage.sandbox_post(&url).json(&body).send().await.unwrap();
    stage.until(order, "part_refunded").await;
    for _ in 0..3 {
        stage.hint(&payment).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(
        stage.has(anna).await,
        Has {
            available: 60,
            leased: 0,
            premium: true
        }
    );
    assert_eq!(stage.booked(anna, "reversal").await, 1);
    // What is left can still be withdrawn from.
    withdraw(&stage, anna, order, false).await.unwrap();
    assert_eq!(
        withdraw(&stage, anna, order, true).await.unwrap(),
        (599, 60, true)
    );
    assert_eq!(
        stage.look(anna, order).await.status(),
        OrderStatus::Refunded
    );
    assert!(!stage.has(anna).await.premium);
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 999);
    assert_eq!(account(&stage, "clearing:mollie").await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

async fn charge_back(stage: &Stage, order: Uuid) {
    let payment = stage.payments(order).await.remove(0);
    let url = stage.at_sandbox(&format!("/sandbox/payments/{payment}/chargeback"));
    assert_eq!(stage.sandbox_post(&url).send().await.unwrap().status(), 204);
    stage.until(order, "charged_back").await;
}

#[tokio::test]
async fn a_chargeback_takes_what_is_unused_and_the_house_bears_the_rest() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 40).await.unwrap();
    for _ in 0..4 {
        stage.said(anna, fresh(), lease, 10).await;
    }
    stage.settled().await;
    stage.close(lease, 40).await.unwrap();
    charge_back(&stage, order).await;
    assert_eq!(
        stage.has(anna).await,
        Has {
            available: 0,
            leased: 0,
            premium: false
        }
    );
    assert_eq!(account(&stage, "chargeback_loss").await, 400);
    assert_eq!(account(&stage, "clearing:mollie").await, 0);
    assert_eq!(
        refusal(withdraw(&stage, anna, order, false).await),
        "withdrawal_done"
    );
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn who_was_charged_back_is_not_paid_back_a_second_time() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    // The provider is away, the refund waits; meanwhile the bank takes the money back.
    stage.fails(Call::Refund, Fault::Error, 1).await;
    withdraw(&stage, anna, order, true).await.unwrap();
    stage.webhooks(billing::sandbox::Webhooks::Once).await;
    charge_back(&stage, order).await;
    stage.advance(31);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 0);
    assert_eq!(account(&stage, "refund_liability").await, 0);
    assert_eq!(account(&stage, "clearing:mollie").await, 0);
    assert_eq!(account(&stage, "chargeback_loss").await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}
