//! How often one member or network may call.

use std::{hash::Hash, num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    DefaultDirectRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use kit::MemberId;
use moka::sync::Cache;

use crate::{config, reply::Refusal};

/// A bucket that nobody touched this long is full again and may be forgotten.
const IDLE: Duration = Duration::from_mins(2);

/// Buckets by key; the rarely used ones are forgotten when there are too many.
struct Buckets<K> {
    quota: Quota,
    by_key: Cache<K, Arc<DefaultDirectRateLimiter>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Buckets<K> {
    fn new(per_minute: NonZeroU32, remembered: u64) -> Self {
        Self {
            quota: Quota::per_minute(per_minute),
            by_key: Cache::builder()
                .max_capacity(remembered)
                .time_to_idle(IDLE)
                .build(),
        }
    }

    fn take(&self, key: K) -> Result<(), Refusal> {
        let bucket = self
            .by_key
            .get_with(key, || Arc::new(RateLimiter::direct(self.quota)));
        bucket.check().map_err(|early| {
            let wait = early.wait_time_from(DefaultClock::default().now());
            Refusal::too_many(wait.as_secs() + 1)
        })
    }
}

/// The limits of this replica. With n replicas a member may ask up to n times as much:
/// they bound load; the limits that guard accounts and money live in their services.
pub(crate) struct Limits {
    member: Buckets<MemberId>,
    network: Buckets<String>,
    entry: Buckets<String>,
}

impl Limits {
    pub(crate) fn new(config: &config::Limits) -> Self {
        Self {
            member: Buckets::new(config.member, config.remembered),
            network: Buckets::new(config.network, config.remembered),
            entry: Buckets::new(config.entry, config.remembered),
        }
    }

    /// Counts a call of a member.
    pub(crate) fn member(&self, member: MemberId) -> Result<(), Refusal> {
        self.member.take(member)
    }

    /// Counts a call of a network.
    pub(crate) fn network(&self, network: &str) -> Result<(), Refusal> {
        self.network.take(network.to_owned())
    }

    /// Counts a login, a sign-up, a reset or the use of a mailed link.
    pub(crate) fn entry(&self, network: &str) -> Result<(), Refusal> {
        self.entry.take(network.to_owned())
    }
}

/// Methods of `vonk.accounts.v1.AccountsService` that count as an entry.
pub(crate) const ENTRIES: [&str; 8] = [
    "SignUp",
    "Activate",
    "ResendActivation",
    "RequestPasswordReset",
    "ResetPassword",
    "ConfirmMailChange",
    "Reactivate",
    "ChangePassword",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_runs_dry_and_others_do_not() {
        let limits = Limits::new(&config::Limits {
            network: NonZeroU32::new(3).unwrap(),
            ..config::Limits::default()
        });
        for _ in 0..3 {
            limits.network("192.0.2.0/24").unwrap();
        }
        assert!(limits.network("192.0.2.0/24").is_err());
        limits.network("198.51.100.0/24").unwrap();
        limits.entry("192.0.2.0/24").unwrap();
    }

    #[test]
    fn memory_is_bounded() {
        let limits = Limits::new(&config::Limits {
            remembered: 10,
            ..config::Limits::default()
        });
        for number in 0..1_000 {
            limits.network(&number.to_string()).unwrap();
        }
        limits.network.by_key.run_pending_tasks();
        assert!(limits.network.by_key.entry_count() <= 10);
    }
}
