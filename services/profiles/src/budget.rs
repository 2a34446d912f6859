//! How many profiles one pair of eyes may open, and pages of cards, so that a copy of a whole site
//! takes long and an account.
//!
//! Counted in this process: with several replicas the budget is that many times larger, which
//! still ends a crawl on its first day.

use std::{
    hash::Hash,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use kit::MemberId;
use moka::sync::Cache;

use crate::fault::Fault;

const DAY: Duration = Duration::from_hours(24);
/// Counters kept at most.
const COUNTERS: u64 = 1_000_000;

/// Whose views are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Viewer {
    Member(MemberId),
    /// A visitor, by network.
    Network(String),
}

/// The counters.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    spent: Cache<Viewer, Arc<AtomicU32>>,
    member: u32,
    visitor: u32,
}

impl Budget {
    /// Views in 24 hours for members and for networks of visitors.
    #[must_use]
    pub(crate) fn new(member: u32, visitor: u32) -> Self {
        Self {
            spent: Cache::builder()
                .max_capacity(COUNTERS)
                .time_to_live(DAY)
                .build(),
            member,
            visitor,
        }
    }

    /// Counts so many views; reason `too_many_views` when there were enough.
    pub(crate) fn spend(&self, viewer: Viewer, views: u32) -> Result<(), Fault> {
        let limit = match &viewer {
            Viewer::Member(_) => self.member,
            Viewer::Network(_) => self.visitor,
        };
        let spent = self.spent.get_with(viewer, Arc::default);
        if spent.fetch_add(views, Ordering::Relaxed) < limit {
            return Ok(());
        }
        spent.fetch_sub(views, Ordering::Relaxed);
        Err(Fault::TooManyViews)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crawl_ends_and_others_go_on() {
        let budget = Budget::new(3, 1);
        let member = |id| Viewer::Member(MemberId::new(uuid::Uuid::from_u128(id)));
        for _ in 0..3 {
            assert!(budget.spend(member(1), 1).is_ok());
        }
        for _ in 0..3 {
            let refused = budget.spend(member(1), 1);
            assert!(matches!(refused, Err(Fault::TooManyViews)));
        }
        assert!(budget.spend(member(2), 3).is_ok());
        assert!(budget.spend(member(2), 1).is_err(), "a large page is three");
        let network = || Viewer::Network("192.0.2.0/24".to_owned());
        assert!(budget.spend(network(), 1).is_ok());
        assert!(budget.spend(network(), 1).is_err());
    }
}
