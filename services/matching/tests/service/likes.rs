//! Likes, matches and who sees them.

use futures::future::join_all;
use kit::MemberId;
use proto::matching::v1::{
    GetUnseenLikeRequest, LikeMade, LikeRequest, LikeSeen, LikeWithdrawn, ListLikesRequest,
    MarkLikeSeenRequest, MatchMade, UnlikeRequest,
};

use crate::desk::{Desk, OTHER_SITE, SITE, reason};

#[tokio::test]
async fn a_second_like_makes_a_match_and_tells_both() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    assert!(!desk.like(anna, bram).await.unwrap());
    assert!(desk.like(bram, anna).await.unwrap());
    desk.host.settle().await;
    assert_eq!(desk.host.events::<LikeMade>().len(), 2);
    let matches = desk.host.events::<MatchMade>();
    assert_eq!(matches.len(), 1);
    assert_eq!(matches[0].second_id, bram.to_string());
    assert_eq!(matches[0].pair_id, anna.min(bram).to_string());
}

#[tokio::test]
async fn liking_again_changes_nothing_and_tells_nobody() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.like(anna, bram).await.unwrap();
    assert!(!desk.like(anna, bram).await.unwrap());
    desk.like(bram, anna).await.unwrap();
    assert!(desk.like(anna, bram).await.unwrap(), "a match stays one");
    desk.host.settle().await;
    assert_eq!(desk.host.events::<LikeMade>().len(), 2);
    assert_eq!(desk.host.events::<MatchMade>().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn likes_at_the_same_moment_always_match_exactly_once() {
    let desk = Desk::new().await;
    for _ in 0..25 {
        let (anna, bram) = (desk.member().await, desk.member().await);
        let burst = (0..6).flat_map(|_| [desk.like(anna, bram), desk.like(bram, anna)]);
        for outcome in join_all(burst).await {
            outcome.unwrap();
        }
    }
    desk.host.settle().await;
    assert_eq!(desk.host.events::<LikeMade>().len(), 50);
    assert_eq!(desk.host.events::<MatchMade>().len(), 25);
}

#[tokio::test]
async fn a_like_that_was_given_up_in_a_deadlock_is_tried_again() {
    let desk = Desk::new().await;
    let db = desk.host.db("matching");
    let mut given_up = false;
    for _ in 0..5 {
        let (anna, bram) = (desk.member().await, desk.member().await);
        // Somebody has the row that the like wants, and wants the turn that the like has.
        let mut other = db.begin().await.unwrap();
        sqlx::query!(
            "
            insert into pairs (low, high, site_id)
            values (least($1::uuid, $2), greatest($1, $2), $3)
            ",
            anna.get(),
            bram.get(),
            SITE.get(),
        )
        .execute(&mut *other)
        .await
        .unwrap();
        sqlx::query!("set local deadlock_timeout = '10s'")
            .execute(&mut *other)
            .await
            .unwrap();
        let contend = async {
            desk.waiting(1).await;
            let turn = sqlx::query!("select take_turns($1, $2)", anna.get(), bram.get())
                .execute(&mut *other)
                .await;
            drop(other);
            // Whoever waits longer gives way: the like, unless this machine was slow.
            turn.is_ok()
        };
        let (liked, first) = tokio::join!(desk.like(anna, bram), contend);
        liked.unwrap();
        given_up |= first;
        if given_up {
            break;
        }
    }
    assert!(given_up, "no like ever gave way");
    desk.host.settle().await;
    assert!(!desk.host.events::<LikeMade>().is_empty());
}

#[tokio::test]
async fn a_like_taken_back_ends_the_match() {
    let desk = Desk::new().await;
    let (anna, bram) = (desk.member().await, desk.member().await);
    desk.like(anna, bram).await.unwrap();
    desk.like(bram, anna).await.unwrap();
    let request = UnlikeRequest {
        member_id: bram.to_string(),
    };
    desk.as_member(anna).unlike(request.clone()).await.unwrap();
    desk.as_member(anna).unlike(request).await.unwrap();
    let likes = desk.likes_of(anna).await;
    assert!(likes.given.is_empty());
    assert_eq!(likes.received.len(), 1);
    assert!(!likes.received[0].matched);
    desk.host.settle().await;
    assert_eq!(desk.host.events::<LikeWithdrawn>().len(), 1);
    assert!(
        desk.like(anna, bram).await.unwrap(),
        "liking again matches again"
    );
}

#[tokio::test]
async fn received_likes_have_new_ones_first_until_they_are_seen() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    let mut admirers: Vec<MemberId> = Vec::new();
    for _ in 0..3 {
        let admirer = desk.member().await;
        desk.host.clock.advance(std::time::Duration::from_mins(1));
        desk.like(admirer, me).await.unwrap();
        admirers.push(admirer);
    }
    let unseen = || async {
        let request = GetUnseenLikeRequest {
            member_id: me.to_string(),
        };
        desk.as_service("gateway")
            .get_unseen_like(request)
            .await
            .unwrap()
            .into_inner()
            .member_id
    };
    assert_eq!(
        unseen().await,
        admirers[0].to_string(),
        "the oldest unseen like"
    );
    for _ in 0..2 {
        let request = MarkLikeSeenRequest {
            member_id: admirers[2].to_string(),
        };
        desk.as_member(me).mark_like_seen(request).await.unwrap();
    }
    let received = desk.likes_of(me).await.received;
    let order: Vec<_> = received
        .iter()
        .map(|line| (line.member_id.clone(), line.is_new))
        .collect();
    let expected = [(1, true), (0, true), (2, false)];
    assert_eq!(
        order,
        expected.map(|(index, new)| (admirers[index].to_string(), new))
    );
    desk.host.settle().await;
    assert_eq!(desk.host.events::<LikeSeen>().len(), 1);
    for admirer in &admirers[..2] {
        let request = MarkLikeSeenRequest {
            member_id: admirer.to_string(),
        };
        desk.as_member(me).mark_like_seen(request).await.unwrap();
    }
    assert_eq!(unseen().await, "", "nothing is made up when there is none");
}

#[tokio::test]
async fn the_oldest_unseen_like_is_found_below_any_list() {
    let desk = Desk::with("likes_listed = 1").await;
    let me = desk.member().await;
    let mut admirers = Vec::new();
    for _ in 0..3 {
        admirers.push(desk.member().await);
        desk.host.clock.advance(std::time::Duration::from_mins(1));
        desk.like(*admirers.last().unwrap(), me).await.unwrap();
    }
    // Not of whom nobody is to see.
    desk.block(me, admirers[0]).await.unwrap();
    let request = GetUnseenLikeRequest {
        member_id: me.to_string(),
    };
    let answer = desk.as_service("gateway").get_unseen_like(request).await;
    let oldest = answer.unwrap().into_inner().member_id;
    assert_eq!(oldest, admirers[1].to_string());
}

#[tokio::test]
async fn only_active_members_of_the_same_site_can_be_liked() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    let hidden = desk.profile(SITE, "member", false).await;
    let foreign = desk.profile(OTHER_SITE, "member", true).await;
    let unknown = MemberId::new(uuid::Uuid::from_u128(99));
    for other in [hidden, foreign, unknown] {
        assert_eq!(desk.like(me, other).await.unwrap_err(), "member_unknown");
    }
    assert_eq!(desk.like(me, me).await.unwrap_err(), "is_self");
    let other = desk.member().await;
    assert_eq!(desk.like(hidden, other).await.unwrap_err(), "not_confirmed");
    for id in ["", "x", "' or 1=1 --", &"9".repeat(10_000)] {
        let request = LikeRequest {
            member_id: id.to_owned(),
        };
        let refusal = desk.as_member(me).like(request).await.unwrap_err();
        assert_eq!(reason(refusal), "member_unknown");
    }
    desk.host.settle().await;
    assert!(desk.host.events::<LikeMade>().is_empty());
}

#[tokio::test]
async fn a_fictional_profile_never_acts() {
    let desk = Desk::new().await;
    let (me, fictional) = (
        desk.member().await,
        desk.profile(SITE, "fictional", true).await,
    );
    assert!(desk.like(fictional, me).await.is_err());
    assert!(
        !desk.like(me, fictional).await.unwrap(),
        "a member may like it, and never matches"
    );
    assert!(desk.likes_of(me).await.received.is_empty());
}

#[tokio::test]
async fn a_hidden_member_leaves_every_list_and_comes_back() {
    let desk = Desk::new().await;
    let (me, other) = (desk.member().await, desk.member().await);
    desk.like(other, me).await.unwrap();
    desk.tell(SITE, other, 2, "member", false).await;
    desk.host.settle().await;
    assert!(desk.likes_of(me).await.received.is_empty());
    desk.tell(SITE, other, 3, "member", true).await;
    // What was told late must not undo what is known.
    desk.tell(SITE, other, 2, "member", false).await;
    desk.host.settle().await;
    assert_eq!(desk.likes_of(me).await.received.len(), 1);
}

#[tokio::test]
async fn lists_are_for_the_gateway_alone() {
    let desk = Desk::new().await;
    let request = ListLikesRequest {
        member_id: desk.member().await.to_string(),
    };
    let refusal = desk
        .as_service("chat")
        .list_likes(request)
        .await
        .unwrap_err();
    assert_eq!(reason(refusal), "not_allowed");
}
