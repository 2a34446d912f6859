//! Two processes on the same databases: one relays, the other stands by.

use std::{collections::HashSet, sync::Arc};

use kit::{
    Db,
    testing::{Stage, TestHost},
};
use proto::accounts::v1::LanguageChanged;

use crate::probe::{
    Bus, Writer, all_heard, count, eventually, on_each_bus, pair, published, tell, words,
};

async fn host(stage: &Arc<Stage>, bus: Bus) -> TestHost {
    stage
        .host(bus.settings(), async |host| {
            pair(host, Writer::willing()).await
        })
        .await
        .expect("start")
}

/// Backends that hold an advisory lock in this database.
async fn leaders(db: &Db) -> Vec<i32> {
    sqlx::query_scalar(
        "
        select pid from pg_locks
        where  locktype = 'advisory' and granted
          and  database = (select oid from pg_database where datname = current_database())
        ",
    )
    .fetch_all(db.pool())
    .await
    .expect("locks")
}

pub(crate) async fn leader(db: &Db, other_than: i32) -> i32 {
    eventually("a relay leads", async || match *leaders(db).await {
        [] => None,
        [one] => (one != other_than).then_some(one),
        ref many => panic!("several relays lead: {many:?}"),
    })
    .await
}

on_each_bus! {
    async fn of_two_relays_one_publishes_and_the_other_takes_over(bus: Bus) {
        let stage = Stage::new();
        let first = host(&stage, bus).await;
        let (teller, scribe) = (first.db("teller"), first.db("scribe"));
        let led = leader(&teller, 0).await;
        let second = host(&stage, bus).await;
        let other_teller = second.db("teller");

        // Both tell; the one that does not lead must wake the one that does.
        for step in 0..60 {
            let db = if step % 2 == 0 { &teller } else { &other_teller };
            tell(db, &format!("m{}", step % 6), &step.to_string()).await;
            assert_eq!(leader(&teller, 0).await, led);
        }
        all_heard(&teller, &scribe, 60).await;
        match bus {
            Bus::Embedded => {
                assert_eq!(first.events::<LanguageChanged>().len(), 60);
                assert_eq!(second.events::<LanguageChanged>().len(), 0);
            }
            Bus::Kafka => {
                let ids = published(&stage);
                assert_eq!(ids.len(), 60, "each event is published once");
                assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 60);
            }
        }

        first.crash();
        for step in 60..80 {
            tell(&other_teller, &format!("m{}", step % 6), &step.to_string()).await;
        }
        let scribe = second.db("scribe");
        assert_eq!(all_heard(&other_teller, &scribe, 80).await.len(), 80);
        assert_ne!(leader(&other_teller, led).await, led);
        for member in 0..6 {
            let said: Vec<String> = (0..80)
                .filter(|step| step % 6 == member)
                .map(|step| step.to_string())
                .collect();
            assert_eq!(words(&scribe, &format!("m{member}")).await, said);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stopped_leader_leaves_at_once_and_the_next_one_goes_on() {
    let stage = Stage::new();
    let first = host(&stage, Bus::Embedded).await;
    let second = host(&stage, Bus::Embedded).await;
    tell(&first.db("teller"), "ann", "one").await;
    eventually("one is heard", async || {
        (count(&second.db("scribe"), "heard").await == 1).then_some(())
    })
    .await;
    first.stop().await;
    tell(&second.db("teller"), "ann", "two").await;
    second.settle().await;
    assert_eq!(words(&second.db("scribe"), "ann").await, ["one", "two"]);
}
