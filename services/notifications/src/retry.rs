//! How long a mail waits before it is tried again.

use std::time::Duration;

/// Pauses after the first, second, ... failed try. Short ones first: a member
/// waits for the activation mail at the screen. Together about twelve hours,
/// which outlasts a mail server's bad night.
const PAUSES: [Duration; 8] = [
    Duration::from_secs(5),
    Duration::from_secs(15),
    Duration::from_mins(1),
    Duration::from_mins(5),
    Duration::from_mins(15),
    Duration::from_hours(1),
    Duration::from_hours(3),
    Duration::from_hours(8),
];

/// Part of a pause that chance may take away or add, so that a thousand mails
/// that failed together do not come back together.
const JITTER: f64 = 0.2;

/// The pause after `attempts` failed tries, or none when it is time to give up.
///
/// `chance` is a random number from 0 to 1.
#[must_use]
pub(crate) fn pause(attempts: i32, chance: f64) -> Option<Duration> {
    let index = usize::try_from(attempts.checked_sub(1)?).ok()?;
    let pause = PAUSES.get(index)?;
    Some(pause.mul_f64(1.0 - JITTER + 2.0 * JITTER * chance.clamp(0.0, 1.0)))
}

/// Whether even the last of all tries lies behind: `attempts` counts the present one.
#[must_use]
pub(crate) fn exhausted(attempts: i32) -> bool {
    usize::try_from(attempts).is_ok_and(|attempts| attempts > PAUSES.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end() {
        assert_eq!(pause(1, 0.5), Some(Duration::from_secs(5)));
        assert_eq!(pause(4, 0.5), Some(Duration::from_mins(5)));
        assert_eq!(pause(8, 0.5), Some(Duration::from_hours(8)));
        assert_eq!(pause(9, 0.5), None);
        assert_eq!(pause(0, 0.5), None);
        assert_eq!(pause(i32::MIN, 0.5), None);
    }

    #[test]
    fn the_ninth_try_is_the_last() {
        assert!(!exhausted(9));
        assert!(exhausted(10));
    }

    #[test]
    fn chance_moves_a_pause_by_a_fifth_at_most() {
        assert_eq!(pause(3, 0.0), Some(Duration::from_secs(48)));
        assert_eq!(pause(3, 1.0), Some(Duration::from_secs(72)));
        assert_eq!(pause(3, 7.0), Some(Duration::from_secs(72)));
    }
}
