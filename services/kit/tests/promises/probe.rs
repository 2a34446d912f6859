//! Two small services, one that tells and one that writes down, and ways to look at them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use kit::{
    Db, Envelope, Handler, Host, Service, Trouble, Tx,
    testing::{self, Stage},
};
use proto::accounts::v1::LanguageChanged;
use rdkafka::{
    ClientConfig, Message as _, Offset, TopicPartitionList,
    consumer::{BaseConsumer, Consumer as _},
    message::Headers,
};
use sqlx::{PgConnection, migrate::Migrator};
use uuid::Uuid;

pub(crate) static MIGRATOR: Migrator = sqlx::migrate!("tests/promises/migrations");

/// Longest wait for anything that must come to pass.
const PATIENCE: Duration = Duration::from_secs(40);

/// Partitions of a test's topics.
const PARTITIONS: usize = 4;

/// The bus a test runs on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bus {
    Embedded,
    Kafka,
}

impl Bus {
    pub(crate) fn settings(self) -> &'static str {
        match self {
            Self::Embedded => "bus = \"embedded\"\n",
            Self::Kafka => "bus = \"kafka\"\n",
        }
    }

    /// Whether this machine has it.
    pub(crate) fn is_here(self) -> bool {
        let here = self == Self::Embedded || testing::kafka().is_some();
        if !here {
            eprintln!("not run: VONK_TEST_KAFKA names no Kafka");
        }
        here
    }
}

/// A test per bus out of one body.
macro_rules! on_each_bus {
    ($($(#[$meta:meta])* async fn $name:ident($bus:ident: Bus) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn run($bus: Bus) {
                if $bus.is_here() $body
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn embedded() {
                run(Bus::Embedded).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn kafka() {
                run(Bus::Kafka).await;
            }
        }
    )+};
}
pub(crate) use on_each_bus;

/// Tells the world, and has nothing else to do.
pub(crate) struct Teller;

impl Service for Teller {
    const NAME: &'static str = "teller";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.database(&MIGRATOR).await?;
        Ok(())
    }
}

/// Gives its name to the database of what is heard; tests bring the handler.
pub(crate) struct Scribe;

impl Service for Scribe {
    const NAME: &'static str = "scribe";

    async fn mount(_: &mut Host) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Mounts both, with a handler of the test's.
pub(crate) async fn pair<H: Handler>(host: &mut Host, handler: H) -> anyhow::Result<()> {
    host.mount::<Teller>().await?;
    host.mount::<Scribe>().await?;
    let db = host.database(&MIGRATOR).await?;
    host.hear(&db, handler);
    Ok(())
}

/// How one try of the handler ends, after it wrote the event down.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deed {
    Take,
    Fail,
    Park,
    Panic,
    /// A statement fails and the handler says that all is well.
    Swallow,
}

type Choice = dyn Fn(&str, u32) -> Deed + Send + Sync;

/// Writes down what it hears; the choice is by word and number of the try.
pub(crate) struct Writer {
    choice: Box<Choice>,
    tries: Arc<Mutex<HashMap<Uuid, u32>>>,
}

impl Writer {
    pub(crate) fn new(choice: impl Fn(&str, u32) -> Deed + Send + Sync + 'static) -> Self {
        Self {
            choice: Box::new(choice),
            tries: Arc::default(),
        }
    }

    pub(crate) fn willing() -> Self {
        Self::new(|_, _| Deed::Take)
    }

    pub(crate) fn tries(&self) -> Arc<Mutex<HashMap<Uuid, u32>>> {
        Arc::clone(&self.tries)
    }
}

impl Handler for Writer {
    type Event = LanguageChanged;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: LanguageChanged,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let count = {
            let mut tries = self.tries.lock().expect("tries");
            let count = tries.entry(about.id).or_default();
            *count += 1;
            *count
        };
        sqlx::query("insert into heard (member, word) values ($1, $2)")
            .bind(&event.member_id)
            .bind(&event.language)
            .execute(&mut **tx)
            .await?;
        match (self.choice)(&event.language, count) {
            Deed::Take => Ok(()),
            Deed::Fail => Err(Trouble::Retry(anyhow::anyhow!("not today"))),
            Deed::Park => Err(Trouble::Park(anyhow::anyhow!("never"))),
            Deed::Panic => panic!("the handler under test panics"),
            Deed::Swallow => {
                drop(sqlx::query("select 1 / 0").execute(&mut **tx).await);
                Ok(())
            }
        }
    }
}

/// The same, for money: it never gives up.
pub(crate) struct Stubborn(pub(crate) Writer);

impl Handler for Stubborn {
    type Event = LanguageChanged;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: LanguageChanged,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        self.0.handle(tx, event, about).await
    }
}

pub(crate) fn said(member: &str, word: &str) -> LanguageChanged {
    LanguageChanged {
        member_id: member.to_owned(),
        language: word.to_owned(),
    }
}

/// Commits one event.
pub(crate) async fn tell(db: &Db, member: &str, word: &str) {
    let mut tx = db.begin().await.expect("begin");
    tx.emit(&said(member, word)).await.expect("emit");
    tx.commit().await.expect("commit");
}

/// What was written down, in its order.
pub(crate) async fn heard(db: &Db) -> Vec<(String, String)> {
    sqlx::query_as("select member, word from heard order by position")
        .fetch_all(db.pool())
        .await
        .expect("heard")
}

/// The words of one member, in their order.
pub(crate) async fn words(db: &Db, member: &str) -> Vec<String> {
    let mut all = heard(db).await;
    all.retain(|(who, _)| who == member);
    all.into_iter().map(|(_, word)| word).collect()
}

pub(crate) async fn count(db: &Db, what: &str) -> i64 {
    sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {what}")))
        .fetch_one(db.pool())
        .await
        .expect("count")
}

/// Looks again and again until there is something to see.
pub(crate) async fn eventually<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(started.elapsed() < PATIENCE, "did not come to pass: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until so much was written down, and nothing is on its way any more.
pub(crate) async fn all_heard(teller: &Db, scribe: &Db, many: usize) -> Vec<(String, String)> {
    let many = i64::try_from(many).expect("count");
    eventually(&format!("{many} events are heard"), async || {
        (count(scribe, "heard").await >= many && count(teller, "outbox").await == 0).then_some(())
    })
    .await;
    heard(scribe).await
}

/// Holds back what deletes from an outbox: the event is published, its row cannot go.
pub(crate) struct Hold(sqlx::Transaction<'static, sqlx::Postgres>);

impl Hold {
    pub(crate) async fn new(db: &Db) -> Self {
        sqlx::raw_sql(
            "
            create function wait_for_test() returns trigger language plpgsql as $$
            begin perform pg_advisory_xact_lock(4711); return old; end $$;
            create trigger wait_for_test before delete on outbox
                for each row execute function wait_for_test();
            ",
        )
        .execute(db.pool())
        .await
        .expect("trigger");
        let mut held = db.pool().begin().await.expect("begin");
        sqlx::query("select pg_advisory_xact_lock(4711)")
            .execute(&mut *held)
            .await
            .expect("lock");
        Self(held)
    }

    /// The relay's backend, once it stands between publishing and deleting.
    pub(crate) async fn waiting(&self, db: &Db) -> i32 {
        eventually("the relay wants to delete", async || {
            sqlx::query_scalar(
                "
                select pid from pg_stat_activity
                where  datname = current_database() and wait_event = 'advisory'
                ",
            )
            .fetch_optional(db.pool())
            .await
            .expect("activity")
        })
        .await
    }

    pub(crate) async fn release(self) {
        self.0.rollback().await.expect("rollback");
    }
}

/// A connection that belongs to no host, to the server's own database.
pub(crate) async fn outside() -> PgConnection {
    let url = format!("{}/postgres", testing::database_server());
    <PgConnection as sqlx::Connection>::connect(&url)
        .await
        .expect("connect")
}

/// A consumer of the scribe's group, and the stage's accounts topic with its ends by partition.
fn topic(stage: &Stage) -> (BaseConsumer, String, [(i64, i64); PARTITIONS]) {
    let settings: HashMap<_, _> = stage.settings().into_iter().collect();
    let prefix = &settings["kafka_prefix"];
    let topic = format!("{prefix}vonk.accounts.v1");
    let consumer: BaseConsumer = ClientConfig::new()
        .set("bootstrap.servers", &settings["kafka_brokers"])
        .set("group.id", format!("{prefix}vonk.scribe"))
        .set("enable.auto.commit", "false")
        .create()
        .expect("consumer");
    let ends = std::array::from_fn(|partition| {
        let partition = i32::try_from(partition).expect("partition");
        consumer
            .fetch_watermarks(&topic, partition, PATIENCE)
            .expect("watermarks")
    });
    (consumer, topic, ends)
}

/// How many messages the scribe has committed, of how many.
pub(crate) fn committed(stage: &Stage) -> (i64, i64) {
    let (consumer, topic, ends) = topic(stage);
    let mut list = TopicPartitionList::new();
    list.add_partition_range(&topic, 0, 3);
    let committed = consumer
        .committed_offsets(list, PATIENCE)
        .expect("offsets")
        .elements()
        .iter()
        .filter_map(|one| match one.offset() {
            Offset::Offset(offset) => Some(offset),
            _ => None,
        })
        .sum();
    (committed, ends.iter().map(|(_, end)| end).sum())
}

/// Ids of the messages on the stage's accounts topic.
pub(crate) fn published(stage: &Stage) -> Vec<String> {
    let (consumer, topic, ends) = topic(stage);
    let mut list = TopicPartitionList::new();
    for (partition, (start, _)) in (0..).zip(ends) {
        list.add_partition_offset(&topic, partition, Offset::Offset(start))
            .expect("offset");
    }
    consumer.assign(&list).expect("assign");
    let mut ids = Vec::new();
    for _ in 0..ends.iter().map(|(start, end)| end - start).sum() {
        let message = consumer.poll(PATIENCE).expect("in time").expect("message");
        let id = Headers::iter(message.headers().expect("headers"))
            .find(|header| header.key == "id")
            .and_then(|header| header.value)
            .expect("id");
        ids.push(String::from_utf8_lossy(id).into_owned());
    }
    ids
}
