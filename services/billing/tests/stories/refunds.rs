//! Money on its way back: withdrawal, the provider's own refunds, chargebacks.

use billing::sandbox::{Call, Fault};
use proto::billing::v1::*;

use crate::{
    fakes::{keen, purse, unheard},
    money_back::*,
    stage::*,
};

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
    assert_eq!(
        refusal(withdraw(&stage, anna, order, false).await),
        "withdrawal_done"
    );
    // Whoever did not hear the answer gets it again.
    assert_eq!(
        withdraw(&stage, anna, order, true).await.unwrap(),
        (999, 100, true)
    );
    assert_eq!(stage.booked(anna, "withdrawal").await, 1);
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
async fn a_purse_that_was_filled_again_is_recalled_again() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    // In another tab she goes on writing.
    for confirm in [false, true] {
        keen(anna, 1, 40);
        assert_eq!(
            withdraw(&stage, anna, order, confirm).await.unwrap(),
            (999, 100, confirm)
        );
    }
    assert_eq!(stage.has(anna).await.leased, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn nobody_is_paid_back_too_little_because_chat_holds_credits() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    keen(anna, 1_000, 40);
    assert_eq!(refusal(withdraw(&stage, anna, order, false).await), "busy");
    keen(anna, 0, 0);
    withdraw(&stage, anna, order, false).await.unwrap();
    keen(anna, 1_000, 40);
    assert_eq!(refusal(withdraw(&stage, anna, order, true).await), "busy");
    assert_eq!(stage.booked(anna, "withdrawal").await, 0);
    keen(anna, 0, 0);
    assert_eq!(
        withdraw(&stage, anna, order, true).await.unwrap(),
        (999, 100, true)
    );
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn less_than_was_shown_is_not_paid_back_unasked() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    withdraw(&stage, anna, order, false).await.unwrap();
    let lease = fresh();
    stage.grant(anna, lease, 10, 10).await.unwrap();
    stage.said(anna, fresh(), lease, 10).await;
    stage.settled().await;
    for _ in 0..2 {
        assert_eq!(
            refusal(withdraw(&stage, anna, order, true).await),
            "withdrawal_not_confirmed"
        );
    }
    assert_eq!(stage.booked(anna, "withdrawal").await, 0);
    for confirm in [false, true] {
        assert_eq!(
            withdraw(&stage, anna, order, confirm).await.unwrap(),
            (899, 90, confirm)
        );
    }
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
    for answer in tries {
        assert_eq!(answer.unwrap(), (999, 100, true));
    }
    assert_eq!(stage.booked(anna, "withdrawal").await, 1);
    until_sent(&stage).await;
    assert_eq!(refunded_at_provider(&stage, order).await, 999);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn after_two_weeks_it_is_too_late() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    // Paid at one in the afternoon of Amsterdam: the last day ends at midnight, not at that hour.
    stage.advance(14 * 86_400 + 11 * 3_600 - 1);
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
async fn money_that_the_provider_paid_back_by_itself_is_booked_once() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let payment = stage.payments(order).await.remove(0);
    let url = stage.at_sandbox(&format!("/v2/payments/{payment}/refunds"));
    let body = serde_json::json!({ "amount": { "currency": "EUR", "value": "4.00" } });
    stage.sandbox_post(&url).json(&body).send().await.unwrap();
    stage.until(order, "part_refunded").await;
    stage.followed(order).await;
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
async fn a_chargeback_takes_what_lies_in_the_purse_too() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 50).await.unwrap();
    stage.said(anna, fresh(), lease, 10).await;
    stage.settled().await;
    purse(anna, lease, 10);
    charge_back(&stage, order).await;
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (0, 0));
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn what_was_lent_when_a_payment_was_charged_back_goes_when_it_comes_back() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 60).await.unwrap();
    unheard(anna, true);
    charge_back(&stage, order).await;
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (0, 60));
    assert_eq!(account(&stage, "chargeback_loss").await, 599);
    // What she has sent meanwhile is lost; what she has not goes.
    stage.said(anna, fresh(), lease, 10).await;
    stage.settled().await;
    stage.close(lease, 20).await.unwrap();
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (0, 10));
    stage.said(anna, fresh(), lease, 10).await;
    stage.settled().await;
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (0, 0));
    assert_eq!(account(&stage, "chargeback_loss").await, 200);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn who_buys_after_a_chargeback_has_what_they_bought_and_no_more() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let (first, second) = (fresh(), fresh());
    stage.grant(anna, first, 10, 60).await.unwrap();
    stage.grant(anna, second, 10, 40).await.unwrap();
    unheard(anna, true);
    charge_back(&stage, order).await;
    stage.close(second, 0).await.unwrap();
    assert_eq!(stage.has(anna).await.available, 0);
    stage.buy(anna).await;
    // Sixty of them stand for what lies in the purse.
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (40, 60));
    stage.close(first, 0).await.unwrap();
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (100, 0));
    assert_eq!(account(&stage, "chargeback_loss").await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn what_is_spent_after_a_chargeback_comes_from_what_is_still_paid_for() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    stage.advance(60);
    stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 200).await.unwrap();
    unheard(anna, true);
    charge_back(&stage, order).await;
    stage.said(anna, fresh(), lease, 50).await;
    stage.settled().await;
    stage.close(lease, 50).await.unwrap();
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (50, 0));
    assert_eq!(account(&stage, "chargeback_loss").await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_purse_that_chat_kept_at_a_chargeback_is_asked_for_again() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 60).await.unwrap();
    unheard(anna, true);
    charge_back(&stage, order).await;
    let next = stage.host.clock.now() + time::Duration::minutes(5);
    let put_off = async {
        let db = stage.host.db("billing");
        let next_check = || {
            sqlx::query_scalar!("select next_check_at from orders where id = $1", order)
                .fetch_one(db.pool())
        };
        while next_check().await.unwrap() != Some(next) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), put_off)
        .await
        .expect("the order is looked at again");
    assert_eq!(stage.has(anna).await.leased, 60);
    purse(anna, lease, 10);
    unheard(anna, false);
    stage.advance(300);
    let taken = async {
        while stage.has(anna).await.leased != 10 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), taken)
        .await
        .expect("the purse is recalled");
    assert_eq!(stage.has(anna).await.available, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn what_was_lent_when_the_provider_paid_back_goes_when_it_comes_back() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 100).await.unwrap();
    let payment = stage.payments(order).await.remove(0);
    let url = stage.at_sandbox(&format!("/v2/payments/{payment}/refunds"));
    let body = serde_json::json!({ "amount": { "currency": "EUR", "value": "4.00" } });
    stage.sandbox_post(&url).json(&body).send().await.unwrap();
    stage.until(order, "part_refunded").await;
    stage.close(lease, 0).await.unwrap();
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (60, 0));
    assert_eq!(account(&stage, "chargeback_loss").await, 0);
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
    assert_eq!(to_send(&stage).await, 0);
    assert_eq!(refunded_at_provider(&stage, order).await, 0);
    assert_eq!(account(&stage, "refund_liability").await, 0);
    assert_eq!(account(&stage, "clearing:mollie").await, 0);
    assert_eq!(account(&stage, "chargeback_loss").await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}
