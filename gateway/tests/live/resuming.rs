//! Coming back: exactly what was missed, or the word that something was.

use std::time::Duration;

use proto::live::v1::{Alive, watch_response::What};

use crate::stage::{Stage, until};

#[tokio::test]
async fn a_stream_resumes_with_exactly_what_was_missed() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(), stage.join());
    let mut browser = stage.watch(&bram).await;
    for word in ["one", "two"] {
        stage.say_now(&anna, &bram, word).await;
        assert_eq!(browser.hears().await, word);
    }
    let revision = browser.revision.clone();
    drop(browser);
    for word in ["three", "four"] {
        stage.say_now(&anna, &bram, word).await;
    }
    stage.like(&bram, "like").await;
    stage.host.settle().await;
    until("both are fetched", || {
        stage.world.fetches.lock().unwrap().len() == 4
    })
    .await;

    let (mut browser, resync) = stage.watch_from(&bram, &revision).await;
    assert!(!resync);
    let mut heard = vec![
        browser.hears().await,
        browser.hears().await,
        browser.hears().await,
    ];
    // A like is of another key: nothing binds it to the messages.
    assert!(heard.contains(&"like".to_owned()));
    heard.retain(|word| word != "like");
    assert_eq!(heard, ["three", "four"]);
    stage.say_now(&anna, &bram, "five").await;
    assert_eq!(browser.hears().await, "five");

    // From any place before, too, and from the last one nothing.
    let (mut again, resync) = stage.watch_from(&bram, &browser.revision).await;
    assert!(!resync);
    stage.like(&bram, "last").await;
    assert_eq!(again.hears().await, "last");
}

#[tokio::test]
async fn who_is_too_far_behind_is_told_of_a_gap() {
    let stage = Stage::with("updates_per_member = 5").await;
    let anna = stage.join();
    let mut browser = stage.watch(&anna).await;
    stage.like(&anna, "0").await;
    assert_eq!(browser.hears().await, "0");
    let revision = browser.revision.clone();
    drop(browser);
    let mut other = stage.watch(&anna).await;
    for number in 1..=5 {
        stage.like(&anna, &number.to_string()).await;
        other.hears().await;
    }
    assert!(!stage.watch_from(&anna, &revision).await.1, "five are kept");
    stage.like(&anna, "6").await;
    other.hears().await;
    let (mut browser, resync) = stage.watch_from(&anna, &revision).await;
    assert!(resync, "one is not");
    stage.like(&anna, "7").await;
    assert_eq!(browser.hears().await, "7");
}

#[tokio::test]
async fn what_is_no_place_of_this_replica_is_a_gap() {
    let (stage, other) = tokio::join!(Stage::set(), Stage::set());
    let (anna, bram) = (stage.join(), other.join());
    let foreign = other.watch(&bram).await.revision;
    let (own, _) = stage.watch_from(&anna, "").await;
    let (replica, _) = own.revision.split_once('.').unwrap();
    let ahead = format!("{replica}.99");
    for revision in [foreign.as_str(), &ahead, "x", "0", "\u{1f525}.1"] {
        let (browser, resync) = stage.watch_from(&anna, revision).await;
        assert!(resync, "{revision}");
        assert_eq!(browser.revision, own.revision);
    }
}

#[tokio::test]
async fn who_was_away_too_long_is_told_of_a_gap() {
    let stage = Stage::set().await;
    let anna = stage.join();
    let browser = stage.watch(&anna).await;
    let revision = browser.revision.clone();
    stage.host.clock.advance(Duration::from_mins(10));
    assert!(
        !stage.watch_from(&anna, &revision).await.1,
        "a stream was open all the time"
    );
    drop(browser);
    // The server notices by itself that both are gone; nothing else tells.
    let told = async {
        loop {
            tokio::time::sleep(Duration::from_millis(50)).await;
            stage.host.clock.advance(Duration::from_mins(10));
            if stage.watch_from(&anna, &revision).await.1 {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), told)
        .await
        .expect("forgotten");
}

#[tokio::test]
async fn a_quiet_line_says_that_it_is_open_and_is_not_stored_or_packed() {
    let stage = Stage::with("alive_seconds = 1").await;
    let anna = stage.join();
    let mut browser = stage.watch(&anna).await;
    assert_eq!(browser.header("cache-control"), Some("no-store"));
    assert_eq!(browser.header("x-accel-buffering"), Some("no"));
    assert_eq!(browser.header("content-encoding"), None);
    assert_eq!(
        browser.header("content-type"),
        Some("application/grpc-web+proto")
    );
    let revision = browser.revision.clone();
    for _ in 0..2 {
        assert_eq!(browser.next().await, What::Alive(Alive {}));
    }
    assert_eq!(browser.revision, revision);
}
