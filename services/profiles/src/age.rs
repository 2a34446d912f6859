//! Ages in whole years, and the birth dates they stand for.

use time::{
    Date, Month,
    format_description::BorrowedFormatItem,
    macros::{date, format_description},
};

use crate::fault::Fault;

/// ISO 8601, as the wire writes dates.
const FORMAT: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");
/// A range without a day.
const NO_DAY: (Date, Date) = (date!(9999 - 01 - 01), date!(1000 - 01 - 01));
/// Older than anybody has become.
pub(crate) const OLDEST: u32 = 120;

/// Reads a date as the wire writes it.
pub(crate) fn parse(raw: &str) -> Result<Date, Fault> {
    Date::parse(raw, FORMAT).map_err(|_| Fault::ValueInvalid {
        field: "birth_date",
    })
}

/// Full years on `today`; who was born on 29 February has a birthday on 1 March.
#[must_use]
pub(crate) fn years(born: Date, today: Date) -> u32 {
    let birthday_to_come = (today.month() as u8, today.day()) < (born.month() as u8, born.day());
    let years = today.year() - born.year() - i32::from(birthday_to_come);
    u32::try_from(years).unwrap_or(0)
}

/// First and last birth date of those who are `min` to `max` years old on `today`, both inclusive.
#[must_use]
pub(crate) fn born_between(min: u32, max: u32, today: Date) -> (Date, Date) {
    let latest = last_born(min, today);
    let earliest = last_born(max.saturating_add(1), today);
    (earliest.next_day().unwrap_or(earliest), latest)
}

/// The last birth date of those who are at least `age`.
fn last_born(age: u32, today: Date) -> Date {
    let year = today.year() - i32::try_from(age.min(1000)).unwrap_or(1000);
    today.replace_year(year).unwrap_or_else(|_| {
        // Today is 29 February; who was born on 1 March of that year is not there yet.
        Date::from_calendar_date(year, Month::February, 28).unwrap_or(today)
    })
}

/// The month of a birth date as the counts number it.
#[must_use]
pub(crate) fn month(date: Date) -> i32 {
    date.year() * 12 + i32::from(u8::from(date.month())) - 1
}

/// A range of birth dates as whole months between two broken ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Months {
    /// Whole months, both inclusive; empty when the first is later.
    pub(crate) whole: (i32, i32),
    /// Days of the first month.
    pub(crate) head: (Date, Date),
    /// Days of the last month; empty when head and tail are the same month.
    pub(crate) tail: (Date, Date),
}

impl Months {
    /// Splits a range.
    #[must_use]
    pub(crate) fn of((first, last): (Date, Date)) -> Self {
        let whole = (month(first) + 1, month(last) - 1);
        if month(first) >= month(last) {
            return Self {
                whole,
                head: (first, last),
                tail: NO_DAY,
            };
        }
        let end = first.month().length(first.year());
        Self {
            whole,
            head: (first, first.replace_day(end).unwrap_or(first)),
            tail: (last.replace_day(1).unwrap_or(last), last),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::Duration;

    use super::*;

    #[test]
    fn a_birthday_counts_from_its_own_day() {
        let today = date!(2026 - 11 - 20);
        assert_eq!(years(date!(1990 - 11 - 20), today), 36);
        assert_eq!(years(date!(1990 - 11 - 21), today), 35);
        assert_eq!(years(date!(2027 - 01 - 01), today), 0);
    }

    #[test]
    fn a_leap_day_is_no_hole() {
        let today = date!(2028 - 02 - 29);
        let (first, last) = born_between(18, 18, today);
        assert_eq!(
            (first, last),
            (date!(2009 - 03 - 01), date!(2010 - 02 - 28))
        );
        assert_eq!(years(date!(2008 - 02 - 29), date!(2026 - 02 - 28)), 17);
        assert_eq!(years(date!(2008 - 02 - 29), date!(2026 - 03 - 01)), 18);
    }

    #[test]
    fn one_month_is_counted_once() {
        let months = Months::of((date!(1990 - 02 - 03), date!(1990 - 02 - 09)));
        assert!(months.whole.0 > months.whole.1);
        assert!(months.tail.0 > months.tail.1);
    }

    fn day() -> impl Strategy<Value = Date> {
        (0_i64..60_000).prop_map(|days| date!(1900 - 01 - 01) + Duration::days(days))
    }

    proptest! {
        #[test]
        fn a_birth_date_is_in_range_exactly_when_the_age_is(
            born in day(), today in day(), min in 0_u32..130, span in 0_u32..60
        ) {
            prop_assume!(born <= today);
            let age = years(born, today);
            let (first, last) = born_between(min, min + span, today);
            prop_assert_eq!((first..=last).contains(&born), (min..=min + span).contains(&age));
        }

        #[test]
        fn every_day_of_a_range_falls_into_one_part(first in day(), span in 0_i64..2_000, probe in day()) {
            let last = first + Duration::days(span);
            let months = Months::of((first, last));
            let parts = usize::from((months.whole.0..=months.whole.1).contains(&month(probe)))
                + usize::from(months.head.0 <= probe && probe <= months.head.1)
                + usize::from(months.tail.0 <= probe && probe <= months.tail.1);
            prop_assert_eq!(parts, usize::from(first <= probe && probe <= last));
        }

        #[test]
        fn a_date_reads_as_it_is_written(born in day()) {
            prop_assert_eq!(parse(&born.format(FORMAT).unwrap()).unwrap(), born);
        }
    }
}
