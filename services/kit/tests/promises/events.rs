//! Told once, heard once, in order; and what cannot be heard is put aside.

use std::collections::HashMap;

use kit::{Db, testing::TestHost};
use prost::Message as _;
use sqlx::Row as _;
use tokio::task::JoinSet;

use crate::probe::{
    Bus, Deed, Hold, Stubborn, Writer, all_heard, count, eventually, heard, on_each_bus, pair,
    said, tell, words,
};

async fn start(bus: Bus, writer: Writer) -> (TestHost, Db, Db) {
    let host = TestHost::with(bus.settings(), async |host| pair(host, writer).await).await;
    let (teller, scribe) = (host.db("teller"), host.db("scribe"));
    (host, teller, scribe)
}

fn owned(rows: &[(&str, &str)]) -> Vec<(String, String)> {
    rows.iter()
        .map(|&(member, word)| (member.to_owned(), word.to_owned()))
        .collect()
}

/// Puts bytes on the way that are no event.
async fn tell_rubbish(db: &Db, member: &str) {
    sqlx::query(
        "
        insert into outbox (id, aggregatetype, aggregateid, type, payload, created_at)
        values (gen_random_uuid(), 'vonk.accounts.v1', $1, 'LanguageChanged', '\\xff', now())
        ",
    )
    .bind(member)
    .execute(db.pool())
    .await
    .expect("insert");
    db.wake_relay();
}

async fn dead_letters(db: &Db) -> Vec<(String, String, String)> {
    sqlx::query("select consumer, aggregateid, reason from dead_letter order by parked_at, id")
        .fetch_all(db.pool())
        .await
        .expect("dead letters")
        .into_iter()
        .map(|row| (row.get(0), row.get(1), row.get(2)))
        .collect()
}

on_each_bus! {
    async fn an_event_of_a_rolled_back_transaction_is_never_seen(bus: Bus) {
        let (_host, teller, scribe) = start(bus, Writer::willing()).await;
        let mut tx = teller.begin().await.expect("begin");
        tx.emit(&said("ann", "never")).await.expect("emit");
        drop(tx);
        tell(&teller, "ann", "said").await;
        // Of one key, so the second would have come after the first.
        assert_eq!(all_heard(&teller, &scribe, 1).await, owned(&[("ann", "said")]));
    }

    async fn a_handler_that_fails_three_times_takes_effect_once(bus: Bus) {
        let writer = Writer::new(|_, tried| if tried <= 3 { Deed::Fail } else { Deed::Take });
        let tries = writer.tries();
        let (_host, teller, scribe) = start(bus, writer).await;
        tell(&teller, "ann", "one").await;
        assert_eq!(all_heard(&teller, &scribe, 1).await, owned(&[("ann", "one")]));
        assert_eq!(count(&scribe, "dead_letter").await, 0);
        let tries: Vec<u32> = tries.lock().expect("tries").values().copied().collect();
        assert_eq!(tries, [4], "and it is not tried again");
    }

    async fn a_handler_that_panics_has_failed_like_others(bus: Bus) {
        let writer = Writer::new(|word, tried| match (word, tried) {
            ("bomb", _) | ("mine", 1) => Deed::Panic,
            _ => Deed::Take,
        });
        let (_host, teller, scribe) = start(bus, writer).await;
        for word in ["mine", "bomb", "last"] {
            tell(&teller, "ann", word).await;
        }
        let all = all_heard(&teller, &scribe, 2).await;
        assert_eq!(all, owned(&[("ann", "mine"), ("ann", "last")]));
        let parked = dead_letters(&scribe).await;
        assert_eq!(parked.len(), 1);
        assert_eq!(parked[0].2, "handler panicked");
    }

    async fn poison_is_put_aside_and_the_rest_goes_on(bus: Bus) {
        let writer = Writer::new(|word, _| match word {
            "always fails" => Deed::Fail,
            "hopeless" => Deed::Park,
            _ => Deed::Take,
        });
        let tries = writer.tries();
        let (_host, teller, scribe) = start(bus, writer).await;
        tell(&teller, "ann", "one").await;
        tell_rubbish(&teller, "ann").await;
        for word in ["two", "always fails", "three", "hopeless", "four"] {
            tell(&teller, "ann", word).await;
            tell(&teller, "bob", "in peace").await;
        }
        all_heard(&teller, &scribe, 9).await;
        assert_eq!(words(&scribe, "ann").await, ["one", "two", "three", "four"]);
        assert_eq!(words(&scribe, "bob").await, ["in peace"; 5]);
        let mut parked = dead_letters(&scribe).await;
        assert_eq!(parked.len(), 3);
        assert!(parked.iter().all(|(consumer, key, _)| consumer == "scribe.Writer" && key == "ann"));
        parked.sort_by(|one, other| one.2.cmp(&other.2));
        assert!(parked[0].2.contains("failed to decode"), "{}", parked[0].2);
        assert_eq!((parked[1].2.as_str(), parked[2].2.as_str()), ("never", "not today"));
        // The one that always fails was tried as often as configured, the hopeless one once, both
        // perhaps once more before: together with others.
        let tries: Vec<u32> = tries.lock().expect("tries").values().copied().collect();
        let most = tries.iter().max().expect("tries");
        assert!((4..=5).contains(most), "{tries:?}");
        assert!(tries.iter().filter(|&&tried| tried > 2).count() == 1, "{tries:?}");
        // A person can read what was put aside.
        let payload: Vec<u8> = sqlx::query_scalar("select payload from dead_letter where reason = 'never'")
            .fetch_one(scribe.pool())
            .await
            .expect("payload");
        let event = proto::accounts::v1::LanguageChanged::decode(&*payload).expect("event");
        assert_eq!(event, said("ann", "hopeless"));
    }

    async fn what_must_never_be_put_aside_is_tried_until_it_works(bus: Bus) {
        // Parking asks for the fourth try; even "hopeless" is not heard.
        let writer = Writer::new(|_, tried| match tried {
            1 => Deed::Park,
            2..=6 => Deed::Fail,
            _ => Deed::Take,
        });
        let host = TestHost::with(bus.settings(), async |host| pair(host, Stubborn(writer)).await).await;
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        tell(&teller, "ann", "money").await;
        tell(&teller, "ann", "change").await;
        let all = all_heard(&teller, &scribe, 2).await;
        assert_eq!(all, owned(&[("ann", "money"), ("ann", "change")]));
        assert_eq!(count(&scribe, "dead_letter").await, 0);
    }

    async fn a_handler_that_hides_a_failed_statement_loses_nothing(bus: Bus) {
        let writer = Writer::new(|word, tried| match (word, tried) {
            ("always hides", _) | ("hides", 1) => Deed::Swallow,
            _ => Deed::Take,
        });
        let (_host, teller, scribe) = start(bus, writer).await;
        for word in ["hides", "always hides", "last"] {
            tell(&teller, "ann", word).await;
        }
        let all = all_heard(&teller, &scribe, 2).await;
        assert_eq!(all, owned(&[("ann", "hides"), ("ann", "last")]));
        let parked = dead_letters(&scribe).await;
        assert_eq!(parked.len(), 1);
        assert!(parked[0].2.contains("transaction is aborted"), "{}", parked[0].2);
    }

    async fn events_of_one_key_keep_their_order_under_sixteen_writers(bus: Bus) {
        const KEYS: u64 = 24;
        const EACH: u64 = 40;
        let settings = format!("{}database_connections = 24", bus.settings());
        let host = TestHost::with(&settings, async |host| pair(host, Writer::willing()).await).await;
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        let mut writers = JoinSet::new();
        for writer in 0..16 {
            let db = teller.clone();
            writers.spawn(async move {
                for step in 0..EACH {
                    raise(&db, &format!("m{}", (writer * 7 + step * 5) % KEYS)).await;
                }
            });
        }
        writers.join_all().await;
        let mut last: HashMap<String, i64> = HashMap::new();
        let all = all_heard(&teller, &scribe, 16 * 40).await;
        assert_eq!(all.len(), 16 * 40);
        for (member, word) in all {
            let value: i64 = word.parse().expect("number");
            let before = last.insert(member.clone(), value).unwrap_or(0);
            assert_eq!(value, before + 1, "{member} out of order");
        }
        assert_eq!(last.len() as u64, KEYS);
    }

    async fn a_relay_cut_off_between_publishing_and_deleting_causes_no_second_effect(bus: Bus) {
        let (host, teller, scribe) = start(bus, Writer::willing()).await;
        let hold = Hold::new(&teller).await;
        tell(&teller, "ann", "one").await;
        eventually("the event is heard", async || (count(&scribe, "heard").await == 1).then_some(())).await;
        let relay = hold.waiting(&teller).await;
        assert_eq!(count(&teller, "outbox").await, 1);
        sqlx::query("select pg_terminate_backend($1)")
            .bind(relay)
            .execute(teller.pool())
            .await
            .expect("terminate");
        // It comes back, publishes once more and stands before the same door.
        let again = eventually("another connection", async || {
            let pid = hold.waiting(&teller).await;
            (pid != relay).then_some(pid)
        });
        again.await;
        hold.release().await;
        tell(&teller, "ann", "two").await;
        let all = all_heard(&teller, &scribe, 2).await;
        assert_eq!(all, owned(&[("ann", "one"), ("ann", "two")]));
        if bus == Bus::Embedded {
            // Two of the first: it was really delivered twice.
            assert_eq!(host.events::<proto::accounts::v1::LanguageChanged>().len(), 3);
        }
    }
}

/// Counts up under the row lock that orders the aggregate's events.
async fn raise(db: &Db, member: &str) {
    let mut tx = db.begin().await.expect("begin");
    let value: i64 = sqlx::query_scalar(
        "
        insert into counters (member, value) values ($1, 1)
        on conflict (member) do update set value = counters.value + 1
        returning value
        ",
    )
    .bind(member)
    .fetch_one(&mut *tx)
    .await
    .expect("count up");
    tx.emit(&said(member, &value.to_string()))
        .await
        .expect("emit");
    tx.commit().await.expect("commit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_heard_by_two_services_takes_effect_in_each() {
    struct Other;
    impl kit::Service for Other {
        const NAME: &'static str = "other";

        async fn mount(host: &mut kit::Host) -> anyhow::Result<()> {
            let db = host.database(&crate::probe::MIGRATOR).await?;
            // Fails first, so that the event is with one and not yet with the other.
            host.hear(
                &db,
                Writer::new(|_, tried| if tried == 1 { Deed::Fail } else { Deed::Take }),
            );
            Ok(())
        }
    }
    let host = TestHost::start(async |host| {
        host.mount::<Other>().await?;
        pair(host, Writer::willing()).await
    })
    .await;
    tell(&host.db("teller"), "ann", "one").await;
    host.settle().await;
    assert_eq!(heard(&host.db("scribe")).await, owned(&[("ann", "one")]));
    assert_eq!(heard(&host.db("other")).await, owned(&[("ann", "one")]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_wait_are_taken_many_in_one_transaction() {
    const KEYS: u8 = 20;
    const EACH: u8 = 10;
    let (_host, teller, scribe) = start(Bus::Embedded, Writer::willing()).await;
    let mut tx = teller.begin().await.expect("begin");
    for step in 0..KEYS * EACH {
        let event = said(&format!("m{}", step % KEYS), &step.to_string());
        tx.emit(&event).await.expect("emit");
    }
    tx.commit().await.expect("commit");
    let all = usize::from(KEYS * EACH);
    assert_eq!(all_heard(&teller, &scribe, all).await.len(), all);
    let transactions: i64 = sqlx::query_scalar("select count(distinct xmin::text) from heard")
        .fetch_one(scribe.pool())
        .await
        .expect("transactions");
    assert!(
        transactions <= i64::from(KEYS),
        "{transactions} transactions"
    );
}
