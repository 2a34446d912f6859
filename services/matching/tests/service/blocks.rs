//! Blocks: both ways, at once, and finished whatever happens.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use kit::MemberId;
use proto::matching::v1::{
    GetRelationRequest, GetRelationResponse, ListBlockedRequest, MemberBlocked, MemberUnblocked,
};

use tokio::task::JoinSet;

use crate::desk::{Desk, OTHER_SITE, SITE, reason};

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
        .map(|line| {
            assert_eq!(line.name, format!("name of {}", line.member_id));
            line.member_id
        })
        .collect()
}

#[tokio::test]
async fn a_block_ends_everything_both_ways_before_it_answers() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.like(anna, bram).await.unwrap();
    desk.like(bram, anna).await.unwrap();
    desk.block(anna, bram).await.unwrap();
    assert_eq!(desk.told.chat.standing(), 1);
    assert_eq!(desk.told.profiles.standing(), 1);
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
async fn who_is_gone_looks_like_who_has_shut_one_out() {
    let desk = Desk::new().await;
    let (anna, bram, cleo) = (
        desk.member().await,
        desk.member().await,
        desk.member().await,
    );
    for other in [bram, cleo] {
        desk.like(other, anna).await.unwrap();
    }
    desk.block(bram, anna).await.unwrap();
    desk.tell(SITE, cleo, 2, "member", false).await;
    desk.host.settle().await;
    let relation = async |other: MemberId| {
        let request = GetRelationRequest {
            member_id: other.to_string(),
        };
        desk.as_member(anna)
            .get_relation(request)
            .await
            .map(tonic::Response::into_inner)
            .map_err(reason)
    };
    for other in [bram, cleo] {
        assert_eq!(relation(other).await.unwrap_err(), "member_unknown");
        // One's own block is told of both, for it can be lifted.
        desk.block(anna, other).await.unwrap();
        let own = GetRelationResponse {
            blocked: true,
            ..GetRelationResponse::default()
        };
        assert_eq!(relation(other).await.unwrap(), own);
    }
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
    assert_eq!(desk.told.chat.standing(), 0);
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
    assert_eq!(desk.told.chat.standing(), 1);
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
async fn a_lifting_that_arrives_late_does_not_undo_a_new_block() {
    let desk = Arc::new(Desk::new().await);
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.block(anna, bram).await.unwrap();
    let held = desk.told.removing.hold().await;
    let own = Arc::clone(&desk);
    let mut late = JoinSet::new();
    late.spawn(async move { own.unblock(anna, bram).await });
    desk.told.removing.arrived().await;
    desk.block(anna, bram).await.unwrap();
    drop(held);
    late.join_next().await.unwrap().unwrap().unwrap();
    assert_eq!(blocked_by(&desk, anna).await, [bram.to_string()]);
    let told = (desk.told.chat.standing(), desk.told.profiles.standing());
    assert_eq!(told, (1, 1), "a block that is one everywhere");
    desk.host.settle().await;
    assert!(desk.host.events::<MemberUnblocked>().is_empty());
    let decisions = desk.host.events::<MemberBlocked>();
    let [first, second] = decisions.as_slice() else {
        panic!("told twice, not {decisions:?}");
    };
    assert!(0 < first.decision && first.decision < second.decision);
}

#[tokio::test]
async fn a_block_that_arrives_late_does_not_undo_its_lifting() {
    let desk = Arc::new(Desk::new().await);
    let (anna, bram) = (desk.member().await, desk.member().await);
    let held = desk.told.recording.hold().await;
    let own = Arc::clone(&desk);
    let mut late = JoinSet::new();
    late.spawn(async move { own.block(anna, bram).await });
    desk.told.recording.arrived().await;
    desk.unblock(anna, bram).await.unwrap();
    drop(held);
    late.join_next().await.unwrap().unwrap().unwrap();
    assert!(blocked_by(&desk, anna).await.is_empty());
    let told = (desk.told.chat.standing(), desk.told.profiles.standing());
    assert_eq!(told, (0, 0), "a conversation that can go on");
    desk.host.settle().await;
    assert!(desk.host.events::<MemberBlocked>().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_like_that_had_to_wait_for_a_block_sees_it() {
    let desk = Arc::new(Desk::new().await);
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.like(bram, anna).await.unwrap();
    // Whoever holds the pair makes the block wait when it has written half of what it writes.
    let mut holder = desk.host.db("matching").begin().await.unwrap();
    sqlx::query!("select low from pairs for update")
        .fetch_one(&mut *holder)
        .await
        .unwrap();
    let (own, mut blocking) = (Arc::clone(&desk), JoinSet::new());
    blocking.spawn(async move { own.block(bram, anna).await });
    desk.waiting(1).await;
    let (own, mut late) = (Arc::clone(&desk), JoinSet::new());
    late.spawn(async move { own.like(anna, bram).await });
    desk.waiting(2).await;
    holder.commit().await.unwrap();
    blocking.join_next().await.unwrap().unwrap().unwrap();
    let outcome = late.join_next().await.unwrap().unwrap();
    assert_eq!(outcome.unwrap_err(), "member_unknown");
    desk.unblock(bram, anna).await.unwrap();
    for me in [anna, bram] {
        let likes = desk.likes_of(me).await;
        assert!(likes.given.is_empty() && likes.received.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_that_gave_way_to_somebody_else_is_made_all_the_same() {
    let desk = Arc::new(Desk::new().await);
    let (anna, bram) = (desk.member().await, desk.member().await);
    // One of the two is given up, mostly the block, which waited first.
    for _ in 0..10 {
        desk.like(bram, anna).await.unwrap();
        let mut holder = desk.host.db("matching").begin().await.unwrap();
        sqlx::query!("select low from pairs for update")
            .fetch_one(&mut *holder)
            .await
            .unwrap();
        let (own, mut blocking) = (Arc::clone(&desk), JoinSet::new());
        blocking.spawn(async move { own.block(anna, bram).await });
        desk.waiting(1).await;
        let crosswise = sqlx::query!(
            "
            insert into blocks (blocker_id, blocked_id, site_id, since, touched_at)
            values ($1, $2, $3, now(), now())
            ",
            anna.get(),
            bram.get(),
            SITE.get(),
        )
        .execute(&mut *holder)
        .await;
        drop(holder);
        blocking.join_next().await.unwrap().unwrap().unwrap();
        assert_eq!(desk.like(bram, anna).await.unwrap_err(), "member_unknown");
        if crosswise.is_ok() {
            return;
        }
        desk.unblock(anna, bram).await.unwrap();
    }
    panic!("the block was never the one to give way");
}

#[tokio::test]
async fn strangers_to_the_site_cannot_be_blocked() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    let foreign = desk.profile(OTHER_SITE, "member", true).await;
    assert_eq!(desk.block(me, foreign).await.unwrap_err(), "member_unknown");
    assert_eq!(desk.block(me, me).await.unwrap_err(), "is_self");
}
