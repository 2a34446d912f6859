//! Real processes, ended by SIGKILL where it hurts and where chance has it.

use std::time::Duration;

use proto::accounts::v1::LanguageChanged;
use tokio::task::JoinSet;

use crate::{
    leader::leader,
    probe::{
        Bus, Hold, Writer, all_heard, committed, count, eventually, on_each_bus, pair, published,
        tell, words,
    },
    process::{Process, bus_of, heard_by, pool, stage_for, tell_and_die},
};

on_each_bus! {
    async fn a_process_killed_between_publishing_and_deleting_causes_no_second_effect(bus: Bus) {
        let stage = stage_for(bus).await;
        let (mut process, _) = Process::start(&stage, "pair", &[bus_of(bus)]).await;
        let host = stage
            .host(bus.settings(), async |host| pair(host, Writer::willing()).await)
            .await
            .expect("start");
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        let led = leader(&teller, 0).await;
        let hold = Hold::new(&teller).await;
        tell(&teller, "ann", "one").await;
        eventually("the event is heard", async || (count(&scribe, "heard").await == 1).then_some(())).await;
        assert_eq!(hold.waiting(&teller).await, led, "the process leads");
        process.kill();
        // Its statement waits in the server; a process killed a moment earlier had not sent it.
        sqlx::query("select pg_terminate_backend($1)")
            .bind(led)
            .execute(teller.pool())
            .await
            .expect("terminate");
        eventually("the host publishes the event again", async || {
            (hold.waiting(&teller).await != led).then_some(())
        })
        .await;
        hold.release().await;
        tell(&teller, "ann", "two").await;
        all_heard(&teller, &scribe, 2).await;
        assert_eq!(words(&scribe, "ann").await, ["one", "two"]);
        match bus {
            Bus::Embedded => {
                let seen = host.events::<LanguageChanged>();
                assert_eq!(seen.len(), 2, "the first was delivered again");
            }
            Bus::Kafka => assert_eq!(published(&stage).len(), 3, "the first was published twice"),
        }
    }

    async fn processes_killed_under_load_lose_and_repeat_nothing(bus: Bus) {
        const KEYS: u32 = 10;
        let many = if bus == Bus::Kafka { 300 } else { 600 };
        let kills = if bus == Bus::Kafka { 2 } else { 5 };
        let stage = stage_for(bus).await;
        let mut processes = vec![
            Process::start(&stage, "pair", &[bus_of(bus)]).await.0,
            Process::start(&stage, "pair", &[bus_of(bus)]).await.0,
        ];
        let (teller, scribe) = (pool(&stage, "teller").await, pool(&stage, "scribe").await);
        let mut load = JoinSet::new();
        let told = teller.clone();
        load.spawn(async move {
            for step in 0..many {
                tell_and_die(&told, &format!("m{}", step % KEYS), &step.to_string()).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        for kill in 1..=kills {
            let enough = (many / (kills + 1) * kill) as usize;
            eventually("more is heard", async || (heard_by(&scribe).await.len() >= enough).then_some(())).await;
            // The oldest leads, or did a moment ago.
            processes.remove(0).kill();
            processes.push(Process::spawn(&stage, "pair", &[bus_of(bus)]));
        }
        load.join_all().await;
        eventually("everything is heard", async || {
            (heard_by(&scribe).await.len() >= many as usize).then_some(())
        })
        .await;
        eventually("the outbox is empty", async || {
            let left: i64 = sqlx::query_scalar("select count(*) from outbox")
                .fetch_one(&teller)
                .await
                .expect("count");
            (left == 0).then_some(())
        })
        .await;
        let all = heard_by(&scribe).await;
        assert_eq!(all.len(), many as usize, "nothing twice");
        for member in 0..KEYS {
            let mine: Vec<&str> = all
                .iter()
                .filter(|(who, _)| *who == format!("m{member}"))
                .map(|(_, word)| word.as_str())
                .collect();
            let told: Vec<String> = (0..many)
                .filter(|step| step % KEYS == member)
                .map(|step| step.to_string())
                .collect();
            assert_eq!(mine, told, "in order");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_killed_process_had_fetched_and_not_heard_is_heard_by_the_next() {
    if !Bus::Kafka.is_here() {
        return;
    }
    let stage = stage_for(Bus::Kafka).await;
    let (mut process, _) = Process::start(&stage, "stuck", &[bus_of(Bus::Kafka)]).await;
    let (teller, scribe) = (pool(&stage, "teller").await, pool(&stage, "scribe").await);
    tell_and_die(&teller, "ann", "stuck").await;
    for _ in 0..20 {
        tell_and_die(&teller, "ann", "behind").await;
    }
    // Partition by partition: what is committed of the others could be committed of hers.
    for step in 0..20 {
        tell_and_die(&teller, &format!("m{step}"), "beside").await;
    }
    eventually("what others heard is committed", async || {
        let (committed, all) = committed(&stage);
        (all == 41 && committed > 0).then_some(())
    })
    .await;
    process.kill();
    let heard = heard_by(&scribe).await;
    assert!(heard.iter().all(|(_, word)| word == "beside"), "{heard:?}");

    let willing = [bus_of(Bus::Kafka)];
    let _next = Process::start(&stage, "pair", &willing).await;
    eventually("all is heard", async || {
        (heard_by(&scribe).await.len() >= 41).then_some(())
    })
    .await;
    let words: Vec<String> = heard_by(&scribe)
        .await
        .into_iter()
        .filter(|(member, _)| member == "ann")
        .map(|(_, word)| word)
        .collect();
    assert_eq!(words[0], "stuck");
    assert_eq!(words.len(), 21);
}
