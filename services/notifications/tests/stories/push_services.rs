//! Push services that refuse, stall, redirect or vanish.

use std::time::{Duration, Instant};

use kit::{MemberId, testing::TestHost};

use crate::{
    news_pushes::{online, pushing, quiet, shows},
    support::{
        browser::{Answer, Browser},
        eventually,
        fakes::joins,
        word::{Conversation, likes},
    },
};

async fn subscriptions(host: &TestHost, member: MemberId) -> i64 {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from push_subscriptions where member_id = $1"#,
        member.get(),
    )
    .fetch_one(host.db("notifications").pool())
    .await
    .unwrap()
}

/// Waits until so many turns in a row did not end well, and the browser waits for the next.
async fn failed(host: &TestHost, member: MemberId, tries: i32) {
    // While it is in hand, it is busy until the end of the lease.
    let lease_end = host.clock.now() + Duration::from_mins(2);
    eventually(&format!("{tries} tries"), async || {
        sqlx::query_scalar!(
            "
            select tries
            from   push_subscriptions
            where  member_id = $1 and tries = $2 and busy_until <> $3
            ",
            member.get(),
            tries,
            lease_end,
        )
        .fetch_optional(host.db("notifications").pool())
        .await
        .unwrap()
    })
    .await;
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten() {
    for status in [404, 410] {
        let (host, service) = pushing(0).await;
        let (anna, _browser) = online(&host, &service, "Anna").await;
        let stays = Browser::at(&service);
        service.answer([Answer::Status(status)]);
        likes(&host, joins("Bram", "nl"), anna).await;
        eventually("it is forgotten", async || {
            (subscriptions(&host, anna).await == 0).then_some(())
        })
        .await;
        stays.subscribe(&host, anna).await;
        likes(&host, joins("Cas", "nl"), anna).await;
        shows(&service, &stays, 1).await;
        assert_eq!(subscriptions(&host, anna).await, 1);
    }
}

#[tokio::test]
async fn a_push_service_that_asks_for_a_pause_gets_it() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    service.answer([
        Answer::With(429, "retry-after", "600".to_owned()),
        Answer::Status(503),
    ]);
    let mut talk = Conversation::new();
    let bram = joins("Bram", "nl");
    talk.write(&host, bram, anna).await;
    failed(&host, anna, 1).await;
    // More news meanwhile is no reason to knock again.
    talk.write(&host, bram, anna).await;
    host.clock.advance(Duration::from_secs(595));
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(service.taken().len(), 1);
    host.clock.advance(Duration::from_secs(10));
    failed(&host, anna, 2).await;
    assert_eq!(service.taken().len(), 2);
    host.clock.advance(Duration::from_secs(20));
    let shown = shows(&service, &browser, 3).await;
    quiet(&host).await;
    assert_eq!(shown.len(), 3);
    assert_eq!(shown[2]["badge"], 2, "it tells how things are by now");
    assert_eq!(subscriptions(&host, anna).await, 1);
}

#[tokio::test]
async fn a_push_service_that_is_always_broken_is_left_alone_until_there_is_news() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    service.answer(vec![Answer::Status(500); 9]);
    likes(&host, joins("Bram", "nl"), anna).await;
    for tries in 1..=3 {
        failed(&host, anna, tries).await;
        host.clock.advance(Duration::from_hours(10));
    }
    // A push that is a day old says nothing new.
    quiet(&host).await;
    assert_eq!(service.taken().len(), 3);
    likes(&host, joins("Cas", "nl"), anna).await;
    for tries in 1..=6 {
        failed(&host, anna, tries).await;
        host.clock.advance(Duration::from_hours(2));
    }
    shows(&service, &browser, 10).await;
    quiet(&host).await;
    assert_eq!(subscriptions(&host, anna).await, 1);
}

#[tokio::test]
async fn a_push_that_is_refused_for_good_does_not_stop_the_next() {
    let (host, service) = pushing(1000).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    service.answer([Answer::Status(413)]);
    for name in ["Bram", "Cas"] {
        Conversation::new()
            .write(&host, joins(name, "nl"), anna)
            .await;
    }
    host.clock.advance(Duration::from_secs(2));
    shows(&service, &browser, 2).await;
    quiet(&host).await;
    assert_eq!(service.taken().len(), 2);
    assert_eq!(subscriptions(&host, anna).await, 1);
}

#[tokio::test]
async fn an_answer_that_points_elsewhere_is_not_followed() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    let (_cas, elsewhere) = online(&host, &service, "Cas").await;
    for status in [301, 302, 303, 307, 308] {
        let place = elsewhere.endpoint.clone();
        service.answer([Answer::With(status, "location", place)]);
        likes(&host, joins("Bram", "nl"), anna).await;
        quiet(&host).await;
    }
    assert_eq!(browser.shown(&service).len(), 5);
    assert!(elsewhere.shown(&service).is_empty());
}

#[tokio::test]
async fn an_answer_without_an_end_is_not_read() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    service.answer([Answer::Endless]);
    let start = Instant::now();
    likes(&host, joins("Bram", "nl"), anna).await;
    quiet(&host).await;
    assert_eq!(browser.shown(&service).len(), 1);
    assert!(start.elapsed() < Duration::from_secs(4), "it was read");
}

#[tokio::test]
async fn a_push_whose_answer_is_lost_is_shown_once_all_the_same() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    service.answer([Answer::Hang]);
    likes(&host, joins("Bram", "nl"), anna).await;
    failed(&host, anna, 1).await;
    host.clock.advance(Duration::from_secs(7));
    let shown = shows(&service, &browser, 2).await;
    quiet(&host).await;
    assert_eq!(shown[0]["tag"], shown[1]["tag"]);
    let topics: Vec<_> = service
        .taken()
        .iter()
        .map(|taken| taken.header("topic").to_owned())
        .collect();
    assert_eq!(topics[0], topics[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_browser_gets_one_push_at_a_time_and_many_browsers_at_once() {
    let (host, service) = pushing(1000).await;
    service.be_slow(Duration::from_millis(50));
    let mut browsers = vec![];
    for _ in 0..4 {
        let (member, browser) = online(&host, &service, "Anna").await;
        for _ in 0..5 {
            Conversation::new()
                .write(&host, joins("Bram", "nl"), member)
                .await;
        }
        browsers.push(browser);
    }
    host.clock.advance(Duration::from_secs(2));
    for browser in &browsers {
        shows(&service, browser, 5).await;
    }
    quiet(&host).await;
    assert_eq!(service.taken().len(), 20);
    let (busiest, busiest_browser) = service.busiest();
    assert_eq!(busiest_browser, 1);
    assert!(busiest > 1, "they worked at the same time");
}

#[tokio::test]
async fn news_that_comes_while_a_push_is_on_its_way_is_pushed_too() {
    let (host, service) = pushing(0).await;
    let (anna, browser) = online(&host, &service, "Anna").await;
    service.be_slow(Duration::from_millis(300));
    let bram = joins("Bram", "nl");
    let mut talk = Conversation::new();
    talk.write(&host, bram, anna).await;
    eventually("it is on its way", async || {
        (service.busiest().0 == 1).then_some(())
    })
    .await;
    talk.write(&host, bram, anna).await;
    let shown = shows(&service, &browser, 2).await;
    quiet(&host).await;
    assert_eq!(shown[0]["badge"], 1);
    assert_eq!(shown[1]["badge"], 2);
}
