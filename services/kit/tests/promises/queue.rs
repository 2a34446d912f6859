//! What waits behind an event in trouble, and what does not.

use std::collections::HashMap;

use kit::testing::{Stage, TestHost};
use rdkafka::{
    ClientConfig, Offset,
    consumer::{BaseConsumer, Consumer as _},
};
use std::time::Duration;

use crate::probe::{
    Bus, Deed, Writer, all_heard, eventually, heard, on_each_bus, pair, tell, words,
};

on_each_bus! {
    async fn a_key_in_trouble_holds_up_its_own_events_and_misses_none(bus: Bus) {
        // More than a partition's lane takes, so that Kafka's partition is paused meanwhile.
        const EACH: usize = 150;
        let settings = format!("{}handler_first_delay_ms = 300", bus.settings());
        let writer = Writer::new(|word, tried| {
            if word == "stuck" && tried <= 3 { Deed::Fail } else { Deed::Take }
        });
        let host = TestHost::with(&settings, async |host| pair(host, writer).await).await;
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        tell(&teller, "ann", "stuck").await;
        for step in 0..EACH {
            tell(&teller, "ann", &step.to_string()).await;
            tell(&teller, &format!("m{}", step % 9), &step.to_string()).await;
        }
        eventually("others are heard", async || (heard(&scribe).await.len() > 9).then_some(())).await;
        assert!(words(&scribe, "ann").await.is_empty(), "and she is not yet");
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
    let (mut ends, mut committed) = (0, 0);
    let settings: HashMap<_, _> = stage.settings().into_iter().collect();
    let prefix = &settings["kafka_prefix"];
    let group: BaseConsumer = ClientConfig::new()
        .set("bootstrap.servers", &settings["kafka_brokers"])
        .set("group.id", format!("{prefix}vonk.scribe"))
        .create()
        .expect("consumer");
    let topic = format!("{prefix}vonk.accounts.v1");
    let mut partitions = rdkafka::TopicPartitionList::new();
    for partition in 0..4 {
        let wait = Duration::from_secs(20);
        let (_, end) = group
            .fetch_watermarks(&topic, partition, wait)
            .expect("ends");
        ends += end;
        partitions.add_partition(&topic, partition);
    }
    let offsets = group
        .committed_offsets(partitions, Duration::from_secs(20))
        .expect("offsets");
    for partition in offsets.elements() {
        if let Offset::Offset(offset) = partition.offset() {
            committed += offset;
        }
    }
    assert_eq!(ends, 40);
    assert_eq!(committed, ends);
}
