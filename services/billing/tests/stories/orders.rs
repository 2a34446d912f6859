//! Buying: from the package to the credits.

use billing::sandbox::{Call, Fault, Webhooks};
use proto::billing::v1::*;

use crate::{fakes::SITE, stage::*};

#[tokio::test]
async fn the_first_purchase_brings_credits_and_premium() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    let shown = placed.order.unwrap();
    assert_eq!(shown.status(), OrderStatus::Pending);
    assert_eq!(shown.amount.unwrap().minor, 999);
    assert!(
        placed.checkout_url.contains("/pay/tr_"),
        "{}",
        placed.checkout_url
    );
    assert_eq!(
        stage.has(anna).await,
        Has {
            available: 0,
            leased: 0,
            premium: false
        }
    );
    stage.choose(&placed.checkout_url, "paid").await;
    // Nobody looks: the webhook alone does it.
    stage.until(order, "paid").await;
    assert_eq!(
        stage.has(anna).await,
        Has {
            available: 100,
            leased: 0,
            premium: true
        }
    );
    stage.host.settle().await;
    let paid = stage.host.events::<OrderPaid>();
    assert_eq!(
        (paid.len(), paid[0].credits, paid[0].amount_minor),
        (1, 100, 999)
    );
    assert_eq!(stage.host.events::<PremiumGranted>().len(), 1);
    let shown = stage.look(anna, order).await;
    assert!(shown.withdraw_until.is_some() && shown.paid_at.is_some());
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn whoever_comes_back_before_the_webhook_sees_the_credits() {
    let stage = Stage::set().await;
    stage.webhooks(Webhooks::Late { seconds: 3_600 }).await;
    let anna = stage.join().await;
    let order = stage.buy(anna).await;
    assert_eq!(stage.has(anna).await.available, 100);
    stage.advance(3_601);
    stage.delivered().await;
    stage.followed(order).await;
    assert_eq!(stage.has(anna).await.available, 100);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_payment_without_any_webhook_is_found() {
    let stage = Stage::set().await;
    stage.webhooks(Webhooks::Never).await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    stage.advance(6);
    stage.until(order, "paid").await;
    assert_eq!(stage.has(anna).await.available, 100);
}

#[tokio::test]
async fn webhooks_may_come_twice_and_in_any_order() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.webhooks(Webhooks::Twice).await;
    let first = fresh();
    let placed = stage.order(anna, first, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    stage.until(first, "paid").await;
    stage.webhooks(Webhooks::Hold).await;
    let mut held = Vec::new();
    for outcome in ["paid", "failed", "paid"] {
        let order = fresh();
        let placed = stage.order(anna, order, "").await.unwrap();
        stage.choose(&placed.checkout_url, outcome).await;
        held.push((order, outcome));
    }
    let url = stage.at_sandbox("/sandbox/webhooks/release");
    stage.sandbox_post(&url).send().await.unwrap();
    for (order, outcome) in held {
        stage.until(order, outcome).await;
    }
    assert_eq!(stage.has(anna).await.available, 300);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_retry_is_the_same_order_and_another_order_is_refused() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join().await, stage.join().await);
    let order = fresh();
    let first = stage.order(anna, order, "").await.unwrap();
    for _ in 0..4 {
        assert_eq!(stage.order(anna, order, "").await.unwrap(), first);
    }
    assert_eq!(stage.payments(order).await.len(), 1);
    assert_eq!(refusal(stage.order(bram, order, "").await), "order_exists");
    let dearer = CreateOrderRequest {
        order_id: order.to_string(),
        package_id: "credits-1500".to_owned(),
        method: "ideal".to_owned(),
        discount_code: String::new(),
        accept_immediate: true,
    };
    assert_eq!(
        refusal(stage.member(anna).create_order(dearer).await),
        "order_exists"
    );
}

#[tokio::test]
async fn ten_retries_at_once_make_one_payment() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let tries = (0..10).map(|_| stage.order(anna, order, "TIMEBONUS25"));
    let tries = futures::future::join_all(tries).await;
    let placed: Vec<_> = tries.into_iter().map(Result::unwrap).collect();
    assert!(
        placed
            .iter()
            .all(|one| one.checkout_url == placed[0].checkout_url)
    );
    assert_eq!(stage.payments(order).await.len(), 1);
}

#[tokio::test]
async fn what_comes_to_nothing_credits_nothing() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    for (outcome, status) in [
        ("failed", "failed"),
        ("expired", "expired"),
        ("canceled", "cancelled"),
    ] {
        let order = fresh();
        let placed = stage.order(anna, order, "").await.unwrap();
        stage.choose(&placed.checkout_url, outcome).await;
        stage.until(order, status).await;
        assert_eq!(
            refusal(stage.order(anna, order, "").await),
            "order_not_payable"
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
    stage.host.settle().await;
    let told: Vec<_> = stage
        .host
        .events::<OrderFailed>()
        .into_iter()
        .map(|event| event.outcome)
        .collect();
    assert_eq!(told, ["failed", "expired", "cancelled"]);
}

#[tokio::test]
async fn a_payment_that_arrives_after_all_wins() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    // The provider says so for once, wrongly or too early.
    stage
        .fails(Call::Fetch, Fault::Status("expired".to_owned()), 1)
        .await;
    assert_eq!(stage.look(anna, order).await.status(), OrderStatus::Expired);
    stage.choose(&placed.checkout_url, "paid").await;
    let payment = stage.payments(order).await.remove(0);
    stage.hint(&payment).await;
    stage.until(order, "paid").await;
    assert_eq!(stage.has(anna).await.available, 100);
    // And no late failure takes it back.
    stage
        .fails(Call::Fetch, Fault::Status("failed".to_owned()), 1)
        .await;
    stage.followed(order).await;
    assert_eq!(stage.status(order).await, "paid");
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn who_pays_later_gets_the_credits_later() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "later").await;
    assert_eq!(stage.look(anna, order).await.status(), OrderStatus::Pending);
    stage.advance(21);
    stage.until(order, "paid").await;
    assert_eq!(stage.has(anna).await.available, 100);
}

#[tokio::test]
async fn a_provider_that_stumbles_loses_no_order() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    stage.fails(Call::Create, Fault::Error, 1).await;
    assert_eq!(refusal(stage.order(anna, order, "").await), "provider_away");
    assert_eq!(stage.status(order).await, "created");
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    // It cannot tell; what is stored is shown, and asked again.
    stage.fails(Call::Fetch, Fault::Error, 1).await;
    assert_eq!(stage.look(anna, order).await.status(), OrderStatus::Pending);
    assert_eq!(stage.look(anna, order).await.status(), OrderStatus::Paid);
    assert_eq!(stage.payments(order).await.len(), 1);
}

#[tokio::test]
async fn a_provider_that_is_too_slow_counts_as_away() {
    let stage = Stage::with("provider_timeout_seconds = 1").await;
    let anna = stage.join().await;
    let order = fresh();
    stage.fails(Call::Create, Fault::Slow(60_000), 1).await;
    assert_eq!(refusal(stage.order(anna, order, "").await), "provider_away");
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    assert_eq!(stage.look(anna, order).await.status(), OrderStatus::Paid);
    assert_eq!(stage.payments(order).await.len(), 1);
    assert_eq!(stage.has(anna).await.available, 100);
}

#[tokio::test]
async fn what_is_for_sale_is_told_with_its_prices() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.advance(14_401);
    let answer = stage
        .member(anna)
        .list_packages(ListPackagesRequest::default())
        .await;
    let answer = answer.unwrap().into_inner();
    let shown: Vec<_> = answer
        .packages
        .iter()
        .map(|one| {
            (
                one.credits,
                one.price.clone().unwrap().minor,
                one.per_message.clone().unwrap().minor,
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            (100, 999, 100),
            (250, 1_999, 80),
            (600, 3_999, 67),
            (1_500, 7_999, 54)
        ]
    );
    assert!(
        answer
            .packages
            .iter()
            .all(|one| one.price == one.discounted)
    );
    assert_eq!(answer.discount, None);
    let methods: Vec<_> = answer.methods.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(
        methods,
        ["ideal", "creditcard", "paypal", "applepay", "banktransfer"]
    );
}

/// What a cheat or a mistake changes in an order.
type Change = fn(&mut CreateOrderRequest);

#[tokio::test]
async fn an_order_keeps_to_what_is_for_sale() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let right = CreateOrderRequest {
        order_id: fresh().to_string(),
        package_id: SMALL.to_owned(),
        method: "ideal".to_owned(),
        discount_code: String::new(),
        accept_immediate: true,
    };
    let cases: [(Change, &str); 7] = [
        (|one| one.order_id = "1".to_owned(), "value_invalid"),
        (
            |one| one.order_id = uuid::Uuid::from_u128(5).to_string(),
            "value_invalid",
        ),
        (
            |one| one.package_id = "credits-1".to_owned(),
            "package_unknown",
        ),
        (
            |one| one.method = "directdebit".to_owned(),
            "method_unknown",
        ),
        (|one| one.method = "bancontact".to_owned(), "method_unknown"),
        (|one| one.discount_code = "NOPE".to_owned(), "code_unknown"),
        (|one| one.accept_immediate = false, "value_invalid"),
    ];
    for (change, expected) in cases {
        let mut wrong = right.clone();
        change(&mut wrong);
        assert_eq!(
            refusal(stage.member(anna).create_order(wrong).await),
            expected
        );
    }
    let visitor = stage.host.visitor("billing", SITE);
    let mut visitor = billing_service_client::BillingServiceClient::new(visitor);
    assert_eq!(
        refusal(visitor.create_order(right.clone()).await),
        "not_logged_in"
    );
    let nowhere = kit::SiteId::new(uuid::Uuid::from_u128(404));
    let lost = stage.host.member("billing", nowhere, anna);
    let mut lost = billing_service_client::BillingServiceClient::new(lost);
    assert_eq!(refusal(lost.create_order(right).await), "site_unknown");
}

#[tokio::test]
async fn nobody_keeps_endless_orders_open() {
    let stage = Stage::with("open_orders = 3").await;
    let anna = stage.join().await;
    for _ in 0..3 {
        stage.order(anna, fresh(), "").await.unwrap();
    }
    assert_eq!(
        refusal(stage.order(anna, fresh(), "").await),
        "too_many_orders"
    );
}

#[tokio::test]
async fn an_open_order_tells_where_it_is_paid_and_what_it_was_for() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    let get = async || {
        let order_id = order.to_string();
        let request = GetOrderRequest { order_id };
        let answer = stage.member(anna).get_order(request).await;
        answer.unwrap().into_inner()
    };
    let open = get().await;
    assert_eq!(open.checkout_url, placed.checkout_url);
    assert_eq!(open.order.unwrap().package_id, SMALL);
    stage.choose(&placed.checkout_url, "failed").await;
    let ended = get().await;
    assert_eq!(ended.order.unwrap().status(), OrderStatus::Failed);
    assert_eq!(ended.checkout_url, "");
}

#[tokio::test]
async fn an_open_order_is_asked_about_once_in_a_few_seconds() {
    let stage = Stage::with(A_WHILE).await;
    let anna = stage.join().await;
    stage.webhooks(Webhooks::Never).await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    // Only the first of all these looks hears that it is open; a second one would hear more.
    stage
        .fails(Call::Fetch, Fault::Status("open".to_owned()), 1)
        .await;
    let looks = (0..20).map(|_| stage.look(anna, order));
    for shown in futures::future::join_all(looks).await {
        assert_eq!(shown.status(), OrderStatus::Pending);
    }
    let shown = stage.look(anna, order).await;
    assert_eq!(shown.status(), OrderStatus::Pending);
    stage.advance(3);
    let looks = (0..20).map(|_| stage.look(anna, order));
    for shown in futures::future::join_all(looks).await {
        assert_eq!(shown.status(), OrderStatus::Paid);
    }
    assert_eq!(stage.booked(anna, "purchase").await, 1);
}

#[tokio::test]
async fn a_provider_that_is_away_is_not_asked_at_every_look_either() {
    let stage = Stage::with(A_WHILE).await;
    let anna = stage.join().await;
    stage.webhooks(Webhooks::Never).await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    stage.choose(&placed.checkout_url, "paid").await;
    stage.fails(Call::Fetch, Fault::Error, 1).await;
    for _ in 0..3 {
        let shown = stage.look(anna, order).await;
        assert_eq!(shown.status(), OrderStatus::Pending);
    }
    stage.advance(3);
    let shown = stage.look(anna, order).await;
    assert_eq!(shown.status(), OrderStatus::Paid);
}

#[tokio::test]
async fn hints_hasten_a_look_once_in_a_few_seconds() {
    let stage = Stage::with(A_WHILE).await;
    let anna = stage.join().await;
    stage.webhooks(Webhooks::Never).await;
    let order = fresh();
    let placed = stage.order(anna, order, "").await.unwrap();
    let payment = stage.payments(order).await.remove(0);
    let hinted_at = stage.host.clock.now();
    stage.hint(&payment).await;
    stage.taken(order).await;
    for _ in 0..100 {
        stage.hint(&payment).await;
    }
    let db = stage.host.db("billing");
    let next = sqlx::query!(
        "select checks, next_check_at from orders where id = $1",
        order
    )
    .fetch_one(db.pool())
    .await
    .unwrap();
    assert_eq!(next.checks, 1);
    // They are not lost: what they tell of is looked at when the while is over.
    assert_eq!(
        next.next_check_at,
        Some(hinted_at + time::Duration::seconds(3))
    );
    stage.choose(&placed.checkout_url, "paid").await;
    stage.advance(3);
    stage.until(order, "paid").await;
}
