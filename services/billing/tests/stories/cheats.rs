//! Trying to get credits that nobody paid for.

use billing::sandbox::{Call, Fault};
use proto::billing::v1::*;

use crate::stage::*;

#[tokio::test]
async fn the_same_webhook_a_hundred_times_at_once_credits_once() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    let payment = stage.payments(order).await.remove(0);
    stage.choose(&placed.checkout_url, "paid").await;
    let hints = (0..100).map(|_| stage.hint(&payment));
    let looks = (0..10).map(|_| stage.look(anna, order));
    futures::future::join(
        futures::future::join_all(hints),
        futures::future::join_all(looks),
    )
    .await;
    stage.until(order, "paid").await;
    assert_eq!(stage.has(anna).await.available, 100);
    assert_eq!(stage.booked(anna, "purchase").await, 1);
    stage.host.settle().await;
    assert_eq!(stage.host.events::<OrderPaid>().len(), 1);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn forged_and_foreign_hints_change_nothing() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    stage.order(anna, order, "").await.unwrap();
    let payment = stage.payments(order).await.remove(0);
    let bodies = [
        "id=tr_doesnotexist".to_owned(),
        format!("id={payment}&status=paid"),
        format!("{{\"id\":\"{payment}\",\"status\":\"paid\"}}"),
        "id=../../v2/payments".to_owned(),
        "status=paid".to_owned(),
        String::new(),
        "id=tr_'; drop table orders; --".to_owned(),
    ];
    for provider in ["mollie", "stripe", ""] {
        for body in &bodies {
            let request = ReceiveWebhookRequest {
                provider: provider.to_owned(),
                body: body.clone().into_bytes(),
            };
            let answer = stage.service("gateway").receive_webhook(request).await;
            assert_eq!(answer.unwrap().into_inner(), ReceiveWebhookResponse {});
        }
    }
    stage.followed(order).await;
    assert_eq!(stage.status(order).await, "pending");
    assert_eq!(stage.has(anna).await.available, 0);
}

#[tokio::test]
async fn a_payment_that_does_not_fit_its_order_is_quarantined() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let faults = [
        Fault::Amount("0.01".to_owned()),
        Fault::Amount("9.990".to_owned()),
        Fault::Currency("PLN".to_owned()),
        Fault::Mode,
        Fault::Order(fresh().to_string()),
    ];
    for fault in faults {
        let order = fresh();
        let placed = stage.order(anna, order, "").await.unwrap();
        stage.choose(&placed.checkout_url, "paid").await;
        stage.fails(Call::Fetch, fault.clone(), 100).await;
        let shown = stage.look(anna, order).await;
        assert_eq!(shown.status(), OrderStatus::Quarantined, "{fault:?}");
        // No hint changes that.
        stage.hint(&stage.payments(order).await[0]).await;
        assert_eq!(
            stage.look(anna, order).await.status(),
            OrderStatus::Quarantined
        );
    }
    assert_eq!(
        stage.has(anna).await,
        Has {
            available: 0,
            leased: 0,
            premium: false
        }
    );
    assert_eq!(stage.booked(anna, "purchase").await, 0);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_provider_that_makes_another_payment_than_asked_for_gets_no_payer() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage
        .fails(Call::Create, Fault::Amount("999.00".to_owned()), 1)
        .await;
    let placed = stage.order(anna, fresh(), "").await.unwrap();
    assert_eq!(placed.order.unwrap().status(), OrderStatus::Quarantined);
    assert_eq!(placed.checkout_url, "");
}

#[tokio::test]
async fn orders_of_others_are_not_there() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join().await, stage.join().await);
    let order_id = stage.buy(anna).await.to_string();
    let mut here = stage.member(bram);
    let order = GetOrderRequest {
        order_id: order_id.clone(),
    };
    assert_eq!(refusal(here.get_order(order).await), "order_unknown");
    for confirm in [false, true] {
        let withdraw = WithdrawRequest {
            order_id: order_id.clone(),
            confirm,
        };
        assert_eq!(refusal(here.withdraw(withdraw).await), "order_unknown");
    }
    let list = here
        .list_transactions(ListTransactionsRequest::default())
        .await;
    assert_eq!(
        list.unwrap().into_inner(),
        ListTransactionsResponse::default()
    );
    assert_eq!(stage.has(anna).await.available, 100);
}

#[tokio::test]
async fn the_ledger_refuses_what_must_not_be() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let db = stage.host.db("billing");
    let member = anna.get();
    let broken = |outcome: Result<sqlx::postgres::PgQueryResult, sqlx::Error>| match outcome {
        Err(sqlx::Error::Database(refusal)) => refusal.constraint().unwrap_or_default().to_owned(),
        other => panic!("{other:?}"),
    };
    let changed = sqlx::query!("update ledger_entries set amount = amount + 1");
    assert_eq!(
        broken(changed.execute(db.pool()).await),
        "ledger_append_only"
    );
    let removed = sqlx::query!("delete from ledger_transactions");
    assert_eq!(
        broken(removed.execute(db.pool()).await),
        "ledger_append_only"
    );
    let below = sqlx::query!(
        "update balances set balance = -1 where member_id = $1",
        member
    );
    assert_eq!(
        broken(below.execute(db.pool()).await),
        "balances_not_negative"
    );
    let lopsided = sqlx::query!(
        "
        insert into ledger_entries (transaction_id, account, unit, member_id, amount)
        select id, 'bonus', 'CREDIT', member_id, 5 from ledger_transactions where kind = 'purchase'
        "
    );
    assert_eq!(
        broken(lopsided.execute(db.pool()).await),
        "ledger_sums_to_zero"
    );
    let overdrawn = sqlx::query!(
        "
        insert into ledger_entries (transaction_id, account, unit, member_id, amount)
        select id, entry.account, 'CREDIT', case when entry.of_member then member_id end, entry.amount
        from   ledger_transactions,
               (values ('bonus', true, -5), ('promotion', false, 5)) as entry (account, of_member, amount)
        where  kind = 'purchase'
        "
    );
    assert_eq!(
        broken(overdrawn.execute(db.pool()).await),
        "balances_not_negative"
    );
    let twice = sqlx::query!(
        "
        insert into ledger_transactions (id, provider, reference, kind, member_id, booked_at)
        select $1, provider, reference, kind, member_id, booked_at
        from   ledger_transactions where kind = 'purchase'
        ",
        fresh(),
    );
    assert_eq!(
        broken(twice.execute(db.pool()).await),
        "ledger_transactions_once"
    );
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}
