//! Time, given and never taken.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use time::OffsetDateTime;

/// Tells the time: the system's, or in tests one that is set by hand.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> OffsetDateTime + Send + Sync>);

impl Clock {
    /// The system's clock.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that asks the system"
    )]
    pub fn system() -> Self {
        Self(Arc::new(OffsetDateTime::now_utc))
    }

    /// Now, in UTC and whole microseconds, which is what the database can hold.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        let now = (self.0)();
        now.replace_nanosecond(now.nanosecond() / 1000 * 1000)
            .unwrap_or(now)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Clock")
    }
}

/// A clock that stands still until a test moves it.
#[derive(Clone, Debug)]
pub struct ManualClock(Arc<Mutex<OffsetDateTime>>);

impl ManualClock {
    /// Starts at `now`.
    #[must_use]
    pub fn at(now: OffsetDateTime) -> Self {
        Self(Arc::new(Mutex::new(now)))
    }

    /// Moves on.
    pub fn advance(&self, by: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }

    /// Its time now.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The clock to inject.
    #[must_use]
    pub fn clock(&self) -> Clock {
        let shared = self.clone();
        Clock(Arc::new(move || shared.now()))
    }
}
