//! How many wrong passwords are too many.

use serde::Deserialize;
use time::{Duration, OffsetDateTime};

/// Limits of password attempts.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Limits {
    /// Wrong passwords within `window_minutes` that lead to a block.
    pub(crate) attempts: usize,
    /// Minutes.
    pub(crate) window_minutes: u32,
    /// Minutes of the first block; each further one is twice as long.
    pub(crate) block_minutes: u32,
    /// Minutes of the longest block; after as long without one, doubling starts afresh.
    pub(crate) longest_block_minutes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            attempts: 5,
            window_minutes: 15,
            block_minutes: 15,
            longest_block_minutes: 24 * 60,
        }
    }
}

/// An attempt was made while blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Blocked {
    /// Minutes left, rounded up.
    pub(crate) minutes: u32,
}

/// What is remembered of attempts on one account from one kind of device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attempts {
    /// Attempts in the window that were not right, the oldest first.
    pub(crate) recent: Vec<OffsetDateTime>,
    /// Blocks so far.
    pub(crate) level: i16,
    pub(crate) blocked_until: Option<OffsetDateTime>,
}

impl Attempts {
    /// Counts an attempt before it is known to be wrong, so that many at once cannot
    /// all be first. A right one forgets the lot afterwards.
    pub(crate) fn count(&mut self, now: OffsetDateTime, limits: &Limits) -> Result<(), Blocked> {
        if let Some(until) = self.blocked_until {
            if now < until {
                return Err(Blocked {
                    minutes: minutes_left(until - now),
                });
            }
            if now - until >= minutes(limits.longest_block_minutes) {
                self.level = 0;
            }
        }
        self.recent
            .retain(|at| now - *at < minutes(limits.window_minutes));
        self.recent.push(now);
        if self.recent.len() >= limits.attempts {
            self.blocked_until = Some(now + block(self.level, limits));
            self.level = self.level.saturating_add(1);
            self.recent.clear();
        }
        Ok(())
    }
}

fn block(level: i16, limits: &Limits) -> Duration {
    let doubled = 2_u32.saturating_pow(u32::try_from(level).unwrap_or(0));
    minutes(
        limits
            .block_minutes
            .saturating_mul(doubled)
            .min(limits.longest_block_minutes),
    )
}

fn minutes(minutes: u32) -> Duration {
    Duration::minutes(i64::from(minutes))
}

fn minutes_left(left: Duration) -> u32 {
    let seconds = left.whole_seconds() + i64::from(left.subsec_nanoseconds() > 0);
    u32::try_from((seconds + 59) / 60)
        .unwrap_or(u32::MAX)
        .max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    const START: OffsetDateTime = datetime!(2026-01-01 00:00 UTC);

    fn at(minute: i64) -> OffsetDateTime {
        START + Duration::minutes(minute)
    }

    fn five_wrong(attempts: &mut Attempts, minute: i64) {
        for _ in 0..5 {
            attempts.count(at(minute), &Limits::default()).unwrap();
        }
    }

    #[test]
    fn the_sixth_attempt_is_blocked_for_a_quarter_of_an_hour() {
        let mut attempts = Attempts::default();
        five_wrong(&mut attempts, 0);
        let limits = Limits::default();
        assert_eq!(attempts.count(at(0), &limits), Err(Blocked { minutes: 15 }));
        let late = at(15) - Duration::milliseconds(1);
        assert_eq!(attempts.count(late, &limits), Err(Blocked { minutes: 1 }));
        assert_eq!(attempts.count(at(15), &limits), Ok(()));
    }

    #[test]
    fn five_attempts_spread_over_more_than_the_window_are_no_block() {
        let mut attempts = Attempts::default();
        for minute in [0, 4, 8, 12, 15, 19, 23, 27] {
            attempts.count(at(minute), &Limits::default()).unwrap();
        }
        assert_eq!(attempts.blocked_until, None);
    }

    #[test]
    fn each_block_is_twice_as_long_up_to_a_day() {
        let mut attempts = Attempts::default();
        let mut minute = 0;
        let mut lengths = Vec::new();
        for _ in 0..9 {
            five_wrong(&mut attempts, minute);
            let length = (attempts.blocked_until.unwrap() - at(minute)).whole_minutes();
            lengths.push(length);
            minute += length;
        }
        assert_eq!(lengths, [15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    }

    #[test]
    fn a_quiet_day_starts_afresh() {
        let mut attempts = Attempts::default();
        five_wrong(&mut attempts, 0);
        five_wrong(&mut attempts, 15);
        five_wrong(&mut attempts, 15 + 30 + 24 * 60);
        let left = attempts.blocked_until.unwrap() - at(15 + 30 + 24 * 60);
        assert_eq!(left.whole_minutes(), 15);
    }

    proptest! {
        #[test]
        fn no_window_ever_sees_more_than_five(gaps in prop::collection::vec(0_i64..2_000, 1..200)) {
            let mut attempts = Attempts::default();
            let mut now = START;
            let mut passed: Vec<OffsetDateTime> = Vec::new();
            for gap in gaps {
                now += Duration::seconds(gap);
                if attempts.count(now, &Limits::default()).is_ok() {
                    passed.push(now);
                }
                let window = passed.iter().filter(|at| now - **at < Duration::minutes(15)).count();
                prop_assert!(window <= 5);
                prop_assert!(attempts.recent.len() < 5);
            }
        }
    }
}
