//! The swipe game: four likes a day, whatever is tried.

use std::time::Duration;

use futures::future::join_all;
use proto::matching::v1::LikeMade;

use crate::desk::Desk;

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
    assert_eq!(desk.swipe(me, other, true).await.unwrap().likes_left, 3);
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
