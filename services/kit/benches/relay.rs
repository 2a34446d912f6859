//! How fast the relay empties an outbox, beside what its statements cost alone.
//!
//! `cargo bench -p kit`; with `VONK_TEST_KAFKA` also through Kafka. The numbers
//! are in `docs/performance.md`.
#![expect(
    clippy::disallowed_methods,
    missing_docs,
    reason = "the kit's tables are in no service's schema; criterion's macros write no documentation"
)]

use std::{
    iter::repeat_n,
    sync::Arc,
    time::{Duration, Instant},
};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use futures::{StreamExt as _, stream};
use kit::{
    Db, Envelope, Handler, Host, Service, Trouble, Tx,
    testing::{self, Stage, TestHost},
};
use proto::accounts::v1::LanguageChanged;
use sqlx::migrate::Migrator;
use tokio::runtime::Runtime;

/// Events per round, spread over this many keys.
const EVENTS: u32 = 4000;
const KEYS: u32 = 500;
/// As many connections as a service has by default.
const CONNECTIONS: usize = 16;

static MIGRATOR: Migrator = Migrator::DEFAULT;

struct Teller;

impl Service for Teller {
    const NAME: &'static str = "teller";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let db = host.database(&MIGRATOR).await?;
        host.hear(&db, Listener);
        Ok(())
    }
}

/// Does nothing: what remains is the inbox.
struct Listener;

impl Handler for Listener {
    type Event = LanguageChanged;

    async fn handle(&self, _: &mut Tx, _: LanguageChanged, _: &Envelope) -> Result<(), Trouble> {
        Ok(())
    }
}

/// Puts a round of events on the table, in one statement.
async fn fill(db: &Db) {
    sqlx::query(
        "
        insert into outbox (id, aggregatetype, aggregateid, type, payload, created_at)
        select gen_random_uuid(), 'vonk.accounts.v1', 'member ' || n % $2, 'LanguageChanged',
               decode('0a04616e6e6112026e6c', 'hex'), now()
        from   generate_series(1, $1) n
        ",
    )
    .bind(i32::try_from(EVENTS).expect("events"))
    .bind(i32::try_from(KEYS).expect("keys"))
    .execute(db.pool())
    .await
    .expect("fill");
}

async fn is_empty(db: &Db) -> bool {
    sqlx::query_scalar("select not exists (select from outbox)")
        .fetch_one(db.pool())
        .await
        .expect("look")
}

/// From the first event on the table to the last one gone.
async fn relay(db: &Db) -> Duration {
    let started = Instant::now();
    fill(db).await;
    db.wake_relay();
    while !is_empty(db).await {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    started.elapsed()
}

/// The relay's own statements, with nothing between them: what Kafka's relay cannot beat.
async fn read_and_delete(db: &Db) -> Duration {
    let started = Instant::now();
    fill(db).await;
    loop {
        let rows: Vec<(i64, Vec<u8>)> =
            sqlx::query_as("select position, payload from outbox order by position limit 512")
                .fetch_all(db.pool())
                .await
                .expect("read");
        if rows.is_empty() {
            return started.elapsed();
        }
        let positions: Vec<i64> = rows.into_iter().map(|(position, _)| position).collect();
        sqlx::query("delete from outbox where position = any ($1)")
            .bind(positions)
            .execute(db.pool())
            .await
            .expect("delete");
    }
}

/// The same, and the inbox's row in a transaction of its own for each event: what the embedded
/// bus cannot beat.
async fn read_remember_and_delete(db: &Db) -> Duration {
    let started = Instant::now();
    stream::iter(repeat_n((), EVENTS as usize))
        .for_each_concurrent(CONNECTIONS, |()| async {
            let mut tx = db.pool().begin().await.expect("begin");
            sqlx::query(
                "
                insert into inbox (consumer, event_id, handled_at)
                values ('bench', gen_random_uuid(), now())
                on conflict do nothing
                ",
            )
            .execute(&mut *tx)
            .await
            .expect("remember");
            tx.commit().await.expect("commit");
        })
        .await;
    started.elapsed() + read_and_delete(db).await
}

fn start(runtime: &Runtime, stage: &Arc<Stage>, bus: &str) -> (TestHost, Db) {
    let settings = format!("bus = \"{bus}\"\ndatabase_connections = {CONNECTIONS}");
    let host = stage.host(&settings, async |host| host.mount::<Teller>().await);
    let host = runtime.block_on(host).expect("start");
    let db = host.db("teller");
    (host, db)
}

fn throughput(criterion: &mut Criterion) {
    let runtime = Runtime::new().expect("runtime");
    let mut group = criterion.benchmark_group("relay");
    group
        .throughput(Throughput::Elements(EVENTS.into()))
        .sample_size(10)
        .measurement_time(Duration::from_secs(15));
    for bus in ["embedded", "kafka"] {
        if bus == "kafka" && testing::kafka().is_none() {
            continue;
        }
        let (host, db) = start(&runtime, &Stage::new(), bus);
        group.bench_function(bus, |bencher| {
            bencher.to_async(&runtime).iter_custom(|rounds| {
                let db = db.clone();
                async move {
                    let mut total = Duration::ZERO;
                    for _ in 0..rounds {
                        total += relay(&db).await;
                    }
                    total
                }
            });
        });
        runtime.block_on(host.stop());
    }
    // Crashed, it has a database and no relay that would take part.
    let stage = Stage::new();
    let (host, db) = start(&runtime, &stage, "embedded");
    host.crash();
    group.bench_function("limit of kafka", |bencher| {
        bencher.to_async(&runtime).iter_custom(|rounds| {
            let db = db.clone();
            async move {
                let mut total = Duration::ZERO;
                for _ in 0..rounds {
                    total += read_and_delete(&db).await;
                }
                total
            }
        });
    });
    group.bench_function("limit of embedded", |bencher| {
        bencher.to_async(&runtime).iter_custom(|rounds| {
            let db = db.clone();
            async move {
                let mut total = Duration::ZERO;
                for _ in 0..rounds {
                    total += read_remember_and_delete(&db).await;
                }
                total
            }
        });
    });
    group.finish();
}

criterion_group!(benches, throughput);
criterion_main!(benches);
