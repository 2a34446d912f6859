//! What needs the inside of the service: processes that die, several at once, and events that come
//! again.

use std::{collections::HashMap, sync::Arc};

use kit::{Envelope, Handler as _, Host, MemberId, testing::TestHost};
use proto::{
    chat::v1::MessageSent,
    matching::v1::{LikeMade, MatchMade},
    notifications::v1::notifications_internal_service_server::NotificationsInternalServiceServer,
};

use super::*;
use crate::{
    MIGRATOR, api, hear,
    hear::{LikeMadeHandler, MatchMadeHandler, MessageSentHandler},
    letter::Desk,
    own_key, send_pushes,
    support::{
        SITE,
        browser::{Browser, PushService},
        eventually,
        fakes::{FakeAccounts, FakeProfiles, FakeSettings, joins},
        fresh,
        word::{Conversation, likes},
    },
    tell::Waits,
};

/// Notifications with so many senders, as if that many processes shared the database.
struct Pushers<const COUNT: usize>;

impl<const COUNT: usize> kit::Service for Pushers<COUNT> {
    const NAME: &'static str = "notifications";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let db = host.database(&MIGRATOR).await?;
        let (chance, clock) = (host.chance(), host.clock());
        let key = own_key((&chance, &clock), &db, &config).await?;
        let again = own_key((&chance, &clock), &db, &config).await?;
        assert_eq!(key.public(), again.public(), "processes share the key");
        let hosts = PushHosts::new(&config.push_hosts, true);
        let api = api::Api {
            db: db.clone(),
            clock,
            push_hosts: hosts.clone(),
            push_key: key.public().to_owned(),
        };
        host.grpc(NotificationsInternalServiceServer::new(api));
        hear::hear_news(host, &db, Waits::from(&config));
        let desk = Arc::new(Desk::open()?);
        for _ in 0..COUNT {
            send_pushes(host, (&db, &config), (hosts.clone(), key.clone()), &desk)?;
        }
        Ok(())
    }
}

async fn host<const COUNT: usize>() -> (TestHost, PushService) {
    let settings = "
        demo = true
        [notifications]
        look_milliseconds = 20
        push_hosts = [\"localhost\"]
        push_wait_milliseconds = 0
    ";
    let host = TestHost::with(settings, async |host| {
        host.mount::<Pushers<COUNT>>().await?;
        host.mount::<FakeAccounts>().await?;
        host.mount::<FakeProfiles>().await?;
        host.mount::<FakeSettings>().await
    })
    .await;
    (host, PushService::open().await)
}

async fn online(host: &TestHost, service: &PushService) -> (MemberId, Browser) {
    let (member, browser) = (joins("Anna", "nl"), Browser::at(service));
    browser.subscribe(host, member).await;
    (member, browser)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_senders_push_each_news_once() {
    const BROWSERS: usize = 20;
    let (host, service) = host::<4>().await;
    service.be_slow(std::time::Duration::from_millis(20));
    let mut browsers = vec![];
    for _ in 0..BROWSERS {
        browsers.push(online(&host, &service).await);
    }
    for (member, _) in &browsers {
        Conversation::new()
            .write(&host, joins("Bram", "nl"), *member)
            .await;
    }
    eventually("all are sent", async || {
        (service.taken().len() >= BROWSERS).then_some(())
    })
    .await;
    // Long enough for a second sender to have tried the last one.
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let mut copies: HashMap<String, usize> = HashMap::new();
    for taken in service.taken() {
        *copies.entry(taken.browser).or_default() += 1;
    }
    assert_eq!(copies.len(), BROWSERS);
    assert!(copies.values().all(|count| *count == 1), "{copies:?}");
}

#[tokio::test]
async fn a_push_whose_process_was_killed_is_sent_when_its_lease_ends() {
    let (host, service) = host::<1>().await;
    let (anna, browser) = online(&host, &service).await;
    let lease = Config::default().lease();
    // The browser is in the hands of a process that was killed after the push service's yes.
    let now = host.clock.now();
    let mut connection = host.db("notifications").pool().acquire().await.unwrap();
    sqlx::query!(
        "update push_subscriptions set wanted_at = $1, busy_until = $2, tries = 1",
        now - std::time::Duration::from_secs(1),
        now + lease,
    )
    .execute(&mut *connection)
    .await
    .unwrap();
    likes(&host, joins("Bram", "nl"), anna).await;
    host.clock.advance(lease.mul_f64(0.99));
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    assert!(service.taken().is_empty(), "the lease was not respected");
    host.clock.advance(lease.mul_f64(0.02));
    eventually("it is pushed", async || {
        (!browser.shown(&service).is_empty()).then_some(())
    })
    .await;
    assert_eq!(browser.shown(&service)[0]["type"], "like");
}

#[tokio::test]
async fn two_that_take_at_once_take_different_browsers() {
    let (host, service) = host::<0>().await;
    for _ in 0..20 {
        let (member, _) = online(&host, &service).await;
        likes(&host, joins("Bram", "nl"), member).await;
    }
    let db = host.db("notifications");
    let now = host.clock.now();
    let lease_end = now + std::time::Duration::from_mins(2);
    let take = async || {
        let mut connection = db.pool().acquire().await.unwrap();
        pushes::take(&mut connection, now, lease_end, 7)
            .await
            .unwrap()
    };
    let (one, two, three) = tokio::join!(take(), take(), take());
    let turns: Vec<Turn> = [one, two, three].into_iter().flatten().collect();
    let mut endpoints: Vec<_> = turns.iter().map(|turn| turn.endpoint.clone()).collect();
    endpoints.sort_unstable();
    endpoints.dedup();
    assert_eq!(endpoints.len(), 20);
    assert!(take().await.is_empty());

    // One whose lease has passed to another changes nothing any more.
    let mut late = turns[0].clone();
    late.lease_end -= std::time::Duration::from_secs(1);
    let mut tx = db.begin().await.unwrap();
    assert!(!pushes::give_back(&mut tx, &late, None, now).await.unwrap());
    assert!(
        pushes::give_back(&mut tx, &turns[0], None, now)
            .await
            .unwrap()
    );
    tx.commit().await.unwrap();
    assert_eq!(take().await.len(), 1, "it was given back with its push");
    assert!(!format!("{late:?}").contains("localhost"));
}

/// The queues as they are.
async fn queued(host: &TestHost) -> (i64, i64, i64, i64) {
    let row = sqlx::query!(
        r#"
        select (select count(*) from mail_jobs) as "mails!",
               (select count(*) from pushes) as "pushes!",
               (select count(*) from unread_messages) as "messages!",
               (select count(*) from new_likes) as "likes!"
        "#
    )
    .fetch_one(host.db("notifications").pool())
    .await
    .unwrap();
    (row.mails, row.pushes, row.messages, row.likes)
}

#[tokio::test]
async fn an_event_that_comes_again_changes_nothing() {
    let (host, service) = host::<0>().await;
    let (anna, _browser) = online(&host, &service).await;
    let (bram, cas) = (joins("Bram", "nl"), joins("Cas", "nl"));
    let clock = host.clock.clock();
    let waits = Waits::from(&Config::default());
    let about = || Envelope {
        id: fresh(),
        topic: "".into(),
        key: "".into(),
        kind: "".into(),
        time: host.clock.now(),
        traceparent: None,
    };
    let message = MessageSent {
        conversation_id: fresh().to_string(),
        site_id: SITE.to_string(),
        sender_id: bram.to_string(),
        recipient_id: anna.to_string(),
        sequence: 1,
        first: true,
        ..MessageSent::default()
    };
    let like = LikeMade {
        pair_id: String::new(),
        site_id: SITE.to_string(),
        liker_id: bram.to_string(),
        liked_id: anna.to_string(),
    };
    let matched = MatchMade {
        pair_id: String::new(),
        site_id: SITE.to_string(),
        second_id: cas.to_string(),
        first_id: anna.to_string(),
    };
    let envelopes = [about(), about(), about()];
    let mut seen = vec![];
    // The inbox drops what it knows; this is what holds when it has forgotten.
    for _ in 0..2 {
        let mut tx = host.db("notifications").begin().await.unwrap();
        let (clock, waits) = (clock.clone(), waits);
        let handler = MessageSentHandler {
            clock: clock.clone(),
            waits,
        };
        handler
            .handle(&mut tx, message.clone(), &envelopes[0])
            .await
            .unwrap();
        let handler = LikeMadeHandler {
            clock: clock.clone(),
            waits,
        };
        handler
            .handle(&mut tx, like.clone(), &envelopes[1])
            .await
            .unwrap();
        let handler = MatchMadeHandler { clock, waits };
        handler
            .handle(&mut tx, matched.clone(), &envelopes[2])
            .await
            .unwrap();
        tx.commit().await.unwrap();
        seen.push(queued(&host).await);
    }
    assert_eq!(seen, [(3, 3, 1, 1); 2]);
}
