//! Alive, and ready: what the platform asks a process.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// Failed pings in a row after which a database counts as gone.
const STRIKES: u32 = 3;

/// Ready when every latch has been dropped, the databases answer and nobody asked us to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Readiness(Arc<State>);

#[derive(Debug, Default)]
struct State {
    waiting: Mutex<BTreeSet<&'static str>>,
    silent: Mutex<BTreeSet<&'static str>>,
    stopping: AtomicBool,
}

/// Something that must happen before the process is ready; dropping it says it did.
#[derive(Debug)]
#[must_use = "the process is ready once the latch is dropped"]
pub struct Latch {
    name: &'static str,
    readiness: Readiness,
}

impl Drop for Latch {
    fn drop(&mut self) {
        self.readiness.waiting().remove(self.name);
    }
}

impl Readiness {
    /// Holds readiness back until the latch is dropped.
    pub(crate) fn latch(&self, name: &'static str) -> Latch {
        self.waiting().insert(name);
        Latch {
            name,
            readiness: self.clone(),
        }
    }

    /// Says for good that the process is on its way out.
    pub(crate) fn stop(&self) {
        self.0.stopping.store(true, Ordering::Relaxed);
    }

    /// What the process still waits for; empty when it is ready.
    #[must_use]
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let mut missing: Vec<_> = self.waiting().iter().copied().collect();
        missing.extend(self.silent().iter().copied());
        if self.0.stopping.load(Ordering::Relaxed) {
            missing.push("stopping");
        }
        missing
    }

    /// Watches one database: three failed pings in a row take readiness away, one answer gives it back.
    pub(crate) fn watched(&self, name: &'static str) -> Watched {
        Watched {
            name,
            failures: 0,
            readiness: self.clone(),
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, BTreeSet<&'static str>> {
        self.0
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn silent(&self) -> std::sync::MutexGuard<'_, BTreeSet<&'static str>> {
        self.0.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The ping history of one database.
#[derive(Debug)]
pub(crate) struct Watched {
    name: &'static str,
    failures: u32,
    readiness: Readiness,
}

impl Watched {
    pub(crate) fn saw(&mut self, answered: bool) {
        if answered {
            self.failures = 0;
            self.readiness.silent().remove(self.name);
            return;
        }
        self.failures += 1;
        if self.failures >= STRIKES {
            self.readiness.silent().insert(self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readiness_waits_for_every_latch() {
        let readiness = Readiness::default();
        let migrated = readiness.latch("migrated");
        let warmed = readiness.latch("warmed");
        drop(migrated);
        assert_eq!(readiness.missing(), ["warmed"]);
        drop(warmed);
        assert!(readiness.missing().is_empty());
    }

    #[test]
    fn a_database_is_gone_after_three_silent_pings_and_back_after_one_answer() {
        let readiness = Readiness::default();
        let mut database = readiness.watched("accounts");
        database.saw(false);
        database.saw(false);
        assert!(readiness.missing().is_empty());
        database.saw(false);
        assert_eq!(readiness.missing(), ["accounts"]);
        database.saw(true);
        assert!(readiness.missing().is_empty());
    }

    #[test]
    fn a_stopping_process_is_not_ready() {
        let readiness = Readiness::default();
        readiness.stop();
        assert_eq!(readiness.missing(), ["stopping"]);
    }
}
