//! The swipe game: four likes a day, whatever is tried.

use std::time::Duration;

use futures::future::join_all;
use kit::MemberId;
use proto::matching::v1::LikeMade;

use crate::desk::{Desk, OTHER_SITE, SITE};

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_of_swipes_never_gives_more_than_four_likes() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    let mut others = Vec::new();
    for _ in 0..12 {
        others.push(desk.member().await);
    }
    let burst = others.iter().map(|&other| desk.swipe(me, other, true));
    let outcomes = join_all(burst).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 4);
    for refusal in outcomes.into_iter().filter_map(Result::err) {
        assert_eq!(refusal, "swipes_used_up");
    }
    desk.host.settle().await;
    assert_eq!(desk.host.events::<LikeMade>().len(), 4);
}

#[tokio::test]
async fn the_next_day_begins_at_the_sites_midnight() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    for left in [3, 2, 1, 0] {
        let other = desk.member().await;
        assert_eq!(desk.swipe(me, other, true).await.unwrap().likes_left, left);
    }
    let other = desk.member().await;
    assert_eq!(
        desk.swipe(me, other, true).await.unwrap_err(),
        "swipes_used_up"
    );
    // 12:00 UTC is 13:00 in Amsterdam: eleven hours to midnight there.
    desk.host.clock.advance(Duration::from_mins(11 * 60 - 1));
    assert_eq!(
        desk.swipe(me, other, true).await.unwrap_err(),
        "swipes_used_up"
    );
    desk.host.clock.advance(Duration::from_secs(61));
    assert_eq!(desk.swipe(me, other, true).await.unwrap().likes_left, 3);
}

#[tokio::test]
async fn passing_costs_nothing_and_a_decision_counts_once() {
    let desk = Desk::new().await;
    let (me, other) = (desk.member().await, desk.member().await);
    for _ in 0..9 {
        let passed = desk.member().await;
        assert_eq!(desk.swipe(me, passed, false).await.unwrap().likes_left, 4);
    }
    desk.like(other, me).await.unwrap();
    let swipe = desk.swipe(me, other, true).await.unwrap();
    assert!(swipe.matched);
    // The answer was lost, and the browser asks again.
    let again = desk.swipe(me, other, true).await.unwrap();
    assert_eq!((again.matched, again.likes_left), (true, 3));
}

#[tokio::test]
async fn nobody_decides_about_who_cannot_be_met() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    let blocker = desk.member().await;
    desk.block(blocker, me).await.unwrap();
    let foreign = desk.profile(OTHER_SITE, "member", true).await;
    let hidden = desk.profile(SITE, "member", false).await;
    let nobody = MemberId::new(uuid::Uuid::from_u128(99));
    for like in [false, true] {
        for other in [blocker, foreign, hidden, nobody] {
            assert_eq!(
                desk.swipe(me, other, like).await.unwrap_err(),
                "member_unknown"
            );
        }
        assert_eq!(
            desk.swipe(hidden, me, like).await.unwrap_err(),
            "not_confirmed"
        );
    }
    let db = desk.host.db("matching");
    let kept = sqlx::query_scalar!(r#"select count(*) as "count!" from swipes"#);
    assert_eq!(kept.fetch_one(db.pool()).await.unwrap(), 0);
    // Who was decided about before may be gone since.
    let other = desk.member().await;
    desk.swipe(me, other, false).await.unwrap();
    desk.block(other, me).await.unwrap();
    desk.swipe(me, other, false).await.unwrap();
}

#[tokio::test]
async fn days_that_are_over_are_forgotten() {
    let desk = Desk::with("swipe_sweep_seconds = 1").await;
    let (me, other) = (desk.member().await, desk.member().await);
    let db = desk.host.db("matching");
    let days = async || {
        let days = sqlx::query_scalar!(r#"select count(*) as "count!" from swipe_days"#);
        days.fetch_one(db.pool()).await.unwrap()
    };
    desk.swipe(me, other, true).await.unwrap();
    desk.host.clock.advance(Duration::from_hours(2 * 24));
    let next = desk.member().await;
    desk.swipe(me, next, true).await.unwrap();
    assert_eq!(days().await, 2);
    desk.host.clock.advance(Duration::from_hours(24));
    desk.until("the first day is forgotten", async || days().await == 1)
        .await;
    // What was decided stays.
    assert_eq!(desk.swipe(me, other, true).await.unwrap().likes_left, 4);
}

#[tokio::test]
async fn a_refused_swipe_costs_nothing() {
    let desk = Desk::new().await;
    let (me, other) = (desk.member().await, desk.member().await);
    desk.block(other, me).await.unwrap();
    assert_eq!(
        desk.swipe(me, other, true).await.unwrap_err(),
        "member_unknown"
    );
    let next = desk.member().await;
    assert_eq!(desk.swipe(me, next, true).await.unwrap().likes_left, 3);
}
