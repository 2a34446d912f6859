//! Members who are erased, also at the very moment that somebody decides about them.

use kit::MemberId;
use proto::accounts::v1::AccountErased;

use crate::desk::{Desk, SITE};

/// Accounts tells that a member is erased.
async fn erase(desk: &Desk, member: MemberId) {
    let mut tx = desk.host.db("profiles").begin().await.unwrap();
    let event = AccountErased {
        member_id: member.to_string(),
        site_id: SITE.to_string(),
    };
    tx.emit(&event).await.unwrap();
    tx.commit().await.unwrap();
}

/// Rows about a member, but for the one that says that they are gone.
async fn rows(desk: &Desk, member: MemberId) -> i64 {
    let rows = sqlx::query_scalar!(
        r#"
        select (select count(*) from pairs where $1 in (low, high))
             + (select count(*) from blocks where $1 in (blocker_id, blocked_id))
             + (select count(*) from swipes where $1 in (member_id, target_id))
             + (select count(*) from swipe_days where member_id = $1)
             + (select count(*) from members where member_id = $1 and not erased) as "rows!"
        "#,
        member.get(),
    );
    rows.fetch_one(desk.host.db("matching").pool())
        .await
        .unwrap()
}

#[tokio::test]
async fn an_erased_member_is_forgotten() {
    let desk = Desk::new().await;
    let (me, other) = (desk.member().await, desk.member().await);
    desk.like(other, me).await.unwrap();
    desk.like(me, other).await.unwrap();
    desk.swipe(other, me, false).await.unwrap();
    erase(&desk, other).await;
    desk.host.settle().await;
    let likes = desk.likes_of(me).await;
    assert!(likes.given.is_empty() && likes.received.is_empty());
    assert_eq!(desk.like(me, other).await.unwrap_err(), "member_unknown");
    assert_eq!(desk.block(me, other).await.unwrap_err(), "member_unknown");
    assert_eq!(desk.like(other, me).await.unwrap_err(), "not_confirmed");
    assert_eq!(desk.block(other, me).await.unwrap_err(), "member_unknown");
    assert_eq!(rows(&desk, other).await, 0);
}

#[tokio::test]
async fn what_is_told_late_brings_nobody_back() {
    let desk = Desk::new().await;
    let me = desk.member().await;
    let known = desk.member().await;
    let heard_first = MemberId::new(kit::Chance::system().uuid(desk.host.clock.now()));
    for gone in [known, heard_first] {
        erase(&desk, gone).await;
        desk.host.settle().await;
        desk.tell(SITE, gone, 7, "member", true).await;
        desk.host.settle().await;
        assert_eq!(desk.like(me, gone).await.unwrap_err(), "member_unknown");
        assert_eq!(rows(&desk, gone).await, 0);
    }
}

#[tokio::test]
async fn deciding_about_a_member_at_the_moment_of_their_erasure_leaves_no_row() {
    for decision in ["like", "swipe", "block"] {
        let desk = Desk::new().await;
        let (me, other) = (desk.member().await, desk.member().await);
        // Somebody writes the same row and has not committed: the decision stands before it, after all
        // that it looked at.
        let mut ahead = desk.host.db("matching").begin().await.unwrap();
        sqlx::query!(
            "
            insert into pairs (low, high, site_id)
            values (least($1::uuid, $2), greatest($1, $2), $1)
            ",
            me.get(),
            other.get(),
        )
        .execute(&mut *ahead)
        .await
        .unwrap();
        sqlx::query!(
            "
            insert into swipes (member_id, target_id, liked, swiped_at)
            values ($1, $2, false, now())
            ",
            me.get(),
            other.get(),
        )
        .execute(&mut *ahead)
        .await
        .unwrap();
        sqlx::query!(
            "
            insert into blocks (blocker_id, blocked_id, site_id, since, touched_at)
            values ($1, $2, $1, now(), now())
            ",
            me.get(),
            other.get(),
        )
        .execute(&mut *ahead)
        .await
        .unwrap();
        let decide = async {
            match decision {
                "like" => desk.like(me, other).await.map(drop),
                "swipe" => desk.swipe(me, other, false).await.map(drop),
                _ => desk.block(me, other).await,
            }
        };
        let erasure = async {
            desk.waiting(1).await;
            erase(&desk, other).await;
            // It waits as well; or it has not, and is done.
            desk.until("the erasure is heard", async || {
                let heard = sqlx::query_scalar!(
                    r#"
                    select (select count(*) from members where member_id = $1 and not erased) = 0
                        or (select count(*) = 2 from pg_stat_activity
                            where datname = current_database() and wait_event_type = 'Lock')
                           as "heard!"
                    "#,
                    other.get(),
                );
                heard
                    .fetch_one(desk.host.db("matching").pool())
                    .await
                    .unwrap()
            })
            .await;
            drop(ahead);
        };
        let (decided, ()) = tokio::join!(decide, erasure);
        decided.unwrap();
        desk.host.settle().await;
        assert_eq!(rows(&desk, other).await, 0, "{decision}");
    }
}
