//! Caches: every replica sees what may have to be dropped.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use kit::testing::{Stage, TestHost};
use proto::{accounts::v1::LanguageChanged, settings::v1::SiteChanged};

use crate::probe::{Bus, Deed, Stubborn, Teller, Writer, eventually, on_each_bus, pair, tell};

type Seen = Arc<Mutex<Vec<String>>>;

async fn replica(stage: &Arc<Stage>, bus: Bus) -> (TestHost, Seen) {
    let seen = Seen::default();
    let noted = Arc::clone(&seen);
    let host = stage
        .host(bus.settings(), async |host| {
            host.mount::<Teller>().await?;
            host.watch(move |event: &LanguageChanged| {
                noted.lock().expect("seen").push(event.language.clone());
            });
            host.watch(|_: &SiteChanged| panic!("nobody told this"));
            Ok(())
        })
        .await
        .expect("start");
    (host, seen)
}

async fn sees(seen: &Seen, words: &[&str]) {
    eventually("the words are seen", async || {
        (*seen.lock().expect("seen") == words).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_replica_sees_every_event_from_its_start_on() {
    if !Bus::Kafka.is_here() {
        return;
    }
    let stage = Stage::new();
    let (first, first_saw) = replica(&stage, Bus::Kafka).await;
    // At once: a cache is filled from the first request on, so nothing may be missed.
    tell(&first.db("teller"), "ann", "one").await;
    sees(&first_saw, &["one"]).await;
    let (second, second_saw) = replica(&stage, Bus::Kafka).await;
    tell(&second.db("teller"), "ann", "two").await;
    tell(&first.db("teller"), "ann", "three").await;
    sees(&first_saw, &["one", "two", "three"]).await;
    sees(&second_saw, &["two", "three"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_one_process_the_watcher_need_not_wait_for_a_handler_in_trouble() {
    let seen = Seen::default();
    let noted = Arc::clone(&seen);
    let host = TestHost::start(async |host| {
        pair(host, Stubborn(Writer::new(|_, _| Deed::Fail))).await?;
        host.watch(move |event: &LanguageChanged| {
            noted.lock().expect("seen").push(event.language.clone());
        });
        Ok(())
    })
    .await;
    tell(&host.db("teller"), "ann", "out").await;
    sees(&seen, &["out"]).await;
}

on_each_bus! {
    async fn a_watcher_that_panics_disturbs_nobody(bus: Bus) {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let host = TestHost::with(bus.settings(), async |host| {
            pair(host, Writer::willing()).await?;
            host.watch(move |_: &LanguageChanged| {
                counted.fetch_add(1, Ordering::SeqCst);
                panic!("the watcher under test panics");
            });
            Ok(())
        })
        .await;
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        tell(&teller, "ann", "one").await;
        tell(&teller, "ann", "two").await;
        crate::probe::all_heard(&teller, &scribe, 2).await;
        eventually("both are seen", async || {
            (calls.load(Ordering::SeqCst) >= 2).then_some(())
        })
        .await;
        host.stop().await;
    }
}
