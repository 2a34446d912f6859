//! The bus of a process that runs every service: no broker, same promises.
//!
//! Publishing hands the event to each handler and answers when all have taken
//! or parked it. Until then the outbox keeps the row, so a kill loses nothing:
//! the next start delivers again, and the inbox drops what was taken before.

use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;
use futures::future::join_all;

use super::Watcher;
use crate::{event::Record, inbox::Subscription};

/// Connects outboxes to the handlers of the same process.
pub(crate) struct Embedded {
    subscriptions: Vec<Subscription>,
    watchers: Vec<Watcher>,
    /// What was published, when a test wants to know.
    seen: Option<Mutex<Vec<Record>>>,
}

impl Embedded {
    pub(crate) fn new(
        subscriptions: Vec<Subscription>,
        watchers: Vec<Watcher>,
        remember: bool,
    ) -> Self {
        Self {
            subscriptions,
            watchers,
            seen: remember.then(Mutex::default),
        }
    }

    pub(crate) async fn publish(&self, record: Record) -> anyhow::Result<()> {
        // First: a handler in trouble must not keep an ended session in a cache.
        for watcher in self
            .watchers
            .iter()
            .filter(|watcher| watcher.wants(&record))
        {
            (watcher.seen)(&record);
        }
        let interested = self.subscriptions.iter().filter(|one| one.wants(&record));
        let taken = join_all(interested.map(|one| one.deliver(record.clone()))).await;
        if taken.iter().any(Result::is_err) {
            return Err(anyhow!("the process is stopping"));
        }
        if let Some(seen) = &self.seen {
            seen.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(record);
        }
        Ok(())
    }

    pub(crate) fn seen(&self) -> Vec<Record> {
        self.seen.as_ref().map_or_else(Vec::new, |seen| {
            seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
        })
    }
}
