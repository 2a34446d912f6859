//! Whose date it is.

use jiff::{Timestamp, tz, tz::TimeZone};
use time::{Date, Month, OffsetDateTime};

/// The calendar of a place on earth.
#[derive(Clone, Debug)]
pub struct Calendar(TimeZone);

impl Calendar {
    /// By the zone's name (`Europe/Amsterdam`). Without a known zone a day counts once it has
    /// begun everywhere on earth.
    #[must_use]
    pub fn of_zone(name: &str) -> Self {
        let last_on_earth = || TimeZone::fixed(tz::offset(-12));
        Self(TimeZone::get(name).unwrap_or_else(|_| last_on_earth()))
    }

    /// The date there.
    #[must_use]
    pub fn date(&self, now: OffsetDateTime) -> Date {
        let date = Timestamp::from_second(now.unix_timestamp())
            .unwrap_or_default()
            .to_zoned(self.0.clone())
            .date();
        Month::try_from(date.month().unsigned_abs())
            .and_then(|month| {
                Date::from_calendar_date(date.year().into(), month, date.day().unsigned_abs())
            })
            .unwrap_or_else(|_| now.date())
    }
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn a_day_begins_by_the_places_own_clock() {
        let before = datetime!(2026-06-01 21:59 UTC);
        let after = datetime!(2026-06-01 22:00 UTC);
        let amsterdam = Calendar::of_zone("Europe/Amsterdam");
        assert_eq!(amsterdam.date(before), date!(2026 - 06 - 01));
        assert_eq!(amsterdam.date(after), date!(2026 - 06 - 02));
        let london = Calendar::of_zone("Europe/London");
        assert_eq!(london.date(after), date!(2026 - 06 - 01));
    }

    #[test]
    fn without_a_zone_the_day_begins_last() {
        for name in ["", "Mars/Olympus"] {
            let nowhere = Calendar::of_zone(name);
            assert_eq!(
                nowhere.date(datetime!(2026-06-02 11:59 UTC)),
                date!(2026 - 06 - 01)
            );
            assert_eq!(
                nowhere.date(datetime!(2026-06-02 12:00 UTC)),
                date!(2026 - 06 - 02)
            );
        }
    }
}
