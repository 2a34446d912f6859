//! Credits that chat borrows, and what becomes of them.

use kit::MemberId;
use proto::billing::v1::*;

use crate::{fakes::*, stage::*};

#[tokio::test]
async fn a_lease_is_granted_once_however_often_it_is_asked_for() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let lease = fresh();
    let granted = stage.grant(anna, lease, 10, 50).await.unwrap();
    assert_eq!((granted.granted, granted.paid), (50, 50));
    for _ in 0..3 {
        assert_eq!(stage.grant(anna, lease, 10, 90).await.unwrap(), granted);
    }
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (50, 50));
    // A lease belongs to one member.
    let bram = stage.join().await;
    assert_eq!(
        refusal(stage.grant(bram, lease, 10, 50).await),
        "value_invalid"
    );
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_lease_is_never_larger_than_what_is_there() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    let short = stage.grant(anna, fresh(), 10, 50).await.unwrap_err();
    assert_eq!(reason(&short), "credits_short");
    assert_eq!(kit::fault::detail(&short, "available").unwrap(), "0");
    assert_eq!(kit::fault::detail(&short, "price").unwrap(), "10");
    stage.buy(anna).await;
    let first = stage.grant(anna, fresh(), 60, 80).await.unwrap();
    assert_eq!(first.granted, 80);
    let rest = stage.grant(anna, fresh(), 10, 80).await.unwrap();
    assert_eq!(rest.granted, 20);
    assert_eq!(
        refusal(stage.grant(anna, fresh(), 1, 1).await),
        "credits_short"
    );
}

#[tokio::test]
async fn fifty_leases_at_once_never_lend_more_than_there_is() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let asks = (0..50).map(|_| async { stage.grant(anna, fresh(), 10, 10).await.is_ok() });
    let granted = futures::future::join_all(asks).await;
    assert_eq!(granted.into_iter().filter(|granted| *granted).count(), 10);
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (0, 100));
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_message_is_charged_once_however_often_it_is_told() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let (lease, message) = (fresh(), fresh());
    stage.grant(anna, lease, 10, 50).await.unwrap();
    for _ in 0..3 {
        stage.said(anna, message, lease, 10).await;
        stage.settled().await;
    }
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (50, 40));
    assert_eq!(stage.booked(anna, "message").await, 1);
    assert_eq!(stage.close(lease, 10).await.unwrap(), 40);
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (90, 0));
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn messages_that_are_heard_of_after_the_lease_was_closed_are_covered() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 50).await.unwrap();
    // Chat spent 30; billing has heard of nothing yet.
    assert_eq!(stage.close(lease, 30).await.unwrap(), 20);
    assert_eq!(stage.close(lease, 30).await.unwrap(), 20);
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (70, 30));
    for _ in 0..3 {
        stage.said(anna, fresh(), lease, 10).await;
    }
    stage.settled().await;
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (70, 0));
    // A closed lease lends nothing more.
    assert_eq!(
        refusal(stage.grant(anna, lease, 10, 50).await),
        "lease_closed"
    );
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn a_lease_that_was_closed_before_it_was_granted_never_is() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let lease = fresh();
    assert_eq!(refusal(stage.close(lease, 0).await), "lease_unknown");
    assert_eq!(
        refusal(stage.grant(anna, lease, 10, 50).await),
        "lease_closed"
    );
    assert_eq!(stage.has(anna).await.available, 100);
}

#[tokio::test]
async fn buried_leases_are_forgotten_after_two_weeks_and_cost_nobody_anything() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let mut leases = [fresh(), fresh(), fresh()];
    leases.sort_unstable();
    let [old, young, youngest] = leases;
    let remembered = async || {
        sqlx::query_scalar!("select id from lease_tombstones order by id")
            .fetch_all(stage.host.db("billing").pool())
            .await
            .unwrap()
    };
    assert_eq!(refusal(stage.close(old, 0).await), "lease_unknown");
    stage.advance(13 * 86_400);
    assert_eq!(refusal(stage.close(young, 0).await), "lease_unknown");
    assert_eq!(remembered().await, [old, young]);
    stage.advance(86_401);
    assert_eq!(refusal(stage.close(youngest, 0).await), "lease_unknown");
    assert_eq!(remembered().await, [young, youngest]);
    assert_eq!(
        refusal(stage.grant(anna, young, 10, 50).await),
        "lease_closed"
    );
    // Whatever is told or asked of the forgotten one, and of one that is remembered.
    for lease in [old, young] {
        stage.said(anna, fresh(), lease, 10).await;
        stage.settled().await;
        assert_eq!(refusal(stage.close(lease, 10).await), "lease_unknown");
        let has = stage.has(anna).await;
        assert_eq!((has.available, has.leased), (100, 0));
    }
    assert_eq!(remembered().await, [old, young, youngest]);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn what_chat_sold_beyond_its_lease_makes_nobody_poorer_than_zero() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 90).await.unwrap();
    // 130 credits are sold, 90 of them lent, 10 more are the member's own.
    for _ in 0..13 {
        stage.said(anna, fresh(), lease, 10).await;
    }
    // And a lease that never was is nobody's to pay.
    stage.said(anna, fresh(), fresh(), 10).await;
    stage.settled().await;
    let has = stage.has(anna).await;
    assert_eq!((has.available, has.leased), (0, 0));
    assert_eq!(stage.booked(anna, "message").await, 14);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn every_change_is_told_under_a_higher_revision() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let lease = fresh();
    stage.grant(anna, lease, 10, 50).await.unwrap();
    stage.said(anna, fresh(), lease, 10).await;
    stage.settled().await;
    stage.close(lease, 10).await.unwrap();
    stage.host.settle().await;
    let told: Vec<_> = stage
        .host
        .events::<CreditsChanged>()
        .into_iter()
        .filter(|event| event.member_id == anna.to_string())
        .map(|event| (event.revision, event.available, event.leased))
        .collect();
    assert_eq!(told, [(1, 100, 0), (2, 50, 50), (3, 50, 40), (4, 90, 0)]);
}

#[tokio::test]
async fn a_deleted_member_is_lent_nothing() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let (member_id, site_id) = (anna.to_string(), SITE.to_string());
    let deleted = proto::accounts::v1::AccountDeleted {
        member_id: member_id.clone(),
        site_id: site_id.clone(),
        erase_at: None,
    };
    stage.tell("accounts", &deleted).await;
    assert_eq!(
        refusal(stage.grant(anna, fresh(), 10, 50).await),
        "credits_short"
    );
    let back = proto::accounts::v1::AccountReactivated { member_id, site_id };
    stage.tell("accounts", &back).await;
    assert_eq!(
        stage.grant(anna, fresh(), 10, 50).await.unwrap().granted,
        50
    );
}

#[tokio::test]
async fn members_whose_messages_cannot_be_settled_keep_nobody_waiting() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let db = stage.host.db("billing");
    // More than one round's worth of broken ones, before everybody else: their messages are booked already.
    sqlx::query!(
        "
        with broken as (
            insert into members (id, site_id)
            select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, $1
            from   generate_series(1, 201) n
            returning id
        ), booked as (
            insert into ledger_transactions (id, provider, reference, kind, member_id, booked_at)
            select id, 'chat', id::text, 'message', id, now() from broken
        )
        insert into spends (message_id, member_id, site_id, lease_id, kind, credits, sent_at)
        select id, id, $1, id, 'message', 10, now() from broken
        ",
        SITE.get(),
    )
    .execute(db.pool())
    .await
    .unwrap();
    let lease = fresh();
    stage.grant(anna, lease, 10, 10).await.unwrap();
    stage.said(anna, fresh(), lease, 10).await;
    let settled = async {
        while stage.booked(anna, "message").await == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), settled)
        .await
        .expect("anna's message is settled");
}

#[tokio::test]
async fn a_generous_site_gives_credits_once_for_signing_up_and_they_are_spent_first() {
    let stage = Stage::with("").await;
    let anna = MemberId::new(fresh());
    stage.tell_joined(anna, GENEROUS).await;
    let (member_id, site_id) = (anna.to_string(), GENEROUS.to_string());
    let activated = proto::accounts::v1::AccountActivated { member_id, site_id };
    stage.tell("accounts", &activated).await;
    stage.tell("accounts", &activated).await;
    let given = async {
        while stage.has(anna).await.available == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(15), given)
        .await
        .unwrap();
    let request = GrantLeaseRequest {
        lease_id: fresh().to_string(),
        member_id: anna.to_string(),
        site_id: GENEROUS.to_string(),
        needed: 10,
        wanted: 20,
    };
    let granted = stage
        .service("chat")
        .grant_lease(request)
        .await
        .unwrap()
        .into_inner();
    assert_eq!((granted.granted, granted.paid), (20, 0));
    assert_eq!(stage.booked(anna, "bonus").await, 1);
    assert!(!stage.has(anna).await.premium);
    assert_eq!(stage.broken_invariants().await, [""; 0]);
}

#[tokio::test]
async fn only_chat_borrows() {
    let stage = Stage::set().await;
    let anna = stage.join().await;
    stage.buy(anna).await;
    let mut gateway = stage.service("gateway");
    assert_eq!(
        refusal(gateway.grant_lease(GrantLeaseRequest::default()).await),
        "not_allowed"
    );
    assert_eq!(
        refusal(gateway.close_lease(CloseLeaseRequest::default()).await),
        "not_allowed"
    );
    let way = stage.host.member("billing", SITE, anna);
    let mut member = billing_internal_service_client::BillingInternalServiceClient::new(way);
    assert_eq!(
        refusal(member.grant_lease(GrantLeaseRequest::default()).await),
        "not_allowed"
    );
    let wallet = GetMemberWalletRequest {
        member_id: anna.to_string(),
    };
    assert_eq!(
        refusal(member.get_member_wallet(wallet).await),
        "not_allowed"
    );
}
