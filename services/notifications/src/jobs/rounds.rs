//! Takes what is due from a queue that several processes share, and delivers it, several at once.

use std::{sync::Arc, time::Duration};

use futures::{StreamExt as _, stream::FuturesUnordered};
use kit::{Chance, Db};
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

/// A queue and what is done with what it holds.
pub(crate) trait Rounds: Sync {
    /// What is taken and delivered.
    type Job: Send;

    /// Deliveries at the same time, at most.
    fn at_once(&self) -> usize;

    /// Takes up to `limit` that are due, for a lease.
    fn take(&self, limit: i64) -> impl Future<Output = sqlx::Result<Vec<Self::Job>>> + Send;

    /// Delivers one, and books what became of it.
    fn deliver(&self, job: Self::Job) -> impl Future<Output = ()> + Send;
}

/// When to look for what is due.
#[derive(Debug)]
pub(crate) struct Looks {
    /// Rings when there is something new.
    pub bell: Arc<Notify>,
    /// Longest pause without a ring.
    pub period: Duration,
    pub chance: Chance,
    pub stop: CancellationToken,
}

/// Delivers until told to stop, then finishes what is in hand.
pub(crate) async fn run<R: Rounds>(rounds: &R, looks: &Looks) {
    let mut in_hand = FuturesUnordered::new();
    let stop = &looks.stop;
    loop {
        let free = rounds.at_once() - in_hand.len();
        let taken = if free > 0 && !stop.is_cancelled() {
            take(rounds, free).await
        } else {
            vec![]
        };
        // Fewer than asked for: nothing else is due, wait for the bell.
        let all_taken = taken.len() < free;
        in_hand.extend(taken.into_iter().map(|job| rounds.deliver(job)));
        if stop.is_cancelled() && in_hand.is_empty() {
            return;
        }
        tokio::select! {
            Some(()) = in_hand.next() => {}
            () = stop.cancelled(), if !stop.is_cancelled() => {}
            () = looks.bell.notified(), if all_taken => {}
            // Jitter, so that processes that started together do not look together.
            () = tokio::time::sleep(looks.period.mul_f64(0.9 + 0.2 * looks.chance.fraction())),
                if all_taken => {}
        }
    }
}

async fn take<R: Rounds>(rounds: &R, free: usize) -> Vec<R::Job> {
    let limit = i64::try_from(free).unwrap_or(i64::MAX);
    rounds.take(limit).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "what is due cannot be read");
        vec![]
    })
}

/// Rings the bell whenever a transaction that notifies `channel` commits, in whatever process.
pub(crate) async fn listen(
    db: Db,
    channel: &'static str,
    bell: Arc<Notify>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    loop {
        let Err(error) = ring(&db, channel, &bell, &stop).await else {
            return Ok(());
        };
        tracing::warn!(%error, channel, "what is new is not announced, only looked for");
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(Duration::from_secs(5)) => {}
        }
    }
}

async fn ring(db: &Db, channel: &str, bell: &Notify, stop: &CancellationToken) -> sqlx::Result<()> {
    // A connection of its own: one that listens cannot be lent to others.
    let options = db.pool().connect_options().as_ref().clone();
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(channel).await?;
    loop {
        // Also once after each connection: something may have come while there was none.
        bell.notify_one();
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            heard = listener.recv() => drop(heard?),
        }
    }
}
