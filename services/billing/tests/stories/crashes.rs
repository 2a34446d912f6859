//! What a killed process leaves, and what the next one makes of it.

use billing::sandbox::{Call, Fault};
use proto::billing::v1::OrderStatus;

use crate::stage::*;

#[tokio::test]
async fn killed_between_making_a_payment_and_saving_it_there_is_one_payment() {
    let stage = Stage::with("provider_timeout_seconds = 60").await;
    let anna = stage.join().await;
    let order = fresh();
    stage.fails(Call::Create, Fault::Slow(60_000), 1).await;
    // The provider makes the payment; nobody is there any more to hear so.
    tokio::select! {
        answer = stage.order(anna, order, "") => panic!("{answer:?}"),
        () = stage.made(order) => {}
    }
    let stage = stage.crash().await;
    assert_eq!(stage.payments(order).await.len(), 1);
    assert_eq!(stage.status(order).await, "created");
    // The job asks again under the same key.
    stage.advance(6);
    stage.until(order, "pending").await;
    // And so does the browser.
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    assert_eq!(stage.look(anna, order).await.status(), OrderStatus::Paid);
    assert_eq!(stage.payments(order).await.len(), 1);
    assert_eq!(stage.has(anna).await.available, 100);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn an_order_that_the_provider_never_heard_of_is_finished_or_given_up() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let (finished, given_up) = (fresh(), fresh());
    stage.fails(Call::Create, Fault::Error, 1).await;
    assert_eq!(
        refusal(stage.order(anna, finished, "").await),
        "provider_away"
    );
    let stage = stage.crash().await;
    stage.advance(6);
    stage.until(finished, "pending").await;
    stage.fails(Call::Create, Fault::Error, 1).await;
    assert_eq!(
        refusal(stage.order(anna, given_up, "TIMEBONUS25").await),
        "provider_away"
    );
    // Nobody was there for an hour: the provider's memory of the key is over.
    stage.advance(3_600);
    stage.until(given_up, "failed").await;
    assert_eq!(stage.payments(given_up).await.len(), 0);
    stage.order(anna, fresh(), "TIMEBONUS25").await.unwrap();
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_retry_after_the_key_is_forgotten_makes_no_second_payment() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    stage.fails(Call::Create, Fault::Lost, 1).await;
    assert_eq!(refusal(stage.order(anna, order, "").await), "provider_away");
    stage.advance(3_700);
    let answer = stage.order(anna, order, "").await;
    // The reconciler may have been quicker.
    let ended = match answer {
        Ok(answer) => answer.order.unwrap().status() == OrderStatus::Failed,
        Err(refused) => reason(&refused) == "order_not_payable",
    };
    assert!(ended);
    assert_eq!(stage.status(order).await, "failed");
    assert_eq!(stage.payments(order).await.len(), 1);
}

#[tokio::test]
async fn killed_after_a_payment_was_paid_it_is_credited_once() {
    let mut stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    for _ in 0..3 {
        stage = stage.crash().await;
        stage.hint(&stage.payments(order).await[0]).await;
    }
    stage.until(order, "paid").await;
    assert_eq!(stage.has(anna).await.available, 100);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn killed_before_settling_no_message_is_lost_or_charged_twice() {
    let mut stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 100).await.unwrap();
    for _ in 0..4 {
        stage.said(anna, fresh(), lease, 10).await;
        stage = stage.crash().await;
    }
    stage.settled().await;
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (0, 60));
    assert_eq!(stage.booked(anna, "message").await, 4);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}
