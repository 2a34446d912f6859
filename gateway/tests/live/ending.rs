//! Who may not watch, and when a stream ends.

use std::time::{Duration, Instant};

use proto::accounts::v1::{AccountDeleted, SessionsEnded};

use crate::{
    played::SITES,
    stage::{Browser, Person, Stage},
};

async fn refused(stage: &Stage, person: &Person) -> String {
    let response = stage.request(person, "").send().await.unwrap();
    assert_eq!(response.status(), 200, "refused in gRPC");
    Browser::new(response).end().await
}

#[tokio::test]
async fn only_a_session_of_this_site_watches() {
    let stage = Stage::set().await;
    let anna = stage.join();
    let forged = Person {
        token: "forged".to_owned(),
        ..anna.clone()
    };
    assert_eq!(refused(&stage, &forged).await, "not_logged_in");
    let elsewhere = Person {
        domain: SITES[1].0,
        ..anna.clone()
    };
    assert_eq!(refused(&stage, &elsewhere).await, "not_logged_in");
    stage.watch(&anna).await;

    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("content-type", "text/plain"),
    ] {
        let mut request = stage.request(&anna, "").build().unwrap();
        request.headers_mut().insert(name, value.parse().unwrap());
        let response = stage.client.execute(request).await.unwrap();
        assert_eq!(response.status(), 403, "{value}");
    }
    let unknown = stage.request(&anna, "").build().unwrap();
    let unknown = stage
        .client
        .post(unknown.url().as_str().replace("Watch", "Listen"))
        .headers(unknown.headers().clone())
        .body(vec![0; 5]);
    let end = Browser::new(unknown.send().await.unwrap()).end().await;
    assert_eq!(end, "UNIMPLEMENTED");
}

#[tokio::test]
async fn a_member_of_two_sites_hears_of_the_own_account_only() {
    let stage = Stage::set().await;
    let (here, there) = (stage.join(), stage.join_on(SITES[1].0));
    let (mut heres, mut theres) = (stage.watch(&here).await, stage.watch(&there).await);
    stage.like(&here, "here").await;
    stage.like(&there, "there").await;
    assert_eq!(heres.hears().await, "here");
    assert_eq!(theres.hears().await, "there");
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_others_do_not() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(), stage.join());
    let phone = stage.log_in(anna.id.clone(), anna.domain);
    let desktop = stage.watch(&anna).await;
    let mut phones = stage.watch(&phone).await;
    let mut brams = stage.watch(&bram).await;
    stage
        .tell(&SessionsEnded {
            member_id: anna.id.clone(),
            session_ids: vec![anna.session.clone()],
        })
        .await;
    assert_eq!(desktop.end().await, "not_logged_in");
    stage.like(&anna, "still").await;
    assert_eq!(phones.hears().await, "still");
    stage
        .tell(&SessionsEnded {
            member_id: anna.id.clone(),
            session_ids: vec!["no id".to_owned()],
        })
        .await;
    stage.host.settle().await;
    stage.like(&anna, "and still").await;
    assert_eq!(phones.hears().await, "and still");
    stage
        .tell(&SessionsEnded {
            member_id: anna.id.clone(),
            session_ids: Vec::new(),
        })
        .await;
    assert_eq!(phones.end().await, "not_logged_in");
    stage.like(&bram, "mark").await;
    assert_eq!(brams.hears().await, "mark");
}

#[tokio::test]
async fn a_deleted_account_watches_no_more_and_leaves_nothing_behind() {
    let stage = Stage::set().await;
    let anna = stage.join();
    let browser = stage.watch(&anna).await;
    let revision = browser.revision.clone();
    let deleted = AccountDeleted {
        member_id: anna.id.clone(),
        ..AccountDeleted::default()
    };
    stage.tell(&deleted).await;
    assert_eq!(browser.end().await, "not_logged_in");
    // Were it taken back, the time between would be a gap.
    assert!(stage.watch_from(&anna, &revision).await.1);
}

#[tokio::test]
async fn one_stream_too_many_ends_the_oldest() {
    let stage = Stage::with("streams_per_member = 2\nyoung_seconds = 0").await;
    let anna = stage.join();
    let oldest = stage.watch(&anna).await;
    let mut others = [stage.watch(&anna).await, stage.watch(&anna).await];
    assert_eq!(oldest.end().await, "too_many_streams");
    stage.like(&anna, "mark").await;
    for other in &mut others {
        assert_eq!(other.hears().await, "mark");
    }
}

#[tokio::test]
async fn a_stopping_process_ends_its_streams_and_need_not_wait_for_them() {
    let stage = Stage::set().await;
    let anna = stage.join();
    let browsers = [stage.watch(&anna).await, stage.watch(&anna).await];
    let started = Instant::now();
    let (ends, ()) = tokio::join!(
        futures::future::join_all(browsers.map(Browser::end)),
        stage.host.stop(),
    );
    assert_eq!(ends, ["OK", "OK"], "come again");
    assert!(started.elapsed() < Duration::from_secs(3));
}
