//! What billing tells of money, so that a receipt can be written of it.

use billing::sandbox::{Call, Fault};
use kit::MemberId;
use proto::{accounts::v1::AccountCreated, billing::v1::*};
use time::{Duration, OffsetDateTime, macros::datetime};
use uuid::Uuid;

use crate::{fakes::SITE, stage::*};

const START: OffsetDateTime = datetime!(2026-03-02 12:00 UTC);

fn at(moment: Option<prost_types::Timestamp>) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(moment.unwrap().seconds).unwrap()
}

fn vat(minor: i64) -> Vat {
    Vat {
        country: "NL".to_owned(),
        permille: 210,
        minor,
    }
}

async fn withdraw(stage: &Stage, member: MemberId, order: Uuid, confirm: bool) {
    let request = WithdrawRequest {
        order_id: order.to_string(),
        confirm,
    };
    stage.member(member).withdraw(request).await.unwrap();
}

async fn told<E: proto::Event>(stage: &Stage) -> Vec<E> {
    stage.host.settle().await;
    stage.host.events()
}

/// Waits until the provider has a refund.
async fn sent(stage: &Stage) -> RefundSent {
    let sent = async {
        loop {
            if let Some(sent) = told::<RefundSent>(stage).await.pop() {
                return sent;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), sent)
        .await
        .expect("the refund is sent")
}

#[tokio::test]
async fn a_payment_is_told_with_all_that_its_receipt_says() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "TIMEBONUS25").await.unwrap();
    stage.advance(90);
    stage.choose(&placed.checkout_url, "paid").await;
    stage.look(anna, order).await;
    let paid = told::<OrderPaid>(&stage).await;
    assert_eq!(paid.len(), 1);
    let paid_at = START + Duration::seconds(90);
    let expected = OrderPaid {
        member_id: anna.to_string(),
        site_id: SITE.to_string(),
        order_id: order.to_string(),
        credits: 100,
        amount_minor: 749,
        currency: "EUR".to_owned(),
        paid_at: paid[0].paid_at,
        vat: Some(vat(130)),
        method: "ideal".to_owned(),
        discount_code: "TIMEBONUS25".to_owned(),
        accepted_at: paid[0].accepted_at,
        withdraw_until: paid[0].withdraw_until,
    };
    assert_eq!(paid[0], expected);
    assert_eq!(at(paid[0].paid_at), paid_at);
    assert_eq!(at(paid[0].accepted_at), START);
    assert_eq!(at(paid[0].withdraw_until), paid_at + Duration::days(14));
    // What the page says is what the receipt says.
    let shown = stage.look(anna, order).await;
    assert_eq!(shown.withdraw_until, paid[0].withdraw_until);
    assert_eq!(shown.paid_at, paid[0].paid_at);
}

#[tokio::test]
async fn a_withdrawal_is_told_at_once_and_the_refund_when_the_provider_has_it() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    stage.advance(3_600);
    withdraw(&stage, anna, order, false).await;
    assert_eq!(
        told::<WithdrawalDeclared>(&stage).await,
        [],
        "asking declares nothing"
    );
    stage.fails(Call::Refund, Fault::Error, 1).await;
    withdraw(&stage, anna, order, true).await;
    let declared = told::<WithdrawalDeclared>(&stage).await;
    assert_eq!(declared.len(), 1);
    let expected = WithdrawalDeclared {
        member_id: anna.to_string(),
        site_id: SITE.to_string(),
        order_id: order.to_string(),
        declared_at: declared[0].declared_at,
        credits: 100,
        paid_at: declared[0].paid_at,
        unused_credits: 100,
        amount_minor: 999,
        currency: "EUR".to_owned(),
        vat: Some(vat(173)),
        method: "ideal".to_owned(),
    };
    assert_eq!(declared[0], expected);
    assert_eq!(at(declared[0].declared_at), START + Duration::hours(1));
    assert_eq!(at(declared[0].paid_at), START);
    let shown = stage.look(anna, order).await;
    assert_eq!(shown.withdrawn_at, declared[0].declared_at);
    assert_eq!(
        told::<RefundSent>(&stage).await,
        [],
        "the provider was away"
    );

    stage.advance(31);
    let refund = sent(&stage).await;
    assert_eq!(
        (refund.order_id, refund.amount_minor, refund.vat),
        (order.to_string(), 999, Some(vat(173)))
    );
    assert_eq!(
        at(refund.sent_at),
        START + Duration::hours(1) + Duration::seconds(31)
    );
    assert_eq!(told::<RefundMade>(&stage).await.len(), 1);
    assert_eq!(told::<RefundSent>(&stage).await.len(), 1);
}

#[tokio::test]
async fn a_withdrawal_from_which_nothing_comes_back_is_told_too() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 100).await.unwrap();
    for _ in 0..10 {
        stage.said(anna, fresh(), lease, 10).await;
    }
    stage.settled().await;
    withdraw(&stage, anna, order, false).await;
    withdraw(&stage, anna, order, true).await;
    let declared = told::<WithdrawalDeclared>(&stage).await;
    assert_eq!((declared.len(), declared[0].amount_minor), (1, 0));
    assert_eq!(told::<RefundSent>(&stage).await, []);
}

#[tokio::test]
async fn money_that_the_provider_paid_back_by_itself_is_told_as_sent() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let payment = stage.payments(order).await.remove(0);
    let url = stage.at_sandbox(&format!("/v2/payments/{payment}/refunds"));
    let body = serde_json::json!({ "amount": { "currency": "EUR", "value": "4.00" } });
    stage.sandbox_post(&url).json(&body).send().await.unwrap();
    let refund = sent(&stage).await;
    assert_eq!((refund.amount_minor, refund.vat), (400, Some(vat(69))));
    assert_eq!(told::<WithdrawalDeclared>(&stage).await, []);
}

#[tokio::test]
async fn the_buyers_country_decides_on_the_vat() {
    let stage = Stage::with("vat_permille = { NO = 250 }").await;
    for (country, expected) in [
        ("NO", Some((250, 200))),
        ("FI", Some((255, 203))),
        ("US", None),
    ] {
        let member = MemberId::new(fresh());
        let created = AccountCreated {
            member_id: member.to_string(),
            site_id: SITE.to_string(),
            language: "en".to_owned(),
            country: country.to_owned(),
        };
        stage.tell("accounts", &created).await;
        let order = fresh();
        let request = CreateOrderRequest {
            order_id: order.to_string(),
            package_id: SMALL.to_owned(),
            method: "creditcard".to_owned(),
            discount_code: String::new(),
            accept_immediate: true,
        };
        let placed = stage.member(member).create_order(request).await.unwrap();
        let placed = placed.into_inner();
        stage.choose(&placed.checkout_url, "paid").await;
        stage.look(member, order).await;
        let paid = told::<OrderPaid>(&stage).await.pop().unwrap();
        // The buyer sees what the receipt says.
        for vat in [placed.order.unwrap().vat, paid.vat] {
            let vat = vat.map(|vat| (vat.permille, vat.minor));
            assert_eq!(vat, expected, "{country}");
        }
    }
}

#[tokio::test]
async fn a_promised_term_outlives_a_change_of_the_sites() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    let db = stage.host.db("billing");
    // Bought when the site granted a month.
    sqlx::query!("update orders set refund_days = 30 where id = $1", order)
        .execute(db.pool())
        .await
        .unwrap();
    stage.advance(20 * 86_400);
    withdraw(&stage, anna, order, false).await;
    withdraw(&stage, anna, order, true).await;
    let shown = stage.look(anna, order).await;
    assert_eq!(shown.status(), OrderStatus::Refunded);
}
