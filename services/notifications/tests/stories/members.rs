//! Members who leave, come back, and are forgotten.

use std::time::Duration;

use proto::{
    accounts::v1::{AccountDeleted, AccountErased, AccountReactivated, MailKind},
    notifications::v1::{
        SavePushSubscriptionRequest,
        notifications_internal_service_client::NotificationsInternalServiceClient,
    },
};

use crate::{
    host,
    support::{
        SITE, ask, becomes, eventually, member,
        sink::{self, Sink, Verdict},
        tell,
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
    let farewell = ask(&host, member, MailKind::Deletion).await;
    tell(&host, &deleted).await;
    let late = ask(&host, member, MailKind::PasswordReset).await;
    becomes(&host, waiting, "cancelled", Some("account_deleted")).await;
    becomes(&host, late, "cancelled", Some("account_deleted")).await;
    let sink = Sink::on(address);
    host.clock.advance(Duration::from_secs(7));
    let mail = eventually("a mail arrives", async || sink.taken().into_iter().next()).await;
    assert!(mail.message.contains(&farewell.to_string()));

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
    assert_eq!(sink.taken().len(), 2);
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
