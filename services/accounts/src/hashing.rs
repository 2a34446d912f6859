//! Password hashing: slow on purpose, so done by few at a time, away from async threads.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use anyhow::Context as _;
use argon2::{
    Algorithm, Argon2, Params, PasswordHash, PasswordHasher as _, PasswordVerifier as _, Version,
};
use kit::Chance;
use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::{fault::Fault, password::Password};

/// What a hash costs, and how many at once.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Hashing {
    /// KiB of memory. With 19,456 and 2 passes the minimum of OWASP ASVS 5.0 (11.4.2).
    pub(crate) memory_kib: u32,
    /// Passes over the memory.
    pub(crate) passes: u32,
    /// Lanes.
    pub(crate) lanes: u32,
    /// Hashes at the same time; each holds its memory and a processor.
    pub(crate) at_once: usize,
    /// Calls that may wait for their turn; more are turned away as `busy`.
    pub(crate) waiting: usize,
}

impl Default for Hashing {
    fn default() -> Self {
        Self {
            memory_kib: 19_456,
            passes: 2,
            lanes: 1,
            at_once: 4,
            waiting: 64,
        }
    }
}

/// Hashes and compares passwords with argon2id.
#[derive(Clone)]
pub(crate) struct Hasher(Arc<Inner>);

struct Inner {
    params: Params,
    chance: Chance,
    turns: Arc<Semaphore>,
    queued: AtomicUsize,
    limit: usize,
    /// What is compared for an account that does not exist, so that it takes as long.
    decoy: String,
}

impl Hasher {
    /// Prepares hashing at this cost.
    pub(crate) fn new(cost: Hashing, chance: Chance) -> anyhow::Result<Self> {
        let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, None)
            .map_err(|error| anyhow::anyhow!("hashing: {error}"))?;
        anyhow::ensure!(cost.at_once > 0, "hashing.at_once must be at least 1");
        let decoy = hash(&params, &chance.bytes::<32>(), &chance.bytes())
            .map_err(|error| anyhow::anyhow!("{error}"))
            .context("hashing")?;
        Ok(Self(Arc::new(Inner {
            params,
            chance,
            turns: Arc::new(Semaphore::new(cost.at_once)),
            queued: AtomicUsize::new(0),
            limit: cost.at_once + cost.waiting,
            decoy,
        })))
    }

    /// A hash that no password is known for.
    #[must_use]
    pub(crate) fn hash_of_nothing(&self) -> &str {
        &self.0.decoy
    }

    /// Hashes a new password, unless it is guessable from common ones and the words `about` its owner.
    pub(crate) async fn hash_new(
        &self,
        password: Password,
        about: Vec<String>,
    ) -> Result<String, Fault> {
        let salt = self.0.chance.bytes();
        self.in_turn(self.place()?, move |params| {
            if password.is_guessable(&about) {
                return Err(Fault::PasswordGuessable);
            }
            hash(params, password.bytes(), &salt).map_err(Fault::Hashing)
        })
        .await
    }

    /// A place in the queue; reason `busy` when it is full.
    pub(crate) fn place(&self) -> Result<Place, Fault> {
        Place::take(&self.0)
    }

    /// Whether the password is the stored one; for no stored one it takes as long and is not.
    /// The place is taken beforehand: an attempt is counted by then, and must be judged.
    pub(crate) async fn matches(
        &self,
        place: Place,
        password: &Password,
        stored: Option<&str>,
    ) -> Result<bool, Fault> {
        if password.is_absurd() {
            return Ok(false);
        }
        let known = stored.is_some();
        let stored = stored.unwrap_or(&self.0.decoy).to_owned();
        let password = password.clone();
        let same = self
            .in_turn(place, move |params| {
                let stored =
                    PasswordHash::new(&stored).map_err(|error| Fault::Hashing(error.into()))?;
                match argon2(params).verify_password(password.bytes(), &stored) {
                    Ok(()) => Ok(true),
                    Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
                    Err(error) => Err(Fault::Hashing(error)),
                }
            })
            .await?;
        Ok(same && known)
    }

    /// A stronger hash of a password that matched, when `stored` is weaker than hashes are today
    /// and there is room for the work.
    pub(crate) async fn renew(
        &self,
        password: &Password,
        stored: &str,
    ) -> Result<Option<String>, Fault> {
        if !self.is_outdated(stored) {
            return Ok(None);
        }
        // A later login does it as well: nobody who proved a password is sent away for this.
        let Ok(place) = self.place() else {
            return Ok(None);
        };
        let salt = self.0.chance.bytes();
        let password = password.clone();
        self.in_turn(place, move |params| {
            hash(params, password.bytes(), &salt).map_err(Fault::Hashing)
        })
        .await
        .map(Some)
    }

    fn is_outdated(&self, stored: &str) -> bool {
        let Ok(stored) = PasswordHash::new(stored) else {
            return true;
        };
        let Ok(then) = Params::try_from(&stored) else {
            return true;
        };
        let now = &self.0.params;
        then.m_cost() < now.m_cost() || then.t_cost() < now.t_cost() || then.p_cost() < now.p_cost()
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        place: Place,
        work: impl FnOnce(&Params) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let turn = Arc::clone(&self.0.turns)
            .acquire_owned()
            .await
            .map_err(|_| Fault::Busy)?;
        tokio::task::spawn_blocking(move || {
            tracing::trace!("password work");
            let outcome = work(&place.0.params);
            // Held until the work is done, also when the caller has gone away.
            drop((turn, place));
            outcome
        })
        .await?
    }
}

impl std::fmt::Debug for Hasher {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Hasher")
    }
}

/// A place in the queue, given up when dropped.
pub(crate) struct Place(Arc<Inner>);

impl Place {
    fn take(inner: &Arc<Inner>) -> Result<Self, Fault> {
        let place = Self(Arc::clone(inner));
        if inner.queued.fetch_add(1, Ordering::Relaxed) >= inner.limit {
            return Err(Fault::Busy);
        }
        Ok(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.queued.fetch_sub(1, Ordering::Relaxed);
    }
}

fn argon2(params: &Params) -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone())
}

fn hash(
    params: &Params,
    password: &[u8],
    salt: &[u8; 16],
) -> Result<String, argon2::password_hash::Error> {
    Ok(argon2(params)
        .hash_password_with_salt(password, salt)?
        .to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hasher(passes: u32) -> Hasher {
        let cost = Hashing {
            memory_kib: 64,
            passes,
            ..Hashing::default()
        };
        Hasher::new(cost, Chance::seeded(1)).unwrap()
    }

    fn password(raw: &str) -> Password {
        Password::typed(raw.to_owned())
    }

    #[tokio::test]
    async fn a_password_matches_its_hash_only() {
        let hasher = hasher(1);
        let stored = hasher
            .hash_new(password("tulip-anchor-violin"), vec![])
            .await
            .unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=64,t=1,p=1$"));
        assert!(
            hasher
                .matches(
                    hasher.place().unwrap(),
                    &password("tulip-anchor-violin"),
                    Some(&stored)
                )
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .matches(
                    hasher.place().unwrap(),
                    &password("tulip-anchor-violi"),
                    Some(&stored)
                )
                .await
                .unwrap()
        );
        assert!(
            !hasher
                .matches(
                    hasher.place().unwrap(),
                    &password("tulip-anchor-violin"),
                    None
                )
                .await
                .unwrap()
        );
    }

    #[tokio::test]
    async fn equal_passwords_have_different_hashes() {
        let hasher = hasher(1);
        let first = hasher
            .hash_new(password("tulip-anchor-violin"), vec![])
            .await
            .unwrap();
        let second = hasher
            .hash_new(password("tulip-anchor-violin"), vec![])
            .await
            .unwrap();
        assert_ne!(first, second);
    }

    #[tokio::test]
    async fn a_guessable_password_is_not_hashed() {
        let refused = hasher(1)
            .hash_new(password("passwordpassword"), vec![])
            .await;
        assert!(matches!(refused, Err(Fault::PasswordGuessable)));
    }

    #[tokio::test]
    async fn a_hash_is_renewed_only_when_parameters_rise() {
        let (weak, strong) = (hasher(1), hasher(2));
        let old = weak
            .hash_new(password("tulip-anchor-violin"), vec![])
            .await
            .unwrap();
        assert_eq!(
            weak.renew(&password("tulip-anchor-violin"), &old)
                .await
                .unwrap(),
            None
        );
        let new = strong
            .renew(&password("tulip-anchor-violin"), &old)
            .await
            .unwrap()
            .unwrap();
        assert!(new.contains("t=2"));
        assert!(
            weak.matches(
                weak.place().unwrap(),
                &password("tulip-anchor-violin"),
                Some(&new)
            )
            .await
            .unwrap()
        );
        assert_eq!(
            weak.renew(&password("tulip-anchor-violin"), &new)
                .await
                .unwrap(),
            None
        );
    }

    #[tokio::test]
    async fn who_finds_the_queue_full_is_turned_away() {
        let cost = Hashing {
            memory_kib: 64,
            passes: 1,
            at_once: 1,
            waiting: 1,
            ..Hashing::default()
        };
        let hasher = Hasher::new(cost, Chance::seeded(1)).unwrap();
        let strong = hasher
            .hash_new(password("tulip-anchor-violin"), vec![])
            .await
            .unwrap();
        let weaker = strong.replace("t=1", "t=0");
        let places: Vec<_> = (0..2).map(|_| hasher.place().unwrap()).collect();
        assert!(matches!(hasher.place(), Err(Fault::Busy)));
        let refused = hasher
            .hash_new(password("tulip-anchor-violin"), vec![])
            .await;
        assert!(matches!(refused, Err(Fault::Busy)));
        // Renewing can wait for a quieter hour.
        let renewed = hasher
            .renew(&password("tulip-anchor-violin"), &weaker)
            .await;
        assert_eq!(renewed.unwrap(), None);
        drop(places);
        let place = hasher.place().unwrap();
        assert!(!hasher.matches(place, &password("x"), None).await.unwrap());
        assert_eq!(hasher.0.queued.load(Ordering::Relaxed), 0);
    }
}
