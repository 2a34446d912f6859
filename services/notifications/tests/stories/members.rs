//! Members who leave, come back, and are forgotten.

use std::time::Duration;

use proto::{
    accounts::v1::{AccountDeleted, AccountErased, AccountReactivated, MailKind, SessionsEnded},
    notifications::v1::{
        SavePushSubscriptionRequest,
        notifications_internal_service_client::NotificationsInternalServiceClient,
    },
};

use crate::{
    host,
    news_pushes::{online, pushing, quiet, shows},
    support::{
        SITE, ask, becomes, eventually,
        fakes::joins,
        fresh, member,
        sink::{self, Sink, Verdict},
        tell,
        word::{Conversation, blocks, likes, likes_back},
    },
};

#[tokio::test]
async fn a_deleted_member_gets_the_deletion_mail_and_no_other() {
    let address = Sink::nowhere();
    let host = host(&sink::settings(address)).await;
    let member = member();
    let deleted = AccountDeleted {
        member_id: member.to_string(),
        site_id: SITE.to_string(),
        erase_at: None,
    };
    let waiting = ask(&host, member, MailKind::Activation).await;
    becomes(&host, waiting, "queued", Some("connection")).await;
    // Who deletes it may be the thief that the notice warns of.
    let warning = ask(&host, member, MailKind::MailChangeNotice).await;
    becomes(&host, warning, "queued", Some("connection")).await;
    let farewell = ask(&host, member, MailKind::Deletion).await;
    tell(&host, &deleted).await;
    let late = ask(&host, member, MailKind::PasswordReset).await;
    becomes(&host, waiting, "cancelled", Some("account_deleted")).await;
    becomes(&host, late, "cancelled", Some("account_deleted")).await;
    let sink = Sink::on(address);
    host.clock.advance(Duration::from_secs(7));
    for sent in [farewell, warning] {
        becomes(&host, sent, "sent", None).await;
    }
    assert_eq!(sink.taken().len(), 2);

    tell(
        &host,
        &AccountReactivated {
            member_id: member.to_string(),
            site_id: SITE.to_string(),
        },
    )
    .await;
    let back = ask(&host, member, MailKind::PasswordReset).await;
    becomes(&host, back, "sent", None).await;
    assert_eq!(sink.taken().len(), 3);
}

#[tokio::test]
async fn who_ends_all_sessions_is_told_in_no_browser() {
    let (host, service) = pushing(1000).await;
    let (anna, _) = online(&host, &service, "Anna").await;
    let (bram, _) = online(&host, &service, "Bram").await;
    let browsers = async |member: kit::MemberId| {
        sqlx::query_scalar!(
            r#"select count(*) as "count!" from push_subscriptions where member_id = $1"#,
            member.get(),
        )
        .fetch_one(host.db("notifications").pool())
        .await
        .unwrap()
    };
    let ended = |session_ids| SessionsEnded {
        member_id: anna.to_string(),
        session_ids,
    };
    tell(&host, &ended(vec![fresh().to_string()])).await;
    assert_eq!(browsers(anna).await, 1);
    tell(&host, &ended(Vec::new())).await;
    assert_eq!((browsers(anna).await, browsers(bram).await), (0, 1));
}

#[tokio::test]
async fn a_block_and_an_erasure_are_tried_until_they_are_done() {
    let (host, service) = pushing(1000).await;
    let (anna, _) = online(&host, &service, "Anna").await;
    let (bram, _) = online(&host, &service, "Bram").await;
    likes(&host, bram, anna).await;
    // More failures in a row than other events are given.
    let trouble = "
        create sequence tries;
        create function refuse() returns trigger language plpgsql as $$ begin
            if nextval('tries') < 8 then raise exception 'not now'; end if;
            return null;
        end $$;
        create trigger refuse before delete on new_likes
            for each statement execute function refuse();
    ";
    let db = host.db("notifications");
    sqlx::raw_sql(trouble).execute(db.pool()).await.unwrap();
    blocks(&host, anna, bram).await;
    let likes = sqlx::query_scalar!(r#"select count(*) as "count!" from new_likes"#);
    assert_eq!(likes.fetch_one(db.pool()).await.unwrap(), 0);
    let again = sqlx::raw_sql("alter sequence tries restart");
    again.execute(db.pool()).await.unwrap();
    let ids = AccountErased {
        member_id: anna.to_string(),
        site_id: SITE.to_string(),
    };
    tell(&host, &ids).await;
    let left = sqlx::query_scalar!(
        r#"select count(*) as "count!" from push_subscriptions where member_id = $1"#,
        anna.get(),
    );
    assert_eq!(left.fetch_one(db.pool()).await.unwrap(), 0);
}

#[tokio::test]
async fn of_an_erased_member_nothing_is_left() {
    let sink = Sink::open();
    sink.answer([Verdict::RefuseReceiver("550 5.1.1")]);
    let host = host(&sink.settings()).await;
    let (gone, stays) = (member(), member());
    for member in [gone, stays] {
        NotificationsInternalServiceClient::new(host.service("notifications", "gateway"))
            .save_push_subscription(SavePushSubscriptionRequest {
                member_id: member.to_string(),
                endpoint: format!("https://web.push.apple.com/{member}"),
                p256dh: format!("BA{}", "A".repeat(85)),
                auth: "A".repeat(22),
            })
            .await
            .unwrap();
        ask(&host, member, MailKind::Activation).await;
        eventually("it ends", async || {
            let left = sqlx::query_scalar!("select count(*) from mail_jobs where state = 'queued'")
                .fetch_one(host.db("notifications").pool())
                .await
                .unwrap();
            (left == Some(0)).then_some(())
        })
        .await;
    }
    let ids = AccountErased {
        member_id: gone.to_string(),
        site_id: SITE.to_string(),
    };
    tell(&host, &ids).await;
    let left = async |member: kit::MemberId| {
        sqlx::query_scalar!(
            r#"
            select (select count(*) from mail_jobs where member_id = $1)
                 + (select count(*) from mail_off where member_id = $1)
                 + (select count(*) from push_subscriptions where member_id = $1) as "left!"
            "#,
            member.get(),
        )
        .fetch_one(host.db("notifications").pool())
        .await
        .unwrap()
    };
    assert_eq!(left(gone).await, 0);
    assert_eq!(left(stays).await, 2);
}

#[tokio::test]
async fn no_news_is_left_by_or_about_an_erased_member() {
    let (host, service) = pushing(1000).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let (gone, _) = online(&host, &service, "Bram").await;
    for (one, two) in [(anna, gone), (gone, anna)] {
        likes(&host, one, two).await;
        likes_back(&host, two, one).await;
        Conversation::new().write(&host, one, two).await;
    }
    Conversation::new()
        .write(&host, joins("Cas", "nl"), anna)
        .await;
    let ids = AccountErased {
        member_id: gone.to_string(),
        site_id: SITE.to_string(),
    };
    tell(&host, &ids).await;
    let left = sqlx::query_scalar!(
        r#"
        select (select count(*) from mail_jobs where $1 in (member_id, other_id, about))
             + (select count(*) from unread_messages where $1 in (member_id, sender_id))
             + (select count(*) from new_likes where $1 in (member_id, liker_id))
             + (select count(*) from pushes where $1 in (member_id, other_id, about))
             + (select count(*) from push_subscriptions where member_id = $1) as "left!"
        "#,
        gone.get(),
    )
    .fetch_one(host.db("notifications").pool())
    .await
    .unwrap();
    assert_eq!(left, 0);
    host.clock.advance(Duration::from_secs(2));
    let shown = shows(&service, &browser, 1).await;
    quiet(&host).await;
    assert_eq!(service.taken().len(), 1, "what Cas wrote is news still");
    assert_eq!(shown[0]["badge"], 1);
}
