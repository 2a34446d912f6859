//! Blocks: both ways, at once, and finished whatever happens.

use std::{sync::atomic::Ordering, time::Duration};

use kit::MemberId;
use proto::matching::v1::{GetRelationRequest, ListBlockedRequest, MemberBlocked, MemberUnblocked};

use crate::desk::{Desk, OTHER_SITE, reason};

async fn blocked_by(desk: &Desk, member: MemberId) -> Vec<String> {
    let answer = desk
        .as_member(member)
        .list_blocked(ListBlockedRequest {})
        .await
        .unwrap();
    answer
        .into_inner()
        .blocked
        .into_iter()
        .map(|line| line.member_id)
        .collect()
}

#[tokio::test]
async fn a_block_ends_everything_both_ways_before_it_answers() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.like(anna, bram).await.unwrap();
    desk.like(bram, anna).await.unwrap();
    desk.block(anna, bram).await.unwrap();
    assert_eq!(desk.told.chat.load(Ordering::SeqCst), 1);
    assert_eq!(desk.told.profiles.load(Ordering::SeqCst), 1);
    for (me, other) in [(anna, bram), (bram, anna)] {
        assert_eq!(desk.like(me, other).await.unwrap_err(), "member_unknown");
        assert_eq!(
            desk.swipe(me, other, true).await.unwrap_err(),
            "member_unknown"
        );
        let likes = desk.likes_of(me).await;
        assert!(likes.given.is_empty() && likes.received.is_empty());
    }
    assert_eq!(blocked_by(&desk, anna).await, [bram.to_string()]);
    assert!(
        blocked_by(&desk, bram).await.is_empty(),
        "who blocked is never told"
    );
    let request = GetRelationRequest {
        member_id: anna.to_string(),
    };
    let refusal = desk
        .as_member(bram)
        .get_relation(request)
        .await
        .unwrap_err();
    assert_eq!(reason(refusal), "member_unknown");
    desk.block(anna, bram).await.unwrap();
    desk.host.settle().await;
    assert_eq!(desk.host.events::<MemberBlocked>().len(), 1);
}

#[tokio::test]
async fn a_lifted_block_lets_both_begin_afresh() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.like(bram, anna).await.unwrap();
    desk.block(anna, bram).await.unwrap();
    desk.unblock(anna, bram).await.unwrap();
    desk.unblock(anna, bram).await.unwrap();
    assert!(blocked_by(&desk, anna).await.is_empty());
    assert_eq!(desk.told.chat.load(Ordering::SeqCst), 0);
    assert!(
        !desk.like(anna, bram).await.unwrap(),
        "the old like is gone"
    );
    desk.host.settle().await;
    assert_eq!(desk.host.events::<MemberUnblocked>().len(), 1);
}

#[tokio::test]
async fn each_side_lifts_only_its_own_block() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.block(anna, bram).await.unwrap();
    desk.block(bram, anna).await.unwrap();
    desk.unblock(anna, bram).await.unwrap();
    assert_eq!(desk.like(anna, bram).await.unwrap_err(), "member_unknown");
    desk.unblock(bram, anna).await.unwrap();
    assert!(desk.like(anna, bram).await.is_ok());
}

#[tokio::test]
async fn a_block_counts_while_chat_is_away_and_is_finished_later() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.told.chat_is_away.store(true, Ordering::SeqCst);
    assert_eq!(desk.block(anna, bram).await.unwrap_err(), "busy");
    assert_eq!(desk.like(bram, anna).await.unwrap_err(), "member_unknown");
    assert!(desk.host.events::<MemberBlocked>().is_empty());
    desk.told.chat_is_away.store(false, Ordering::SeqCst);
    desk.host.clock.advance(Duration::from_secs(6));
    let finished = async {
        while desk.host.events::<MemberBlocked>().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), finished)
        .await
        .unwrap();
    assert_eq!(desk.told.chat.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn blocking_again_while_it_is_being_lifted_wins() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.block(anna, bram).await.unwrap();
    desk.told.chat_is_away.store(true, Ordering::SeqCst);
    assert_eq!(desk.unblock(anna, bram).await.unwrap_err(), "busy");
    assert_eq!(
        desk.like(bram, anna).await.unwrap_err(),
        "member_unknown",
        "until all know"
    );
    desk.told.chat_is_away.store(false, Ordering::SeqCst);
    desk.block(anna, bram).await.unwrap();
    assert_eq!(blocked_by(&desk, anna).await, [bram.to_string()]);
    assert_eq!(desk.like(bram, anna).await.unwrap_err(), "member_unknown");
}

#[tokio::test]
async fn strangers_to_the_site_cannot_be_blocked() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    let foreign = desk.profile(OTHER_SITE, "member", true).await;
    assert_eq!(desk.block(me, foreign).await.unwrap_err(), "member_unknown");
    assert_eq!(desk.block(me, me).await.unwrap_err(), "is_self");
}
