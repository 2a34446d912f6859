//! The relay: publishes a database's outbox, in order, once per leader.
//!
//! Only one relay runs per database: two would overtake each other and a member
//! could be "deleted" before having been "created". An advisory lock on a
//! connection of its own picks it; when that connection is lost, so is the lock.
//!
//! A row leaves the table only after the bus has acknowledged it. Events of one
//! key go one after the other; different keys go side by side. A key whose event
//! cannot be published waits; it is never skipped.

use std::{collections::HashMap, sync::Arc, time::Duration};

use bytes::Bytes;
use futures::{FutureExt as _, StreamExt as _, future::BoxFuture, stream::FuturesUnordered};
use opentelemetry::{KeyValue, metrics::Gauge};
use sqlx::{Connection as _, PgConnection, Row as _, postgres::PgListener};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

use crate::{
    bus::Bus,
    db::Db,
    event::{Envelope, Record},
};

/// Rows read at once.
const BATCH: i64 = 512;
/// Keys on their way at the same time.
const KEYS: usize = 256;
/// How long a key rests whose event could not be published.
const REST: Duration = Duration::from_millis(500);
/// Longest time an event waits when every wake-up was missed.
const FLOOR: Duration = Duration::from_secs(1);

/// Publishes the outbox of `db` until told to stop.
pub(crate) async fn relay(db: Db, bus: Bus, stop: CancellationToken) -> anyhow::Result<()> {
    while !stop.is_cancelled() {
        let outcome = tokio::select! {
            outcome = lead(&db, &bus) => outcome,
            () = stop.cancelled() => break,
        };
        if let Err(error) = outcome {
            tracing::warn!(%error, service = db.service(), "relay lost its database");
        }
        tokio::select! {
            () = tokio::time::sleep(FLOOR) => {}
            () = stop.cancelled() => {}
        }
    }
    Ok(())
}

/// Waits for the lock, then publishes for as long as the connection lives.
async fn lead(db: &Db, bus: &Bus) -> sqlx::Result<()> {
    let options = db.pool().connect_options();
    let mut connection = PgConnection::connect_with(&options).await?;
    prepare(&mut connection).await?;
    while !lock(&mut connection).await? {
        // Somebody else leads: pass the wake-ups of this process on to them.
        tokio::select! {
            () = db.woken() => notify(&mut connection).await?,
            () = tokio::time::sleep(FLOOR) => {}
        }
    }
    tracing::debug!(service = db.service(), "relay leads");
    let mut bell = PgListener::connect_with(db.pool()).await?;
    bell.listen("outbox").await?;
    Leader::new(db, bus, connection).run(&mut bell).await
}

/// A leader whose machine is cut off would keep the lock for the two hours that TCP waits. And rows
/// that are gone need not be gone for good at once: those that a crash brings back are told again,
/// and the inbox knows them.
async fn prepare(connection: &mut PgConnection) -> sqlx::Result<()> {
    let settings = "
        set tcp_keepalives_idle = 10;
        set tcp_keepalives_interval = 5;
        set tcp_keepalives_count = 3;
        set synchronous_commit = off;
        ";
    sqlx::raw_sql(settings).execute(connection).await?;
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the kit's tables are in no service's schema"
)]
async fn lock(connection: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar("select pg_try_advisory_lock(hashtext('outbox'))")
        .fetch_one(connection)
        .await
}

#[expect(
    clippy::disallowed_methods,
    reason = "the kit's tables are in no service's schema"
)]
async fn notify(connection: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query("select pg_notify('outbox', '')")
        .execute(connection)
        .await?;
    Ok(())
}

/// Some events of one key, oldest first, and where they stand in the table.
struct Run {
    key: Arc<str>,
    records: Vec<(i64, Record)>,
}

/// How a run ended: the rows that may go, and whether the rest must wait.
struct Ran {
    key: Arc<str>,
    published: Vec<i64>,
    failed: bool,
}

struct Leader<'a> {
    db: &'a Db,
    bus: &'a Bus,
    connection: PgConnection,
    running: FuturesUnordered<BoxFuture<'a, Ran>>,
    /// Keys on their way or resting, and since when their oldest event waits; later ones wait too.
    busy: HashMap<Arc<str>, OffsetDateTime>,
    /// Rows that are published and not yet deleted.
    published: Vec<i64>,
    age: Gauge<f64>,
}

impl<'a> Leader<'a> {
    fn new(db: &'a Db, bus: &'a Bus, connection: PgConnection) -> Self {
        let age = opentelemetry::global::meter("vonk")
            .f64_gauge("outbox.oldest")
            .with_unit("s")
            .with_description("age of the oldest event that is not yet published")
            .build();
        Self {
            db,
            bus,
            connection,
            running: FuturesUnordered::new(),
            busy: HashMap::new(),
            published: Vec::new(),
            age,
        }
    }

    async fn run(&mut self, bell: &mut PgListener) -> sqlx::Result<()> {
        loop {
            let more = self.start_runs().await?;
            if more && self.busy.len() < KEYS {
                continue;
            }
            tokio::select! {
                Some(ran) = self.running.next(), if !self.running.is_empty() => {
                    self.finish(ran);
                }
                () = self.db.woken() => {}
                heard = bell.recv() => { heard?; }
                () = tokio::time::sleep(FLOOR) => {}
            }
        }
    }

    /// Deletes what is published, reads what waits and sets it off; true when there may be more to
    /// read.
    async fn start_runs(&mut self) -> sqlx::Result<bool> {
        let room = self.busy.len() < KEYS;
        if !room && self.published.is_empty() {
            return Ok(true);
        }
        let rows = self.turn_over(if room { BATCH } else { 0 }).await?;
        let full = !room || i64::try_from(rows.len()).is_ok_and(|count| count == BATCH);
        let mut runs: Vec<Run> = Vec::new();
        let mut places: HashMap<Arc<str>, usize> = HashMap::new();
        for (position, record) in rows {
            let key = Arc::clone(&record.envelope.key);
            let place = *places.entry(Arc::clone(&key)).or_insert_with(|| {
                runs.push(Run {
                    key,
                    records: Vec::new(),
                });
                runs.len() - 1
            });
            runs[place].records.push((position, record));
        }
        for run in runs {
            let since = run.records[0].1.envelope.time;
            self.busy.insert(Arc::clone(&run.key), since);
            self.running.push(publish(self.bus.clone(), run).boxed());
        }
        let now = self.db.clock().now();
        let oldest = self
            .busy
            .values()
            .min()
            .map_or(0.0, |&since| (now - since).as_seconds_f64().max(0.0));
        self.age
            .record(oldest, &[KeyValue::new("service", self.db.service())]);
        Ok(full)
    }

    /// Deletes what is published; answers the oldest rows whose keys are not busy.
    #[expect(
        clippy::disallowed_methods,
        reason = "the kit's tables are in no service's schema"
    )]
    async fn turn_over(&mut self, limit: i64) -> sqlx::Result<Vec<(i64, Record)>> {
        let busy: Vec<&str> = self.busy.keys().map(|key| &**key).collect();
        let rows = sqlx::query(
            "
            with gone as (delete from outbox where position = any ($1))
            select position, id, aggregatetype, aggregateid, type, payload, headers, created_at
            from   outbox
            where  position <> all ($1) and aggregateid <> all ($2)
            order  by position
            limit  $3
            ",
        )
        .bind(&self.published)
        .bind(busy)
        .bind(limit)
        .fetch_all(&mut self.connection)
        .await?;
        self.published.clear();
        rows.into_iter()
            .map(|row| {
                let headers: serde_json::Value = row.try_get("headers")?;
                let envelope = Envelope {
                    id: row.try_get("id")?,
                    topic: row.try_get::<String, _>("aggregatetype")?.into(),
                    key: row.try_get::<String, _>("aggregateid")?.into(),
                    kind: row.try_get::<String, _>("type")?.into(),
                    time: row.try_get("created_at")?,
                    traceparent: headers["traceparent"].as_str().map(str::to_owned),
                };
                let payload = Bytes::from(row.try_get::<Vec<u8>, _>("payload")?);
                Ok((row.try_get("position")?, Record { envelope, payload }))
            })
            .collect()
    }

    /// Notes what has ended, together with whatever else has by now.
    fn finish(&mut self, first: Ran) {
        let mut ended = vec![first];
        while let Some(Some(ran)) = self.running.next().now_or_never() {
            ended.push(ran);
        }
        for mut ran in ended {
            self.published.append(&mut ran.published);
            if ran.failed {
                let key = ran.key;
                self.running.push(
                    async move {
                        tokio::time::sleep(REST).await;
                        Ran {
                            key,
                            published: Vec::new(),
                            failed: false,
                        }
                    }
                    .boxed(),
                );
            } else {
                self.busy.remove(&ran.key);
            }
        }
    }
}

async fn publish(bus: Bus, run: Run) -> Ran {
    let (mut positions, records): (Vec<i64>, Vec<Record>) = run.records.into_iter().unzip();
    let published = bus.publish(&records).await;
    let failed = published < records.len();
    positions.truncate(published);
    Ran {
        key: run.key,
        published: positions,
        failed,
    }
}
