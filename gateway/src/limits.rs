//! How often one member or network may call.

use std::{hash::Hash, num::NonZeroU32, sync::Arc, time::Duration};

use governor::{
    DefaultDirectRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use kit::MemberId;
use moka::sync::Cache;

use crate::{caller::Caller, config, reply::Refusal};

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

/// What is counted for itself, besides being a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    Send,
    Like,
    Search,
    Upload,
    Code,
    Photo,
}

impl Deed {
    /// The deed of a `/rpc/` method, if it is one.
    pub(crate) fn of(service: &str, method: &str) -> Option<Self> {
        match (service, method) {
            ("vonk.chat.v1.ChatService", "SendMessage") => Some(Self::Send),
            ("vonk.matching.v1.MatchingService", "Like" | "Unlike" | "Swipe") => Some(Self::Like),
            ("vonk.profiles.v1.ProfilesService", "Search") => Some(Self::Search),
            ("vonk.profiles.v1.ProfilesService" | "vonk.chat.v1.ChatService", "AddPhoto") => {
                Some(Self::Upload)
            }
            // Both tell whether a code is one.
            ("vonk.billing.v1.BillingService", "ListPackages" | "CreateOrder") => Some(Self::Code),
            _ => None,
        }
    }
}

/// A member, or the network of a visitor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Who {
    Member(MemberId),
    Network(String),
}

impl Who {
    fn of(caller: &Caller) -> Self {
        match &caller.session {
            Some(session) => Self::Member(session.member),
            None => Self::Network(caller.visitor.network.clone()),
        }
    }
}

/// The limits of this replica. With n replicas a member may ask up to n times as much:
/// they bound load; the limits that guard accounts and money live in their services.
pub(crate) struct Limits {
    member: Buckets<MemberId>,
    network: Buckets<String>,
    stray: Buckets<String>,
    entry: Buckets<String>,
    webhook: Buckets<String>,
    send: Buckets<Who>,
    like: Buckets<Who>,
    search: Buckets<Who>,
    upload: Buckets<Who>,
    code: Buckets<Who>,
    photo: Buckets<Who>,
}

impl Limits {
    pub(crate) fn new(config: &config::Limits) -> Self {
        let people = |per_minute| Buckets::new(per_minute, config.remembered);
        let networks = |per_minute| Buckets::new(per_minute, config.remembered);
        Self {
            member: Buckets::new(config.member, config.remembered),
            network: networks(config.network),
            stray: networks(config.network),
            entry: networks(config.entry),
            webhook: networks(config.webhook),
            send: people(config.send),
            like: people(config.like),
            search: people(config.search),
            upload: people(config.upload),
            code: people(config.code),
            photo: people(config.photo),
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

    /// Counts a domain that has to be looked up; apart, so that a site's first visitor has all calls.
    pub(crate) fn stray(&self, network: &str) -> Result<(), Refusal> {
        self.stray.take(network.to_owned())
    }

    /// Counts a login, a sign-up, a reset or the use of a mailed link.
    pub(crate) fn entry(&self, network: &str) -> Result<(), Refusal> {
        self.entry.take(network.to_owned())
    }

    /// Counts a call of a payment provider.
    pub(crate) fn webhook(&self, network: &str) -> Result<(), Refusal> {
        self.webhook.take(network.to_owned())
    }

    /// Counts a deed of a member, or of a visitor's network.
    pub(crate) fn deed(&self, deed: Deed, caller: &Caller) -> Result<(), Refusal> {
        let buckets = match deed {
            Deed::Send => &self.send,
            Deed::Like => &self.like,
            Deed::Search => &self.search,
            Deed::Upload => &self.upload,
            Deed::Code => &self.code,
            Deed::Photo => &self.photo,
        };
        buckets.take(Who::of(caller))
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
