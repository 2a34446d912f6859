//! Time zones, by their name.

use std::{fmt, str::FromStr};

use crate::as_text::as_text;

/// Names of the IANA database's `zone.tab`, sorted, and UTC.
const NAMES: &str = include_str!("time_zones.txt");

/// A zone of the IANA time zone database: a site's day begins at its midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(&'static str);

impl TimeZone {
    /// The name, for example `Europe/Amsterdam`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// The text is no time zone.
#[derive(Debug)]
pub struct NoTimeZone;

impl FromStr for TimeZone {
    type Err = NoTimeZone;

    fn from_str(text: &str) -> Result<Self, NoTimeZone> {
        NAMES
            .lines()
            .find(|name| *name == text)
            .map(Self)
            .ok_or(NoTimeZone)
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

as_text!(TimeZone);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_name_of_the_database_is_a_time_zone() {
        for zone in ["Europe/Amsterdam", "America/Argentina/Ushuaia", "UTC"] {
            assert_eq!(zone.parse::<TimeZone>().unwrap().name(), zone);
        }
        for wrong in [
            "",
            "Europe",
            "europe/amsterdam",
            "CEST",
            "+01:00",
            "Europe/Atlantis",
        ] {
            assert!(wrong.parse::<TimeZone>().is_err(), "{wrong:?} passed");
        }
    }
}
