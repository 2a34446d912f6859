//! A moment by a place's own clock, to the second and with its zone.

use jiff::{Timestamp, tz::TimeZone};
use time::OffsetDateTime;

/// The parts of a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub year: i16,
    /// From 1.
    pub month: usize,
    pub day: i8,
    /// Two digits each, as are minute and second.
    pub hour: String,
    pub minute: String,
    pub second: String,
    /// For example "CET, UTC+1".
    pub zone: String,
}

impl Moment {
    /// By the zone's name (`Europe/Amsterdam`), in UTC when there is no such zone.
    #[must_use]
    pub(crate) fn in_zone(at: OffsetDateTime, time_zone: &str) -> Self {
        let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
        let there = Timestamp::from_second(at.unix_timestamp())
            .unwrap_or_default()
            .to_zoned(zone);
        Self {
            year: there.year(),
            month: usize::from(there.month().unsigned_abs()),
            day: there.day(),
            hour: format!("{:02}", there.hour()),
            minute: format!("{:02}", there.minute()),
            second: format!("{:02}", there.second()),
            zone: zone_of(&there),
        }
    }

    /// The last second of the same day: what lasts until a day lasts until it has ended.
    #[must_use]
    pub(crate) fn end_of_day(self) -> Self {
        Self {
            hour: "23".to_owned(),
            minute: "59".to_owned(),
            second: "59".to_owned(),
            ..self
        }
    }
}

fn zone_of(there: &jiff::Zoned) -> String {
    let seconds = there.offset().seconds();
    let (hours, minutes) = (seconds.abs() / 3_600, seconds.abs() / 60 % 60);
    let sign = if seconds < 0 { '-' } else { '+' };
    let offset = match (hours, minutes) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    };
    let name = there.strftime("%Z").to_string();
    let is_name = name.chars().all(|letter| letter.is_ascii_alphabetic());
    if is_name && name != "UTC" {
        return format!("{name},\u{a0}{offset}");
    }
    offset
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_moment_is_told_by_the_places_own_clock() {
        let at = datetime!(2026-03-02 23:05:09 UTC);
        let amsterdam = Moment::in_zone(at, "Europe/Amsterdam");
        assert_eq!((amsterdam.month, amsterdam.day), (3, 3));
        assert_eq!(
            (&*amsterdam.hour, &*amsterdam.minute, &*amsterdam.second),
            ("00", "05", "09")
        );
        assert_eq!(amsterdam.zone, "CET,\u{a0}UTC+1");
    }

    #[test]
    fn a_zone_says_how_far_it_is_from_utc() {
        let zone = |at, name| Moment::in_zone(at, name).zone;
        let summer = datetime!(2026-07-01 12:00 UTC);
        assert_eq!(zone(summer, "Europe/Amsterdam"), "CEST,\u{a0}UTC+2");
        assert_eq!(zone(summer, "Europe/London"), "BST,\u{a0}UTC+1");
        assert_eq!(
            zone(datetime!(2026-01-01 12:00 UTC), "Europe/London"),
            "GMT,\u{a0}UTC"
        );
        assert_eq!(zone(summer, "America/Sao_Paulo"), "UTC-3");
        assert_eq!(zone(summer, "Asia/Kolkata"), "IST,\u{a0}UTC+5:30");
        for nowhere in ["", "Mars/Olympus"] {
            assert_eq!(zone(summer, nowhere), "UTC");
        }
    }
}
