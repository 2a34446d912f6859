//! What waits behind an event in trouble, and what does not.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use kit::testing::{Stage, TestHost};

use crate::probe::{
    Bus, Deed, Stubborn, Writer, all_heard, committed, eventually, heard, on_each_bus, pair, tell,
    words,
};

on_each_bus! {
    async fn a_key_in_trouble_holds_up_its_own_events_and_misses_none(bus: Bus) {
        // More than a partition's lane takes, so that Kafka's partition is paused meanwhile.
        const EACH: usize = 150;
        let settings = format!("{}handler_first_delay_ms = 1", bus.settings());
        let free = Arc::new(AtomicBool::new(false));
        let freed = Arc::clone(&free);
        let writer = Stubborn(Writer::new(move |word, _| {
            let well = word != "stuck" || freed.load(Ordering::SeqCst);
            if well { Deed::Take } else { Deed::Fail }
        }));
        let host = TestHost::with(&settings, async |host| pair(host, writer).await).await;
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        tell(&teller, "ann", "stuck").await;
        for step in 0..EACH {
            tell(&teller, "ann", &step.to_string()).await;
            tell(&teller, &format!("m{}", step % 9), &step.to_string()).await;
        }
        eventually("others are heard", async || (heard(&scribe).await.len() > 9).then_some(())).await;
        assert!(words(&scribe, "ann").await.is_empty(), "and she is not yet");
        free.store(true, Ordering::SeqCst);
        let all = all_heard(&teller, &scribe, 2 * EACH + 1).await;
        assert_eq!(all.len(), 2 * EACH + 1);
        let mut said: Vec<String> = (0..EACH).map(|step| step.to_string()).collect();
        said.insert(0, "stuck".to_owned());
        assert_eq!(words(&scribe, "ann").await, said);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_consumer_has_committed_what_it_heard() {
    if !Bus::Kafka.is_here() {
        return;
    }
    let stage = Stage::new();
    let host = stage
        .host(Bus::Kafka.settings(), async |host| {
            pair(host, Writer::willing()).await
        })
        .await
        .expect("start");
    for step in 0..40 {
        tell(&host.db("teller"), &format!("m{step}"), "one").await;
    }
    all_heard(&host.db("teller"), &host.db("scribe"), 40).await;
    host.stop().await;
    assert_eq!(committed(&stage), (40, 40));
}
