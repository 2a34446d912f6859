//! Takes an event once, however often it is delivered.

use std::{collections::HashSet, panic::AssertUnwindSafe, sync::Arc};

use futures::{FutureExt as _, future::BoxFuture};
use opentelemetry::KeyValue;
use proto::Event as _;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span};
use uuid::Uuid;

use crate::{
    config::Process,
    db::{Db, Tx},
    event::{Handler, Record, Trouble},
    telemetry,
};

/// The process is stopping; the event was neither taken nor parked.
#[derive(Debug)]
pub(crate) struct Stopped;

/// One handler's interest in one kind of event.
#[derive(Clone)]
pub(crate) struct Subscription {
    pub(crate) service: &'static str,
    pub(crate) topic: &'static str,
    pub(crate) kind: &'static str,
    /// What the inbox knows it by.
    pub(crate) consumer: Arc<str>,
    listener: Arc<dyn Listener>,
}

impl Subscription {
    pub(crate) fn new<H: Handler>(
        db: &Db,
        handler: H,
        process: &Process,
        stop: &CancellationToken,
    ) -> Self {
        let consumer: Arc<str> = format!("{}.{}", db.service(), short_name::<H>()).into();
        Self {
            consumer: Arc::clone(&consumer),
            service: db.service(),
            topic: H::Event::topic(),
            kind: H::Event::kind(),
            listener: Arc::new(Inbox {
                consumer,
                db: db.clone(),
                handler,
                process: process.clone(),
                stop: stop.clone(),
            }),
        }
    }

    pub(crate) fn wants(&self, record: &Record) -> bool {
        *self.topic == *record.envelope.topic && *self.kind == *record.envelope.kind
    }

    /// Answers once the event has taken effect, was taken before, or is parked.
    pub(crate) async fn deliver(&self, record: &Record) -> Result<(), Stopped> {
        let listening = self.listener.deliver(record);
        listening.instrument(self.span(record)).await
    }

    /// Lets events take effect, in their order, in a transaction that remembers them.
    pub(crate) async fn handle(&self, tx: &mut Tx, records: &[&Record]) -> Result<(), Trouble> {
        let listening = self.listener.handle(tx, records);
        let span = if let [record] = records {
            self.span(record)
        } else {
            // Each belongs to a trace of its own.
            tracing::info_span!("hear", consumer = %self.consumer, events = records.len())
        };
        listening.instrument(span).await
    }

    fn span(&self, record: &Record) -> Span {
        let span = tracing::info_span!(
            "hear", consumer = %self.consumer, event.id = %record.envelope.id
        );
        if let Some(traceparent) = &record.envelope.traceparent {
            telemetry::continue_trace(&span, traceparent);
        }
        span
    }
}

impl std::fmt::Debug for Subscription {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{} hears {}.{}",
            self.service, self.topic, self.kind
        )
    }
}

fn short_name<T>() -> &'static str {
    std::any::type_name::<T>()
        .rsplit("::")
        .next()
        .unwrap_or("handler")
}

/// A handler, whatever it hears.
trait Listener: Send + Sync {
    fn deliver<'a>(&'a self, record: &'a Record) -> BoxFuture<'a, Result<(), Stopped>>;

    fn handle<'a>(
        &'a self,
        tx: &'a mut Tx,
        records: &'a [&'a Record],
    ) -> BoxFuture<'a, Result<(), Trouble>>;
}

struct Inbox<H> {
    consumer: Arc<str>,
    db: Db,
    handler: H,
    process: Process,
    stop: CancellationToken,
}

/// How one try ended when it did not end well.
enum Failed {
    /// The database is away; this says nothing about the event.
    Database(sqlx::Error),
    Handler(Trouble),
}

impl<H: Handler> Listener for Inbox<H> {
    fn deliver<'a>(&'a self, record: &'a Record) -> BoxFuture<'a, Result<(), Stopped>> {
        self.deliver(record).boxed()
    }

    fn handle<'a>(
        &'a self,
        tx: &'a mut Tx,
        records: &'a [&'a Record],
    ) -> BoxFuture<'a, Result<(), Trouble>> {
        self.handle(tx, records).boxed()
    }
}

impl<H: Handler> Inbox<H> {
    async fn deliver(&self, record: &Record) -> Result<(), Stopped> {
        let mut tries = 0;
        let mut waits = 0;
        loop {
            let outcome = match self.take(record).await {
                Ok(()) => return Ok(()),
                Err(Failed::Database(error)) => {
                    tracing::warn!(%error, "database is away, the event waits");
                    None
                }
                Err(Failed::Handler(Trouble::Park(error))) => Some((true, error)),
                Err(Failed::Handler(Trouble::Retry(error))) => Some((false, error)),
            };
            if let Some((hopeless, error)) = outcome {
                tries += 1;
                tracing::warn!(error = format!("{error:#}"), tries, "event was not taken");
                let give_up = hopeless || tries >= self.process.handler_attempts;
                if give_up && !H::NEVER_PARK && self.park(record, &error).await {
                    return Ok(());
                }
            }
            waits += 1;
            let pause = tokio::time::sleep(self.process.handler_delay(waits));
            tokio::select! {
                () = pause => {}
                () = self.stop.cancelled() => return Err(Stopped),
            }
        }
    }

    async fn take(&self, record: &Record) -> Result<(), Failed> {
        let mut tx = self.db.begin().await.map_err(Failed::Database)?;
        let new = remember(&mut tx, &[(&self.consumer, record)])
            .await
            .map_err(Failed::Database)?;
        if new != [true] {
            return Ok(());
        }
        self.handle(&mut tx, &[record])
            .await
            .map_err(Failed::Handler)?;
        tx.commit().await.map_err(|error| match error {
            // A statement failed unnoticed, or a deferred constraint refused.
            sqlx::Error::Database(_) => Failed::Handler(error.into()),
            _ => Failed::Database(error),
        })
    }

    async fn handle(&self, tx: &mut Tx, records: &[&Record]) -> Result<(), Trouble> {
        let mut events = Vec::with_capacity(records.len());
        for record in records {
            let event = <H::Event as prost::Message>::decode(record.payload.clone())
                .map_err(|error| Trouble::Park(error.into()))?;
            events.push((event, &record.envelope));
        }
        AssertUnwindSafe(self.handler.handle_all(tx, events))
            .catch_unwind()
            .await
            .unwrap_or_else(|_| Err(Trouble::Retry(anyhow::anyhow!("handler panicked"))))
    }

    /// Puts the event aside for a person; false when not even that worked.
    async fn park(&self, record: &Record, reason: &anyhow::Error) -> bool {
        match self.write_dead_letter(record, reason).await {
            Ok(()) => {
                let consumer = KeyValue::new("consumer", self.consumer.to_string());
                opentelemetry::global::meter("vonk")
                    .u64_counter("events.parked")
                    .build()
                    .add(1, &[consumer]);
                tracing::error!(kind = %record.envelope.kind, "event parked");
                true
            }
            Err(error) => {
                tracing::warn!(%error, "event could not be parked");
                false
            }
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the kit's tables are in no service's schema"
    )]
    async fn write_dead_letter(&self, record: &Record, reason: &anyhow::Error) -> sqlx::Result<()> {
        let mut tx = self.db.begin().await?;
        remember(&mut tx, &[(&self.consumer, record)]).await?;
        let headers = serde_json::json!({ "traceparent": record.envelope.traceparent });
        sqlx::query(
            "
            insert into dead_letter (consumer, id, aggregatetype, aggregateid, type, payload,
                                     headers, reason, parked_at)
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            on conflict do nothing
            ",
        )
        .bind(&*self.consumer)
        .bind(record.envelope.id)
        .bind(&*record.envelope.topic)
        .bind(&*record.envelope.key)
        .bind(&*record.envelope.kind)
        .bind(&*record.payload)
        .bind(headers)
        .bind(format!("{reason:#}"))
        .bind(self.db.clock().now())
        .execute(&mut *tx)
        .await?;
        tx.commit().await
    }
}

/// Notes what each consumer is about to take; answers for each whether it is new to it.
#[expect(
    clippy::disallowed_methods,
    reason = "the kit's tables are in no service's schema"
)]
pub(crate) async fn remember(
    tx: &mut Tx,
    pairs: &[(&Arc<str>, &Record)],
) -> sqlx::Result<Vec<bool>> {
    let consumers: Vec<&str> = pairs.iter().map(|(consumer, _)| &***consumer).collect();
    let events: Vec<Uuid> = pairs.iter().map(|(_, record)| record.envelope.id).collect();
    let now = tx.now();
    let rows: Vec<(String, Uuid)> = sqlx::query_as(
        "
        insert into inbox (consumer, event_id, handled_at)
        select consumer, event_id, $3
        from   unnest($1::text[], $2::uuid[]) as pair (consumer, event_id)
        on conflict do nothing
        returning consumer, event_id
        ",
    )
    .bind(consumers)
    .bind(events)
    .bind(now)
    .fetch_all(&mut **tx)
    .await?;
    let mut new: HashSet<(String, Uuid)> = rows.into_iter().collect();
    Ok(pairs
        .iter()
        // What is told twice in one breath is new once.
        .map(|(consumer, record)| new.remove(&(consumer.to_string(), record.envelope.id)))
        .collect())
}

/// Forgets events that no broker can deliver again.
#[expect(
    clippy::disallowed_methods,
    reason = "the kit's tables are in no service's schema"
)]
pub(crate) async fn purge(db: &Db) -> anyhow::Result<()> {
    let horizon = db.clock().now() - time::Duration::days(14);
    sqlx::query("delete from inbox where handled_at < $1")
        .bind(horizon)
        .execute(db.pool())
        .await?;
    Ok(())
}
