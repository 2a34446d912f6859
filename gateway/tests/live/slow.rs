//! Many streams, and slow ones.

use std::time::Duration;

use futures::StreamExt as _;
use proto::live::v1::{Started, watch_response::What};

use crate::stage::{Browser, Person, Stage};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_holds_nobody_up_and_is_told_of_its_gap() {
    let stage = Stage::with("updates_per_member = 20").await;
    let (anna, bram) = (stage.join(), stage.join());
    let mut slow = stage.watch(&anna).await;
    let mut quick = stage.watch(&anna).await;
    let mut brams = stage.watch(&bram).await;
    // More than the buffers of both sides hold.
    let most = 3_000;
    let padding = "x".repeat(8_000);
    for number in 0..most {
        stage
            .say_now(&bram, &anna, &format!("{number} {padding}"))
            .await;
        assert!(quick.hears().await.starts_with(&format!("{number} ")));
        assert!(brams.hears().await.starts_with(&format!("{number} ")));
    }
    let (mut last, mut read, mut gaps) = (-1, 0, 0);
    while last < most - 1 {
        match slow.next().await {
            What::Started(Started { resync: true }) => gaps += 1,
            What::MessageSent(sent) => {
                let message = sent.message.unwrap();
                let number = crate::stage::text(&message).split(' ').next().unwrap();
                let number: i32 = number.parse().unwrap();
                assert!(number > last, "in order, none twice");
                assert!(number == last + 1 || gaps > 0, "no silent gap");
                (last, read) = (number, read + 1);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(gaps > 0 && read < most, "{gaps} gaps, {read} read");
}

/// Opens a stream as soon as there is room for it: the server sees by itself that others are gone.
async fn enter(stage: &Stage, person: &Person) -> Browser {
    let entered = async {
        loop {
            let response = stage.request(person, "").send().await.unwrap();
            let mut browser = Browser::new(response);
            if browser.header("grpc-status").is_none() {
                let first = browser.next().await;
                assert_eq!(first, What::Started(Started { resync: false }));
                return browser;
            }
            assert_eq!(browser.end().await, "too_many_streams");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let entered = tokio::time::timeout(Duration::from_secs(20), entered).await;
    entered.expect("room again")
}

async fn open(stage: &Stage, people: &[Person]) -> Vec<Browser> {
    futures::stream::iter(people)
        .map(|person| enter(stage, person))
        .buffer_unordered(50)
        .collect()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_streams_leave_nothing_behind() {
    let stage = Stage::with("streams = 1000\nstreams_per_member = 4").await;
    let people: Vec<Person> = (0..250).map(|_| stage.join()).collect();
    let people: Vec<Person> = people.iter().cycle().take(1_000).cloned().collect();
    for _ in 0..2 {
        let mut browsers = open(&stage, &people).await;
        assert_eq!(browsers.len(), 1_000);
        let one_more = stage.request(&stage.join(), "").send().await.unwrap();
        assert_eq!(Browser::new(one_more).end().await, "too_many_streams");
        for person in &people[..250] {
            stage.like(person, "mark").await;
        }
        for browser in &mut browsers {
            assert_eq!(browser.hears().await, "mark");
        }
    }
    assert_eq!(open(&stage, &people).await.len(), 1_000, "room for all");
}
