//! Push subscriptions: only real push services, only ten, only one owner.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{MemberId, testing::TestHost};
use proto::notifications::v1::{
    SavePushSubscriptionRequest,
    notifications_internal_service_client::NotificationsInternalServiceClient,
};

use crate::{
    quiet_host,
    support::{SITE, member},
};

fn subscription(member: MemberId, endpoint: &str) -> SavePushSubscriptionRequest {
    let mut point = [9; 65];
    point[0] = 4;
    SavePushSubscriptionRequest {
        member_id: member.to_string(),
        endpoint: endpoint.to_owned(),
        p256dh: URL_SAFE_NO_PAD.encode(point),
        auth: URL_SAFE_NO_PAD.encode([5; 16]),
    }
}

/// Saves, and answers the reason word of a refusal.
async fn save(host: &TestHost, request: SavePushSubscriptionRequest) -> Result<(), String> {
    NotificationsInternalServiceClient::new(host.service("notifications", "gateway"))
        .save_push_subscription(request)
        .await
        .map(drop)
        .map_err(|status| kit::fault::reason(&status).unwrap())
}

async fn endpoints(host: &TestHost, member: MemberId) -> Vec<String> {
    sqlx::query_scalar!(
        "select endpoint from push_subscriptions where member_id = $1 order by endpoint",
        member.get(),
    )
    .fetch_all(host.db("notifications").pool())
    .await
    .unwrap()
}

#[tokio::test]
async fn a_browser_at_a_push_service_is_kept() {
    let host = quiet_host().await;
    let anna = member();
    let endpoint = "https://updates.push.services.mozilla.com/wpush/v2/abc";
    save(&host, subscription(anna, endpoint)).await.unwrap();
    save(&host, subscription(anna, endpoint)).await.unwrap();
    assert_eq!(endpoints(&host, anna).await, [endpoint]);
}

#[tokio::test]
async fn an_endpoint_at_our_own_doors_is_refused() {
    let host = quiet_host().await;
    let anna = member();
    for endpoint in [
        "",
        "not a url",
        "http://fcm.googleapis.com/x",
        "ftp://fcm.googleapis.com/x",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/plain,x",
        "//fcm.googleapis.com/x",
        "https://",
        "https://localhost/x",
        "https://localhost:9100/x",
        "https://127.0.0.1/x",
        "https://127.1/x",
        "https://2130706433/x",
        "https://0x7f000001/x",
        "https://0177.0.0.1/x",
        "https://0.0.0.0/x",
        "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x",
        "https://[fd00::1]/x",
        "https://10.0.0.1/x",
        "https://192.168.1.1/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://metadata.google.internal/x",
        "https://127.0.0.1.nip.io/x",
        "https://accounts:9101/x",
        "https://fcm.googleapis.com:8443/x",
        "https://user@fcm.googleapis.com/x",
        "https://user:secret@fcm.googleapis.com/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1#@fcm.googleapis.com/x",
        "https://127.0.0.1\\@fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x#fragment",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evilfcm.googleapis.com/x",
        "https://fcm.googleapis.com%00.evil.example/x",
        "https://fcm.googleapis.com%2eevil.example/x",
        "https://fcm.googleapis.com./x",
        "https://.push.apple.com/x",
        "https://push.apple.com/x",
        "https://web.push.apple.com.evil.example/x",
        "https://ｆcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com\r\n.evil.example/x",
        "https://web.push.apple.com/\r\nHost: localhost",
        " https://web.push.apple.com/x",
        &format!("https://web.push.apple.com/{}", "a".repeat(1000)),
        &format!("https://web.push.apple.com/{}", "é".repeat(900)),
    ] {
        let refusal = save(&host, subscription(anna, endpoint)).await;
        assert_eq!(refusal, Err("endpoint_refused".to_owned()), "{endpoint}");
    }
    assert!(endpoints(&host, anna).await.is_empty());
}

#[tokio::test]
async fn keys_must_be_keys() {
    let host = quiet_host().await;
    let anna = member();
    let good = || subscription(anna, "https://web.push.apple.com/x");
    let broken = [
        SavePushSubscriptionRequest {
            p256dh: String::new(),
            ..good()
        },
        SavePushSubscriptionRequest {
            auth: String::new(),
            ..good()
        },
        SavePushSubscriptionRequest {
            auth: URL_SAFE_NO_PAD.encode([5; 17]),
            ..good()
        },
        SavePushSubscriptionRequest {
            p256dh: URL_SAFE_NO_PAD.encode([4; 64]),
            ..good()
        },
        SavePushSubscriptionRequest {
            p256dh: URL_SAFE_NO_PAD.encode([2; 65]),
            ..good()
        },
        SavePushSubscriptionRequest {
            auth: "<script>".to_owned(),
            ..good()
        },
    ];
    for request in broken {
        assert_eq!(
            save(&host, request).await,
            Err("subscription_invalid".to_owned())
        );
    }
    let nobody = SavePushSubscriptionRequest {
        member_id: "x".to_owned(),
        ..good()
    };
    assert_eq!(save(&host, nobody).await, Err("id_invalid".to_owned()));
    assert!(endpoints(&host, anna).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_member_has_ten_browsers_at_most() {
    let host = quiet_host().await;
    let anna = member();
    let endpoint = |number: usize| format!("https://web.push.apple.com/{number:02}");
    let save_all = (0..25).map(|number| save(&host, subscription(anna, &endpoint(number))));
    let saved = futures::future::join_all(save_all).await;
    assert_eq!(
        saved.iter().filter(|outcome| outcome.is_ok()).count(),
        10,
        "{saved:?}"
    );
    for refusal in saved.into_iter().filter_map(Result::err) {
        assert_eq!(refusal, "too_many_subscriptions");
    }
    let kept = endpoints(&host, anna).await;
    assert_eq!(kept.len(), 10);
    // One that is there already may come again, and leaving makes room.
    save(&host, subscription(anna, &kept[0])).await.unwrap();
    save(&host, subscription(member(), &kept[0])).await.unwrap();
    save(&host, subscription(anna, &endpoint(99)))
        .await
        .unwrap();
    assert_eq!(
        save(&host, subscription(anna, &endpoint(98))).await,
        Err("too_many_subscriptions".to_owned())
    );
}

#[tokio::test]
async fn a_browser_belongs_to_who_logged_in_there_last() {
    let host = quiet_host().await;
    let (anna, bob) = (member(), member());
    let endpoint = "https://fcm.googleapis.com/fcm/send/shared";
    save(&host, subscription(anna, endpoint)).await.unwrap();
    save(&host, subscription(bob, endpoint)).await.unwrap();
    assert!(endpoints(&host, anna).await.is_empty());
    assert_eq!(endpoints(&host, bob).await, [endpoint]);
}

#[tokio::test]
async fn a_member_cannot_save_for_another() {
    let host = quiet_host().await;
    let refusal =
        NotificationsInternalServiceClient::new(host.member("notifications", SITE, member()))
            .save_push_subscription(subscription(member(), "https://web.push.apple.com/x"))
            .await
            .unwrap_err();
    assert_eq!(kit::fault::reason(&refusal).unwrap(), "not_allowed");
}
