//! Likes, matches, conversations and messages, pushed to browsers.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::{MemberId, testing::TestHost};
use proto::{
    accounts::v1::AccountDeleted,
    notifications::v1::{
        GetPushKeyRequest, NotificationType, SetPreferenceRequest,
        notifications_gateway_service_client::NotificationsGatewayServiceClient,
        notifications_service_client::NotificationsServiceClient,
    },
};
use serde_json::{Value, json};
use web_push_native::p256::ecdsa::{Signature, VerifyingKey, signature::Verifier as _};

use crate::{
    host,
    support::{
        SITE,
        browser::{Browser, PushService},
        eventually,
        fakes::{hides_from, invented, is_unreachable, joins},
        sink::Sink,
        tell, tell_at_once,
        word::{Conversation, blocks, likes, likes_back, sees, withdraws},
    },
};

/// A demonstration that plays the push service itself. `wait` in milliseconds.
pub(crate) async fn pushing(wait: u64) -> (TestHost, PushService) {
    let settings = format!(
        "
        demo = true
        [notifications]
        smtp_url = \"smtp://{}\"
        look_milliseconds = 20
        push_hosts = [\"localhost\"]
        push_wait_milliseconds = {wait}
        ",
        Sink::nowhere(),
    );
    (host(&settings).await, PushService::open().await)
}

/// A member of this name with a browser.
pub(crate) async fn online(
    host: &TestHost,
    service: &PushService,
    name: &str,
) -> (MemberId, Browser) {
    let (member, browser) = (joins(name, "nl"), Browser::at(service));
    browser.subscribe(host, member).await;
    (member, browser)
}

/// Waits until a browser has shown so many pushes.
pub(crate) async fn shows(service: &PushService, browser: &Browser, count: usize) -> Vec<Value> {
    eventually(&format!("{count} pushes"), async || {
        let shown = browser.shown(service);
        (shown.len() >= count).then_some(shown)
    })
    .await
}

/// Waits until no push is waiting or on its way.
pub(crate) async fn quiet(host: &TestHost) {
    eventually("no push waits", async || {
        let busy = sqlx::query_scalar!(
            r#"select count(*) as "busy!" from push_subscriptions where wanted_at is not null"#
        )
        .fetch_one(host.db("notifications").pool())
        .await
        .unwrap();
        (busy == 0).then_some(())
    })
    .await;
}

async fn push_key(host: &TestHost) -> String {
    NotificationsGatewayServiceClient::new(host.service("notifications", "gateway"))
        .get_push_key(GetPushKeyRequest {})
        .await
        .unwrap()
        .into_inner()
        .public_key
}

#[tokio::test]
async fn a_message_is_pushed_at_once_without_a_name() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let bram = joins("Bram", "nl");
    let mut talk = Conversation::new();
    talk.write(&host, bram, anna).await;
    let shown = shows(&service, &browser, 1).await;
    let tag = shown[0]["tag"].as_str().unwrap().to_owned();
    assert_eq!(
        shown[0],
        json!({
            "type": "new_conversation",
            "title": "Vonk",
            "body": "Iemand heeft je geschreven.",
            "url": format!("/chats/{}", talk.id),
            "tag": tag,
            "badge": 1,
        })
    );
    quiet(&host).await;
    talk.write(&host, bram, anna).await;
    let shown = shows(&service, &browser, 2).await;
    assert_eq!(shown[1]["type"], "new_message");
    assert_eq!(shown[1]["body"], "Je hebt een nieuw bericht.");
    assert_eq!(
        shown[1]["tag"],
        tag.as_str(),
        "it takes the place of the first"
    );
    assert_eq!(shown[1]["badge"], 2);
    quiet(&host).await;
    assert_eq!(service.taken().len(), 2);
}

#[tokio::test]
async fn a_push_service_gets_what_the_rfcs_want() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    likes(&host, joins("Bram", "nl"), anna).await;
    let shown = shows(&service, &browser, 1).await;
    let taken = service.taken().remove(0);
    assert_eq!(taken.header("ttl"), "86400");
    assert_eq!(taken.header("urgency"), "normal");
    assert_eq!(taken.header("topic"), shown[0]["tag"].as_str().unwrap());
    assert_eq!(taken.header("content-encoding"), "aes128gcm");
    assert_eq!(
        taken.header("content-length"),
        taken.sealed.len().to_string()
    );
    assert!(taken.headers.get("cookie").is_none() && taken.headers.get("referer").is_none());

    let line = taken.header("authorization");
    let (signed, key) = line
        .strip_prefix("vapid t=")
        .and_then(|rest| rest.split_once(", k="))
        .unwrap();
    assert_eq!(key, push_key(&host).await, "what browsers subscribe with");
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let (signed, signature) = signed.rsplit_once('.').unwrap();
    VerifyingKey::from_sec1_bytes(&decoded(key))
        .unwrap()
        .verify(
            signed.as_bytes(),
            &Signature::from_slice(&decoded(signature)).unwrap(),
        )
        .unwrap();
    let claims: Value =
        serde_json::from_slice(&decoded(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], format!("http://localhost:{}", service.port));
    assert_eq!(claims["sub"], "mailto:hulp@vonk.example");
    let now = host.clock.now().unix_timestamp();
    assert_eq!(claims["exp"], now + 12 * 3600);

    let mut talk = Conversation::new();
    talk.write(&host, joins("Cas", "nl"), anna).await;
    shows(&service, &browser, 2).await;
    assert_eq!(service.taken()[1].header("urgency"), "high");
}

#[tokio::test]
async fn only_the_gateway_asks_for_the_key() {
    let (host, _service) = pushing(0).await;
    assert_eq!(push_key(&host).await, push_key(&host).await);
    let refusal = NotificationsGatewayServiceClient::new(host.service("notifications", "chat"))
        .get_push_key(GetPushKeyRequest {})
        .await
        .unwrap_err();
    assert_eq!(kit::fault::reason(&refusal).unwrap(), "not_allowed");
}

#[tokio::test]
async fn every_browser_of_the_member_and_of_nobody_else_is_pushed_to() {
    let (host, service) = pushing(0).await;
    let (anna, phone) = online(&host, &service, "Anna").await;
    let (_cas, others) = online(&host, &service, "Cas").await;
    let (bram, writers) = online(&host, &service, "Bram").await;
    let laptop = Browser::at(&service);
    laptop.subscribe(&host, anna).await;
    likes(&host, bram, anna).await;
    shows(&service, &phone, 1).await;
    shows(&service, &laptop, 1).await;
    quiet(&host).await;
    assert!(others.shown(&service).is_empty() && writers.shown(&service).is_empty());
}

#[tokio::test]
async fn a_match_is_pushed_to_who_liked_first() {
    let (host, service) = pushing(1000).await;
    let (anna, annas) = online(&host, &service, "Anna").await;
    let (bram, brams) = online(&host, &service, "Bram").await;
    likes(&host, anna, bram).await;
    host.clock.advance(Duration::from_secs(2));
    let liked = shows(&service, &brams, 1).await;
    assert_eq!(liked[0]["type"], "like");
    assert_eq!(liked[0]["body"], "Iemand vindt je leuk.");
    assert_eq!(liked[0]["url"], "/likes");
    likes_back(&host, bram, anna).await;
    host.clock.advance(Duration::from_secs(2));
    let matched = shows(&service, &annas, 1).await;
    quiet(&host).await;
    assert_eq!(
        annas.shown(&service).len(),
        1,
        "the like is told by the match"
    );
    assert_eq!(matched[0]["type"], "match");
    assert_eq!(matched[0]["body"], "Je hebt een nieuwe match.");
    assert_eq!(matched[0]["url"], format!("/members/{bram}"));
    assert_eq!(matched[0]["badge"], 1);
    assert_eq!(brams.shown(&service).len(), 1);
}

#[tokio::test]
async fn what_is_seen_or_taken_back_while_it_waits_is_not_pushed() {
    let (host, service) = pushing(1000).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let (bram, cas, daan) = (joins("Bram", "nl"), joins("Cas", "nl"), joins("Daan", "nl"));
    let mut talk = Conversation::after(3);
    talk.write(&host, bram, anna).await;
    talk.read(&host, anna, bram).await;
    let mut removed = Conversation::after(3);
    removed.write(&host, cas, anna).await;
    removed.remove(&host, anna).await;
    likes(&host, bram, anna).await;
    withdraws(&host, bram, anna).await;
    likes(&host, cas, anna).await;
    sees(&host, anna, cas).await;
    likes_back(&host, daan, anna).await;
    withdraws(&host, anna, daan).await;
    host.clock.advance(Duration::from_secs(2));
    let left = shows(&service, &browser, 1).await;
    quiet(&host).await;
    // The match is over; Daan's like is not.
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["type"], "like");
    assert_eq!(left[0]["badge"], 1);
}

#[tokio::test]
async fn news_of_a_moment_is_one_push() {
    let (host, service) = pushing(1000).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let bram = joins("Bram", "nl");
    let mut talk = Conversation::new();
    for _ in 0..3 {
        talk.write(&host, bram, anna).await;
    }
    for name in ["Cas", "Daan"] {
        likes(&host, joins(name, "nl"), anna).await;
    }
    host.clock.advance(Duration::from_secs(2));
    let mut shown = shows(&service, &browser, 2).await;
    quiet(&host).await;
    assert_eq!(service.taken().len(), 2);
    shown.sort_by_key(|push| push["type"].to_string());
    assert_eq!(shown[0]["type"], "like");
    assert_eq!(shown[0]["body"], "2 mensen vinden je leuk.");
    assert_eq!(shown[1]["type"], "new_conversation");
    assert_eq!(shown[1]["badge"], 5);
}

#[tokio::test]
async fn messages_that_come_together_are_each_members_own_news() {
    let (host, service) = pushing(0).await;
    let (anna, hers) = online(&host, &service, "Anna").await;
    let (bram, his) = online(&host, &service, "Bram").await;
    let (cas, theirs) = online(&host, &service, "Cas").await;
    let (mut first, mut second, mut third) = (
        Conversation::new(),
        Conversation::new(),
        Conversation::after(4),
    );
    let events = [
        first.next(cas, anna),
        second.next(cas, bram),
        first.next(cas, anna),
        third.next(bram, anna),
        first.next(cas, anna),
    ];
    tell_at_once(&host, &events).await;
    shows(&service, &hers, 2).await;
    shows(&service, &his, 1).await;
    quiet(&host).await;
    assert_eq!(hers.shown(&service).len(), 2, "one a conversation");
    assert_eq!(his.shown(&service).len(), 1);
    assert!(
        theirs.shown(&service).is_empty(),
        "who writes is told nothing"
    );
    let rows = sqlx::query_scalar!(
        r#"
        select concat_ws(' ', case member_id when $1 then 'anna' when $2 then 'bram' end,
                         count(*), count(distinct conversation_id)) as "row!"
        from   unread_messages
        group  by member_id
        order  by 1
        "#,
        anna.get(),
        bram.get(),
    )
    .fetch_all(host.db("notifications").pool())
    .await
    .unwrap();
    assert_eq!(rows, ["anna 4 2", "bram 1 1"]);
    let mails = sqlx::query_scalar!(
        r#"
        select concat_ws(' ', case member_id when $1 then 'anna' when $2 then 'bram' end, kind)
                   as "mail!"
        from   mail_jobs
        order  by 1
        "#,
        anna.get(),
        bram.get(),
    )
    .fetch_all(host.db("notifications").pool())
    .await
    .unwrap();
    let wanted = [
        "anna new_conversation",
        "anna new_message",
        "bram new_conversation",
    ];
    assert_eq!(mails, wanted);
}

#[tokio::test]
async fn nobody_is_pushed_about_who_is_blocked_or_gone_meanwhile() {
    let (host, service) = pushing(1000).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let (bram, cas, daan) = (joins("Bram", "nl"), joins("Cas", "nl"), joins("Daan", "nl"));
    for other in [bram, cas, daan] {
        likes(&host, other, anna).await;
        Conversation::new().write(&host, other, anna).await;
    }
    blocks(&host, anna, bram).await;
    blocks(&host, cas, anna).await;
    hides_from(anna, bram);
    hides_from(anna, cas);
    // Profiles knows before the event is heard here.
    hides_from(anna, daan);
    host.clock.advance(Duration::from_secs(2));
    quiet(&host).await;
    assert!(service.taken().is_empty());

    // And what they left unread counts no more.
    likes(&host, joins("Evi", "nl"), anna).await;
    host.clock.advance(Duration::from_secs(2));
    assert_eq!(shows(&service, &browser, 1).await[0]["badge"], 1);
}

#[tokio::test]
async fn who_does_not_want_it_gets_no_push() {
    let (host, service) = pushing(1000).await;
    let news = async |anna: MemberId| {
        let bram = joins("Bram", "nl");
        likes(&host, bram, anna).await;
        Conversation::new().write(&host, bram, anna).await;
        Conversation::after(9).write(&host, bram, anna).await;
    };
    let (picky, browser) = online(&host, &service, "Anna").await;
    news(picky).await;
    for kind in [NotificationType::Like, NotificationType::NewMessages] {
        NotificationsServiceClient::new(host.member("notifications", SITE, picky))
            .set_preference(SetPreferenceRequest {
                r#type: kind.into(),
                enabled: false,
            })
            .await
            .unwrap();
    }
    host.clock.advance(Duration::from_secs(2));
    let shown = shows(&service, &browser, 1).await;
    quiet(&host).await;
    assert_eq!(service.taken().len(), 1);
    assert_eq!(shown[0]["type"], "new_conversation");

    let (unproven, _) = online(&host, &service, "Anna").await;
    is_unreachable(unproven);
    news(unproven).await;
    let (gone, _) = online(&host, &service, "Anna").await;
    news(gone).await;
    let deleted = AccountDeleted {
        member_id: gone.to_string(),
        site_id: SITE.to_string(),
        erase_at: None,
    };
    tell(&host, &deleted).await;
    news(gone).await;
    host.clock.advance(Duration::from_secs(2));
    quiet(&host).await;
    assert_eq!(service.taken().len(), 1);
}

#[tokio::test]
async fn an_invented_profile_is_pushed_under_its_label_and_counts_nowhere() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let (lisa, bram) = (invented("Lisa"), joins("Bram", "nl"));
    likes(&host, lisa, anna).await;
    Conversation::new().write(&host, lisa, anna).await;
    quiet(&host).await;
    assert!(service.taken().is_empty(), "it never acts first");
    Conversation::after(2).write(&host, lisa, anna).await;
    let shown = shows(&service, &browser, 1).await;
    assert_eq!(
        shown[0]["body"],
        "Je hebt een nieuw bericht. (animatieprofiel)"
    );
    assert_eq!(shown[0]["badge"], 0);
    quiet(&host).await;
    Conversation::after(2).write(&host, bram, anna).await;
    let shown = shows(&service, &browser, 2).await;
    assert_eq!(shown[1]["body"], "Je hebt een nieuw bericht.");
    assert_eq!(shown[1]["badge"], 1);
}

#[tokio::test]
async fn a_browser_shows_nothing_of_who_used_it_before() {
    let (host, service) = pushing(1000).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let bram = joins("Bram", "nl");
    likes(&host, bram, anna).await;
    let cas = joins("Cas", "nl");
    browser.subscribe(&host, cas).await;
    host.clock.advance(Duration::from_secs(2));
    quiet(&host).await;
    assert!(service.taken().is_empty());
    likes(&host, bram, cas).await;
    host.clock.advance(Duration::from_secs(2));
    shows(&service, &browser, 1).await;
}

#[tokio::test]
async fn a_push_reads_in_the_members_language() {
    let (host, service) = pushing(0).await;
    let bram = joins("Bram", "nl");
    for (language, body) in [
        ("pl", "Ktoś Cię lubi."),
        ("fi", "Joku pitää sinusta."),
        ("xx", "Iemand vindt je leuk."),
    ] {
        let (member, browser) = (joins("Anna", language), Browser::at(&service));
        browser.subscribe(&host, member).await;
        likes(&host, bram, member).await;
        assert_eq!(shows(&service, &browser, 1).await[0]["body"], body);
    }
}
