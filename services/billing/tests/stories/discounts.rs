//! The time bonus and other codes.

use billing::sandbox::{Call, Fault, Webhooks};
use kit::MemberId;
use proto::billing::v1::*;

use crate::{fakes::SITE, stage::*};

const BONUS: &str = "TIMEBONUS25";

async fn welcome(stage: &Stage, member: MemberId) -> Option<DiscountCode> {
    code(stage, member, "", true).await
}

async fn code(stage: &Stage, member: MemberId, code: &str, welcome: bool) -> Option<DiscountCode> {
    let request = GetDiscountCodeRequest {
        member_id: member.to_string(),
        site_id: SITE.to_string(),
        code: code.to_owned(),
        welcome,
    };
    let answer = stage.service("gateway").get_discount_code(request).await;
    answer.unwrap().into_inner().code
}

#[tokio::test]
async fn a_new_member_has_a_quarter_off_for_four_hours() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let signed_up_at = stage.host.clock.now().unix_timestamp();
    let shown = welcome(&stage, anna).await.unwrap();
    assert_eq!(
        (shown.code.as_str(), shown.percentage, shown.status.as_str()),
        (BONUS, 25, "active")
    );
    assert_eq!(shown.expires.unwrap().seconds, signed_up_at + 14_400);
    let packages = stage
        .member(anna)
        .list_packages(ListPackagesRequest::default())
        .await;
    let packages = packages.unwrap().into_inner();
    assert_eq!(packages.packages[0].discounted.clone().unwrap().minor, 749);
    assert_eq!(packages.discount.unwrap().code, BONUS);
    let order = stage.buy_with(anna, BONUS).await;
    let order = stage.look(anna, order).await;
    assert_eq!(order.amount.unwrap().minor, 749);
    assert_eq!(order.discount_code, BONUS);
    // Used, and premium now: it is over.
    assert_eq!(welcome(&stage, anna).await, None);
    assert_eq!(
        code(&stage, anna, BONUS, false).await.unwrap().status,
        "used"
    );
    assert_eq!(
        refusal(stage.order(anna, fresh(), BONUS).await),
        "code_used"
    );
}

#[tokio::test]
async fn after_zero_it_is_over_and_nothing_starts_it_again() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.advance(14_399);
    assert!(welcome(&stage, anna).await.is_some());
    stage.advance(1);
    assert_eq!(welcome(&stage, anna).await, None);
    assert_eq!(
        refusal(stage.order(anna, fresh(), BONUS).await),
        "code_expired"
    );
    let shown = code(&stage, anna, "timebonus25", false).await.unwrap();
    assert!(shown.expired && shown.status == "expired");
    // Told again, years later: the first sign-up counts.
    stage.advance(100_000);
    stage.tell_joined(anna, SITE).await;
    assert_eq!(welcome(&stage, anna).await, None);
    assert_eq!(
        refusal(stage.order(anna, fresh(), BONUS).await),
        "code_expired"
    );
}

#[tokio::test]
async fn thirty_redemptions_at_once_leave_one() {
    let stage = Stage::with("open_orders = 100").await;
    let anna = stage.join().await;
    let tries = (0..30).map(|_| stage.order(anna, fresh(), BONUS));
    let tries = futures::future::join_all(tries).await;
    let (won, lost): (Vec<_>, Vec<_>) = tries.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1);
    assert!(
        lost.into_iter()
            .all(|outcome| refusal(outcome) == "code_used")
    );
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn an_order_that_comes_to_nothing_gives_the_code_back_within_the_window() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, BONUS).await.unwrap();
    assert_eq!(
        refusal(stage.order(anna, fresh(), BONUS).await),
        "code_used"
    );
    stage.choose(&placed.checkout_url, "failed").await;
    stage.until(order, "failed").await;
    assert!(welcome(&stage, anna).await.is_some());
    stage.order(anna, fresh(), BONUS).await.unwrap();
    stage.advance(14_400);
    assert_eq!(welcome(&stage, anna).await, None);
}

#[tokio::test]
async fn a_code_that_the_members_own_open_order_holds_is_still_theirs() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let order = fresh();
    let placed = stage.order(anna, order, BONUS).await.unwrap();
    // Ordering something else takes it along, so it is offered for that.
    assert!(welcome(&stage, anna).await.is_some());
    let shown = code(&stage, anna, BONUS, false).await.unwrap();
    assert_eq!(shown.status, "active");
    for typed in ["", BONUS] {
        let request = ListPackagesRequest {
            discount_code: typed.to_owned(),
        };
        let shown = stage.member(anna).list_packages(request).await;
        let shown = shown.unwrap().into_inner();
        assert_eq!(shown.discount.unwrap().code, BONUS);
        assert_eq!(shown.packages[0].discounted.clone().unwrap().minor, 749);
    }
    stage.choose(&placed.checkout_url, "paid").await;
    stage.until(order, "paid").await;
    assert_eq!(welcome(&stage, anna).await, None);
    let shown = code(&stage, anna, BONUS, false).await.unwrap();
    assert_eq!(shown.status, "used");
}

/// Orders a larger package with the code.
async fn orders_more(
    stage: &Stage,
    member: MemberId,
) -> Result<CreateOrderResponse, tonic::Status> {
    let request = CreateOrderRequest {
        order_id: fresh().to_string(),
        package_id: "credits-250".to_owned(),
        method: "ideal".to_owned(),
        discount_code: BONUS.to_owned(),
        accept_immediate: true,
    };
    let answer = stage.member(member).create_order(request).await?;
    Ok(answer.into_inner())
}

#[tokio::test]
async fn whoever_orders_something_else_takes_the_code_along() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let first = fresh();
    let placed = stage.order(anna, first, BONUS).await.unwrap();
    // The same choice again is no other one, and nothing is given up for what is refused anyway.
    let refused = CreateOrderRequest {
        order_id: fresh().to_string(),
        package_id: "credits-0".to_owned(),
        method: "ideal".to_owned(),
        discount_code: BONUS.to_owned(),
        accept_immediate: true,
    };
    let refused = stage.member(anna).create_order(refused).await;
    assert_eq!(refusal(refused), "package_unknown");
    assert_eq!(
        refusal(stage.order(anna, fresh(), BONUS).await),
        "code_used"
    );
    assert_eq!(stage.status(first).await, "pending");

    let second = orders_more(&stage, anna).await.unwrap();
    assert_eq!(stage.status(first).await, "cancelled");
    let order = second.order.unwrap();
    assert_eq!(order.discount_code, BONUS);
    assert_eq!(order.amount.unwrap().minor, 1_499);
    // The first can be paid no more.
    stage.choose(&placed.checkout_url, "paid").await;
    let first = stage.look(anna, first).await;
    assert_eq!(first.status(), OrderStatus::Cancelled);
    assert_eq!(stage.has(anna).await.available, 0);
    stage.choose(&second.checkout_url, "paid").await;
    stage.until(order.id.parse().unwrap(), "paid").await;
    assert_eq!(stage.has(anna).await.available, 250);
    assert_eq!(refusal(orders_more(&stage, anna).await), "code_used");
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn an_order_that_is_paid_while_it_is_to_be_cancelled_keeps_the_code() {
    // Paid before the provider is asked; and between its answer and the cancelling.
    for between in [false, true] {
        let stage = Stage::set().await;
        let anna = stage.join().await;
        stage.webhooks(Webhooks::Never).await;
        let first = fresh();
        let placed = stage.order(anna, first, BONUS).await.unwrap();
        stage.choose(&placed.checkout_url, "paid").await;
        if between {
            let open = Fault::Status("open".to_owned());
            stage.fails(Call::Fetch, open, 1).await;
        }
        assert_eq!(stage.status(first).await, "pending");
        assert_eq!(refusal(orders_more(&stage, anna).await), "code_used");
        assert_eq!(stage.status(first).await, "paid");
        let has = stage.has(anna).await;
        assert_eq!((has.available, has.premium), (100, true));
        assert_eq!(stage.broken_invariants().await, [""; 0]);
    }
}

#[tokio::test]
async fn a_payment_that_cannot_be_cancelled_keeps_the_code() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let first = fresh();
    let placed = stage.order(anna, first, BONUS).await.unwrap();
    stage.fails(Call::Fetch, Fault::Settled, 2).await;
    assert_eq!(refusal(orders_more(&stage, anna).await), "code_used");
    // It says yes, and then no.
    stage.fails(Call::Cancel, Fault::Refused, 1).await;
    assert_eq!(refusal(orders_more(&stage, anna).await), "code_used");
    assert_eq!(stage.status(first).await, "pending");
    // It does it, and nobody hears of it: the next try finds it done.
    stage.fails(Call::Cancel, Fault::Lost, 1).await;
    assert_eq!(refusal(orders_more(&stage, anna).await), "provider_away");
    orders_more(&stage, anna).await.unwrap();
    assert_eq!(stage.status(first).await, "cancelled");
    stage.choose(&placed.checkout_url, "paid").await;
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn other_choices_at_once_leave_one_that_holds_the_code() {
    let stage = Stage::with("open_orders = 100").await;
    let anna = stage.join().await;
    stage.order(anna, fresh(), BONUS).await.unwrap();
    let tries = (0..10).map(|_| orders_more(&stage, anna));
    let tries = futures::future::join_all(tries).await;
    let (won, lost): (Vec<_>, Vec<_>) = tries.into_iter().partition(Result::is_ok);
    assert_eq!(won.len(), 1);
    for outcome in lost {
        assert_eq!(refusal(outcome), "code_used");
    }
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn codes_keep_to_their_country_minimum_and_member() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join().await, stage.join().await);
    let db = stage.host.db("billing");
    sqlx::query!(
        "
        insert into discount_codes (site_id, code, percentage, country, member_id, currency, minimum_minor, once)
        values ($1, 'BELGIUM', 10, 'BE', null, 'EUR', 0, true),
               ($1, 'LARGE', 10, null, null, 'EUR', 1999, true),
               ($1, 'ANNAS', 50, null, $2, 'EUR', 0, true),
               ($1, 'ALWAYS', 5, null, null, 'EUR', 0, false)
        ",
        SITE.get(),
        anna.get(),
    )
    .execute(db.pool())
    .await
    .unwrap();
    assert_eq!(
        refusal(stage.order(anna, fresh(), "BELGIUM").await),
        "code_country"
    );
    // What no order of hers can be placed with is not shown as if one could.
    assert_eq!(code(&stage, anna, "BELGIUM", false).await, None);
    let request = GetDiscountCodeRequest {
        site_id: SITE.to_string(),
        code: "BELGIUM".to_owned(),
        ..GetDiscountCodeRequest::default()
    };
    let shown = stage.service("gateway").get_discount_code(request).await;
    let shown = shown.unwrap().into_inner().code.unwrap();
    assert_eq!(
        (shown.country.as_str(), shown.status.as_str()),
        ("BE", "active")
    );
    let short = stage.order(anna, fresh(), "LARGE").await.unwrap_err();
    assert_eq!(reason(&short), "code_minimum");
    assert_eq!(kit::fault::detail(&short, "minimum_minor").unwrap(), "1999");
    assert_eq!(
        refusal(stage.order(bram, fresh(), "ANNAS").await),
        "code_unknown"
    );
    assert_eq!(code(&stage, bram, "ANNAS", false).await, None);
    let placed = stage.order(anna, fresh(), "annas").await.unwrap();
    assert_eq!(placed.order.unwrap().amount.unwrap().minor, 499);
    for _ in 0..2 {
        stage.order(bram, fresh(), "ALWAYS").await.unwrap();
    }
    assert_eq!(code(&stage, bram, "NOPE", false).await, None);
}

#[tokio::test]
async fn a_visitor_sees_prices_and_no_discount() {
    let stage = Stage::set().await;
    let visitor = stage.host.visitor("billing", SITE);
    let mut client = billing_service_client::BillingServiceClient::new(visitor);
    let request = ListPackagesRequest {
        discount_code: BONUS.to_owned(),
    };
    let shown = client.list_packages(request).await.unwrap().into_inner();
    assert_eq!(shown.discount, None);
    assert_eq!(shown.packages.len(), 4);
    for package in &shown.packages {
        assert_eq!(package.discounted, package.price);
    }
    assert!(shown.methods.iter().any(|method| method.id == "ideal"));
    let wallet = client.get_wallet(GetWalletRequest {}).await;
    assert_eq!(refusal(wallet), "not_logged_in");
}
