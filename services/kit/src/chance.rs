//! Randomness, given and never taken.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use rand::{Rng, SeedableRng, rngs::StdRng};
use time::OffsetDateTime;
use uuid::Uuid;

/// Makes secrets and ids: from the system, or in tests from a seed.
#[derive(Clone)]
pub struct Chance(Source);

#[derive(Clone)]
enum Source {
    System,
    Seeded(Arc<Mutex<StdRng>>),
}

impl Chance {
    /// The thread's generator, seeded by the system; fit for secrets.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// The same bytes for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded(Arc::new(Mutex::new(StdRng::seed_from_u64(
            seed,
        )))))
    }

    /// `N` random bytes.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that asks the generator"
    )]
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => rand::rng().fill_bytes(&mut bytes),
            Source::Seeded(generator) => generator
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .fill_bytes(&mut bytes),
        }
        bytes
    }

    /// A UUIDv7 of the moment `now`.
    #[must_use]
    pub fn uuid(&self, now: OffsetDateTime) -> Uuid {
        let milliseconds = u64::try_from(now.unix_timestamp_nanos() / 1_000_000).unwrap_or(0);
        uuid::Builder::from_unix_timestamp_millis(milliseconds, &self.bytes()).into_uuid()
    }

    /// A number from 0 to 1, for jitter.
    #[must_use]
    pub fn fraction(&self) -> f64 {
        f64::from(u32::from_le_bytes(self.bytes())) / f64::from(u32::MAX)
    }
}

impl fmt::Debug for Chance {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Chance")
    }
}
