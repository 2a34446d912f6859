//! The bus of a process that runs every service: no broker, same promises.
//!
//! Publishing hands the events of a key to each service that hears them and answers when all have
//! taken or parked them. Until then the outbox keeps the rows, so a kill loses nothing: the next
//! start delivers again, and the inbox drops what was taken before.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::anyhow;
use futures::future::join_all;
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::Watcher;
use crate::{
    event::Record,
    intake::{Intake, TOGETHER},
};

/// Connects outboxes to the handlers of the same process.
pub(crate) struct Embedded {
    desks: Vec<Desk>,
    watchers: Vec<Watcher>,
    /// What was published, when a test wants to know.
    seen: Option<Mutex<Vec<Record>>>,
}

impl Embedded {
    pub(crate) fn new(desks: Vec<Desk>, watchers: Vec<Watcher>, remember: bool) -> Self {
        Self {
            desks,
            watchers,
            seen: remember.then(Mutex::default),
        }
    }

    /// Publishes some events of one key, in their order.
    pub(crate) async fn publish(&self, records: &[Record]) -> anyhow::Result<()> {
        // First: a handler in trouble must not keep an ended session in a cache.
        for record in records {
            for watcher in self.watchers.iter().filter(|one| one.wants(record)) {
                (watcher.seen)(record);
            }
        }
        let handed = self.desks.iter().filter_map(|desk| desk.hand_in(records));
        let taken = join_all(handed).await;
        if taken.iter().any(Result::is_err) {
            return Err(anyhow!("the process is stopping"));
        }
        if let Some(seen) = &self.seen {
            seen.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend_from_slice(records);
        }
        Ok(())
    }

    pub(crate) fn seen(&self) -> Vec<Record> {
        self.seen.as_ref().map_or_else(Vec::new, |seen| {
            seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
        })
    }
}

/// Some events of one key on their way to a service, and whom to tell when it has taken them.
struct Parcel {
    records: Vec<Record>,
    taken: oneshot::Sender<()>,
}

/// Where events wait for a service; the relays bound how many.
pub(crate) struct Desk {
    intake: Arc<Intake>,
    parcels: mpsc::UnboundedSender<Parcel>,
}

impl Desk {
    /// A desk, and the work behind it, which lasts until told to stop.
    pub(crate) fn open(
        intake: Intake,
        stop: CancellationToken,
    ) -> (Self, impl Future<Output = anyhow::Result<()>> + Send) {
        let intake = Arc::new(intake);
        let (parcels, waiting) = mpsc::unbounded_channel();
        let work = work(Arc::clone(&intake), waiting, stop);
        (Self { intake, parcels }, work)
    }

    /// Hands in what the service hears of some events; the answer comes when it has taken them.
    fn hand_in(&self, records: &[Record]) -> Option<oneshot::Receiver<()>> {
        let heard = records.iter().filter(|record| self.intake.wants(record));
        let records: Vec<Record> = heard.cloned().collect();
        if records.is_empty() {
            return None;
        }
        let (taken, answer) = oneshot::channel();
        // When nobody works here any more, the answer says so.
        let _ = self.parcels.send(Parcel { records, taken });
        Some(answer)
    }
}

/// Takes what has come together, while the next comes in.
async fn work(
    intake: Arc<Intake>,
    mut waiting: mpsc::UnboundedReceiver<Parcel>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    // Parcels with an event in trouble. No later event of their keys comes in before they are taken.
    let mut apart = JoinSet::new();
    loop {
        let first = tokio::select! {
            () = stop.cancelled() => return Ok(()),
            Some(_) = apart.join_next() => continue,
            Some(parcel) = waiting.recv() => parcel,
        };
        let mut records = first.records.clone();
        let mut parcels = vec![first];
        while records.len() < TOGETHER
            && let Ok(parcel) = waiting.try_recv()
        {
            records.extend_from_slice(&parcel.records);
            parcels.push(parcel);
        }
        if intake.together(&records).await {
            for parcel in parcels {
                let _ = parcel.taken.send(());
            }
            continue;
        }
        for Parcel { records, taken } in parcels {
            let intake = Arc::clone(&intake);
            apart.spawn(async move {
                if intake.one_by_one(&records).await.is_ok() {
                    let _ = taken.send(());
                }
            });
        }
    }
}
