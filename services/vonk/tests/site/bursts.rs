//! Much at once never comes to more than is allowed.

#![expect(
    clippy::disallowed_methods,
    reason = "the test looks into the databases from outside"
)]

use std::{collections::BTreeMap, future::Future};

use futures::future::join_all;
use proto::{
    billing::v1::{GetOrderRequest, GetOrderResponse, OrderStatus},
    matching::v1::{SwipeRequest, SwipeResponse},
};
use tonic::Status;

use crate::{
    crowd::{members, new_id, wait_for},
    running::Site,
};

/// How many calls ended how: by reason, "ok" for an answer.
async fn outcomes<T>(
    calls: impl IntoIterator<Item = impl Future<Output = Result<T, Status>>>,
) -> BTreeMap<String, usize> {
    let mut outcomes = BTreeMap::new();
    for answer in join_all(calls).await {
        let word = match answer {
            Ok(_) => "ok".to_owned(),
            Err(status) => kit::fault::reason(&status).unwrap_or_else(|| format!("{status:?}")),
        };
        *outcomes.entry(word).or_default() += 1;
    }
    outcomes
}

fn counted(wanted: &[(&str, usize)]) -> BTreeMap<String, usize> {
    wanted
        .iter()
        .map(|&(word, count)| (word.to_owned(), count))
        .collect()
}

/// Keeps a copy of every event that the service tells from now on.
async fn overhear(site: &Site, service: &str) -> sqlx::PgPool {
    let database = site.database(service).await;
    sqlx::raw_sql(
        "
        create table told (type text not null, payload bytea not null);
        create function overhear() returns trigger language plpgsql as $$
        begin
            insert into told values (new.type, new.payload);
            return new;
        end
        $$;
        create trigger overhear before insert on outbox for each row execute function overhear();
        ",
    )
    .execute(&database)
    .await
    .unwrap();
    database
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_messages_at_once_with_credits_for_one() {
    let site = Site::together().await;
    let people = members(&site, 11).await;
    let (me, friends) = people.split_first().unwrap();
    me.buy(&new_id(), "credits-100").await.unwrap();
    // Until chat has heard of the premium, there are free messages left.
    let mut spent = 0;
    while spent < 90 {
        let answer = me.send(&new_id(), &friends[0].id, "mostly paid").await;
        spent += answer.unwrap().message.unwrap().price;
    }

    let sends = (0..50).map(|number| async move {
        let friend = &friends[number % friends.len()].id;
        me.send(&new_id(), friend, "the last credits").await
    });
    let outcomes = outcomes(sends).await;
    assert_eq!(outcomes, counted(&[("ok", 1), ("credits_short", 49)]));

    let (holds, said) = site.check_invariants(30);
    assert!(holds, "{said}");
    let wallet = me.wallet().await.unwrap();
    assert_eq!((wallet.available, wallet.leased), (0, 0));
    let chat = site.database("chat").await;
    let (paid, cost): (i64, i64) =
        sqlx::query_as("select count(*), sum(price) from messages where price > 0")
            .fetch_one(&chat)
            .await
            .unwrap();
    assert_eq!((paid, cost), (10, 100));
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_likes_of_one_pair_from_both_sides_are_one_match() {
    let site = Site::together().await;
    let people = members(&site, 2).await;
    let [anna, bram] = &people[..] else { panic!() };
    let matching = overhear(&site, "matching").await;

    let likes = (0..30).map(|number| async move {
        if number % 2 == 0 {
            anna.like(&bram.id).await
        } else {
            bram.like(&anna.id).await
        }
    });
    assert_eq!(outcomes(likes).await, counted(&[("ok", 30)]));

    let told: Vec<(String, i64)> =
        sqlx::query_as("select type, count(*) from told group by type order by type")
            .fetch_all(&matching)
            .await
            .unwrap();
    let told: Vec<_> = told
        .iter()
        .map(|(kind, count)| (kind.as_str(), *count))
        .collect();
    assert_eq!(told, [("LikeMade", 2), ("MatchMade", 1)]);
    let matched: Vec<bool> = sqlx::query_scalar("select matched_at is not null from pairs")
        .fetch_all(&matching)
        .await
        .unwrap();
    assert_eq!(matched, [true]);
    let (holds, said) = site.check_invariants(30);
    assert!(holds, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn twenty_swipes_at_once_are_four_likes() {
    let site = Site::together().await;
    let people = members(&site, 21).await;
    let (me, others) = people.split_first().unwrap();
    let swipes = others.iter().map(|other| async move {
        let question = SwipeRequest {
            member_id: other.id.clone(),
            like: true,
        };
        me.insist::<_, SwipeResponse>("vonk.matching.v1.MatchingService/Swipe", &question)
            .await
    });
    let outcomes = outcomes(swipes).await;
    assert_eq!(outcomes, counted(&[("ok", 4), ("swipes_used_up", 16)]));

    let matching = site.database("matching").await;
    let likes: i64 = sqlx::query_scalar("select count(*) from pairs")
        .fetch_one(&matching)
        .await
        .unwrap();
    assert_eq!(likes, 4);
    let (holds, said) = site.check_invariants(30);
    assert!(holds, "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_orders_under_one_id_are_one_order_paid_once() {
    let site = Site::together().await;
    let people = members(&site, 1).await;
    let me = &people[0];
    let order_id = new_id();

    let placed = join_all((0..10).map(|_| me.order(&order_id, "credits-250"))).await;
    let urls: Vec<String> = placed
        .into_iter()
        .map(|placed| placed.unwrap().checkout_url)
        .collect();
    assert!(
        !urls[0].is_empty() && urls.iter().all(|url| *url == urls[0]),
        "{urls:?}"
    );

    // Impatient: pays ten times and asks ten times what became of it.
    for paid in join_all((0..10).map(|_| me.pay(&urls[0]))).await {
        paid.unwrap();
    }
    let status = || async {
        let question = GetOrderRequest {
            order_id: order_id.clone(),
        };
        let answer: GetOrderResponse = me
            .insist("vonk.billing.v1.BillingService/GetOrder", &question)
            .await
            .unwrap();
        answer.order.unwrap().status() == OrderStatus::Paid
    };
    join_all((0..10).map(|_| wait_for(status))).await;

    let (holds, said) = site.check_invariants(30);
    assert!(holds, "{said}");
    assert_eq!(me.wallet().await.unwrap().available, 250);
    let billing = site.database("billing").await;
    let (orders, payments): (i64, i64) = sqlx::query_as(
        "select (select count(*) from orders), (select count(*) from sandbox_payments)",
    )
    .fetch_one(&billing)
    .await
    .unwrap();
    assert_eq!((orders, payments), (1, 1));
}
