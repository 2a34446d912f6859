//! A provider that loses, refuses or forgets, and what becomes of the money.

use billing::sandbox::{Call, Fault, Webhooks};
use proto::billing::v1::*;
use uuid::Uuid;

use crate::{money_back::*, stage::*};

/// What a person has to look at of an order.
async fn trouble(stage: &Stage, order: Uuid) -> Option<String> {
    let db = stage.host.db("billing");
    sqlx::query_scalar!("select trouble from orders where id = $1", order)
        .fetch_one(db.pool())
        .await
        .unwrap()
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
async fn a_refund_whose_answer_was_lost_for_longer_than_keys_live_is_paid_once() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 70).await.unwrap();
    stage.said(anna, fresh(), lease, 70).await;
    stage.settled().await;
    withdraw(&stage, anna, order, false).await.unwrap();
    stage.fails(Call::Refund, Fault::Lost, 1).await;
    assert_eq!(
        withdraw(&stage, anna, order, true).await.unwrap(),
        (300, 30, true)
    );
    // Nobody was there for an hour. More of the payment is left, so that a second refund would be made.
    stage.advance(3_700);
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 300);
    stage.followed(order).await;
    assert_eq!(stage.booked(anna, "refund").await, 1);
    assert_eq!(stage.booked(anna, "reversal").await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_refund_that_the_provider_never_heard_of_is_sent_when_it_is_back() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    stage.fails(Call::Refund, Fault::Error, 1).await;
    withdraw(&stage, anna, order, true).await.unwrap();
    stage.advance(3_700);
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 999);
    assert_eq!(stage.booked(anna, "refund").await, 1);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_payment_that_the_provider_does_not_know_for_a_while_is_credited_when_it_does() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "TIMEBONUS25").await.unwrap();
    stage.fails(Call::Fetch, Fault::Unknown, 100).await;
    assert_eq!(stage.look(anna, order).await.status(), OrderStatus::Pending);
    stage.followed(order).await;
    assert_eq!(stage.status(order).await, "pending");
    let told = trouble(&stage, order).await;
    assert_eq!(told.as_deref(), Some("unknown to the provider"));
    // Its page is still there, and the member pays.
    stage.choose(&placed.checkout_url, "paid").await;
    stage.followed(order).await;
    assert_eq!(stage.status(order).await, "pending");
    stage.webhooks(Webhooks::Never).await;
    // Nobody hints: it is looked at again all the same.
    let paid = async {
        while stage.status(order).await != "paid" {
            // Not once: a look that is on its way counts its next one from the new time.
            stage.advance(3_601);
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), paid)
        .await
        .expect("it is looked at");
    assert_eq!(trouble(&stage, order).await, None);
    assert_eq!(stage.has(anna).await.available, 100);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_booked_payment_that_the_provider_does_not_know_any_more_stays_booked() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    stage.fails(Call::Fetch, Fault::Unknown, 100).await;
    stage.followed(order).await;
    assert_eq!(stage.status(order).await, "paid");
    assert!(trouble(&stage, order).await.is_some());
    assert_eq!(stage.has(anna).await.available, 100);
}

#[tokio::test]
async fn a_mismatch_that_is_gone_is_forgotten_and_what_was_paid_is_credited() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let (hinted, waited, abandoned) = (fresh(), fresh(), fresh());
    stage.fails(Call::Create, Fault::Mode, 3).await;
    for (order, code) in [(hinted, ""), (waited, ""), (abandoned, "TIMEBONUS25")] {
        let placed = stage.order(anna, order, code).await.unwrap();
        assert_eq!(placed.order.unwrap().status(), OrderStatus::Quarantined);
    }
    let page = async |order: Uuid| {
        let payment = stage.payments(order).await.remove(0);
        stage.at_sandbox(&format!("/pay/{payment}"))
    };
    stage.choose(&page(hinted).await, "paid").await;
    stage.hint(&stage.payments(hinted).await[0]).await;
    stage.until(hinted, "paid").await;
    stage.choose(&page(waited).await, "paid").await;
    stage.choose(&page(abandoned).await, "failed").await;
    stage.advance(86_401);
    stage.until(waited, "paid").await;
    stage.until(abandoned, "failed").await;
    for order in [hinted, waited, abandoned] {
        assert_eq!(trouble(&stage, order).await, None);
    }
    assert_eq!(stage.has(anna).await.available, 200);
    assert_eq!(stage.booked(anna, "purchase").await, 2);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_refund_that_comes_back_is_told_to_a_person() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    withdraw(&stage, anna, order, true).await.unwrap();
    until_sent(&stage).await;
    stage.followed(order).await;
    assert_eq!(trouble(&stage, order).await, None);
    stage.webhooks(Webhooks::Never).await;
    let payment = stage.payments(order).await.remove(0);
    let url = stage.at_sandbox(&format!("/sandbox/payments/{payment}/refunds/return"));
    assert_eq!(stage.sandbox_post(&url).send().await.unwrap().status(), 204);
    // No hint comes; it is found by the weekly look.
    let told = async {
        while trouble(&stage, order).await.is_none() {
            // Not once: a look that is on its way counts its next one from the new time.
            stage.advance(7 * 86_400 + 1);
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), told)
        .await
        .expect("it is told");
    let told = trouble(&stage, order).await;
    assert_eq!(told.as_deref(), Some("refund came back"));
    // It is not sent again behind that person's back.
    assert_eq!(refunded_at_provider(&stage, order).await, 0);
    assert_eq!(to_send(&stage).await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_refund_that_the_provider_refuses_is_tried_again_every_day() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    // Our balance there is too low.
    stage.fails(Call::Refund, Fault::Refused, 1).await;
    assert!(withdraw(&stage, anna, order, true).await.unwrap().2);
    assert_eq!(account(&stage, "refund_liability").await, -999);
    assert_eq!(to_send(&stage).await, 1);
    stage.advance(86_401);
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 999);
    assert_eq!(stage.booked(anna, "refund").await, 1);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_refund_that_is_refused_for_two_weeks_waits_for_a_person() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    stage.fails(Call::Refund, Fault::Refused, 100).await;
    withdraw(&stage, anna, order, true).await.unwrap();
    stage.advance(14 * 86_400);
    let given_up = async {
        while to_send(&stage).await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), given_up)
        .await
        .expect("it is given up");
    assert_eq!(account(&stage, "refund_liability").await, -999);
    assert_eq!(refunded_at_provider(&stage, order).await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}
