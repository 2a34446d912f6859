//! Birth dates and the age a site asks for.

use time::{Date, format_description::BorrowedFormatItem, macros::format_description};

use crate::fault::Fault;

/// ISO 8601, as the wire and the database write dates.
const FORMAT: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// No site may ask for less.
pub(crate) const ADULT: u32 = 18;
/// Older than anybody has become.
const OLDEST: u32 = 120;

/// Reads a birth date of somebody who is at least `min_age` (never less than 18) on `today`.
///
/// Who was born on 29 February comes of age on 1 March.
pub(crate) fn parse(raw: &str, min_age: u32, today: Date) -> Result<Date, Fault> {
    let born = Date::parse(raw, FORMAT).map_err(|_| Fault::BirthDateInvalid)?;
    let min_age = min_age.max(ADULT);
    match age(born, today) {
        None => Err(Fault::BirthDateInvalid),
        Some(age) if age > OLDEST => Err(Fault::BirthDateInvalid),
        Some(age) if age < min_age => Err(Fault::TooYoung { min_age }),
        Some(_) => Ok(born),
    }
}

/// Writes a date as the wire does.
#[must_use]
pub(crate) fn write(date: Date) -> String {
    format!(
        "{:04}-{:02}-{:02}",
        date.year(),
        u8::from(date.month()),
        date.day()
    )
}

/// Full years on `today`; none before birth.
fn age(born: Date, today: Date) -> Option<u32> {
    let birthday_to_come = (today.month() as u8, today.day()) < (born.month() as u8, born.day());
    let years = today.year() - born.year() - i32::from(birthday_to_come);
    u32::try_from(years).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::{Duration, macros::date};

    use super::*;

    const TODAY: Date = date!(2026 - 11 - 20);

    #[test]
    fn the_birthday_itself_is_enough() {
        assert_eq!(
            parse("2008-11-20", 18, TODAY).unwrap(),
            date!(2008 - 11 - 20)
        );
        assert!(matches!(
            parse("2008-11-21", 18, TODAY),
            Err(Fault::TooYoung { min_age: 18 })
        ));
        assert!(matches!(
            parse("2008-11-20", 21, TODAY),
            Err(Fault::TooYoung { min_age: 21 })
        ));
    }

    #[test]
    fn no_site_may_go_below_eighteen() {
        assert!(matches!(
            parse("2010-01-01", 0, TODAY),
            Err(Fault::TooYoung { min_age: 18 })
        ));
    }

    #[test]
    fn who_was_born_on_a_leap_day_comes_of_age_in_march() {
        let born = "2008-02-29";
        assert!(matches!(
            parse(born, 18, date!(2026 - 02 - 28)),
            Err(Fault::TooYoung { .. })
        ));
        assert!(parse(born, 18, date!(2026 - 03 - 01)).is_ok());
    }

    #[test]
    fn what_is_no_date_of_a_living_person_is_refused() {
        for raw in [
            "",
            "x",
            "1990-02-30",
            "1990-13-01",
            "90-01-01",
            "01-01-1990",
            "1990-1-1",
            "1990-01-01T00:00:00Z",
            "2027-01-01",
            "1900-01-01",
            "-1990-01-01",
            "1990-01-01\0",
        ] {
            assert!(
                matches!(parse(raw, 18, TODAY), Err(Fault::BirthDateInvalid)),
                "{raw:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn nobody_under_age_passes(days in 0_i64..44_000) {
            let born = TODAY - Duration::days(days);
            let grown = born.year() + 18;
            let eighteenth = born.replace_year(grown).unwrap_or_else(|_| {
                Date::from_calendar_date(grown, time::Month::March, 1).unwrap()
            });
            let passed = parse(&write(born), 18, TODAY);
            prop_assume!(!matches!(passed, Err(Fault::BirthDateInvalid)));
            prop_assert_eq!(matches!(passed, Err(Fault::TooYoung { .. })), eighteenth > TODAY);
        }

        #[test]
        fn any_text_is_judged(raw in ".{0,20}") {
            let _ = parse(&raw, 18, TODAY).is_ok();
        }
    }
}
