//! Reads one value at the door. Every refusal names its field as the contract does.

use std::{ops::RangeInclusive, str::FromStr};

use email_address::EmailAddress;
use prost_types::Timestamp;
use time::OffsetDateTime;
use url::Url;
use uuid::Uuid;

use crate::fault::Fault;

/// The refusal of a field.
pub(crate) fn invalid(field: &'static str) -> Fault {
    Fault::ValueInvalid { field }
}

/// Passes when the rule of the field holds.
pub(crate) fn ensure(field: &'static str, holds: bool) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(invalid(field)) }
}

/// Text of one line and `length` characters, trimmed, without markup.
///
/// Angle brackets are refused though every page escapes them: these texts also go into mail
/// headers, titles and manifests. Direction marks can make a text read as another one.
pub(crate) fn line(
    field: &'static str,
    text: String,
    length: RangeInclusive<usize>,
) -> Result<String, Fault> {
    let fits = length.contains(&text.chars().count());
    let plain = text.trim() == text && !text.chars().any(|c| hidden(c) || matches!(c, '<' | '>'));
    ensure(field, fits && plain)?;
    Ok(text)
}

/// Whether a character acts instead of showing: controls, line breaks, marks of direction.
pub(crate) fn hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}

/// A word in the manner of `hair_colour`.
pub(crate) fn word(field: &'static str, text: String) -> Result<String, Fault> {
    let shaped = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.len() <= 40
        && text
            .chars()
            .all(|c| matches!(c, 'a'..='z' | '0'..='9' | '_'));
    ensure(field, shaped)?;
    Ok(text)
}

/// A number within its limits.
pub(crate) fn number(
    field: &'static str,
    number: u32,
    limits: RangeInclusive<u32>,
) -> Result<u32, Fault> {
    ensure(field, limits.contains(&number))?;
    Ok(number)
}

/// A value of a type that parses itself.
pub(crate) fn parsed<T: FromStr>(field: &'static str, text: &str) -> Result<T, Fault> {
    text.parse().map_err(|_| invalid(field))
}

/// An id in the one spelling that all services compare by: lower case, with hyphens.
pub(crate) fn id<T: From<Uuid>>(field: &'static str, text: &str) -> Result<T, Fault> {
    let id = parsed::<Uuid>(field, text)?;
    ensure(field, id.to_string() == text)?;
    Ok(id.into())
}

/// A list of at most 250 entries without repetition, each read by `read`.
pub(crate) fn list<R, T: PartialEq>(
    field: &'static str,
    raw: Vec<R>,
    read: impl Fn(R) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    ensure(field, raw.len() <= 250)?;
    let mut list = Vec::with_capacity(raw.len());
    for entry in raw {
        let entry = read(entry)?;
        ensure(field, !list.contains(&entry))?;
        list.push(entry);
    }
    Ok(list)
}

/// A mail address with a full domain.
pub(crate) fn email(field: &'static str, text: String) -> Result<String, Fault> {
    let options = email_address::Options::default()
        .with_required_tld()
        .without_domain_literal()
        .without_display_text();
    let valid = EmailAddress::parse_with_options(&text, options).is_ok();
    ensure(field, valid && !text.contains('"'))?;
    line(field, text, 6..=254)
}

/// A telephone number as people write it, 7 to 15 digits, or nothing.
pub(crate) fn phone(field: &'static str, text: String) -> Result<String, Fault> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let written = text
        .strip_prefix('+')
        .unwrap_or(&text)
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-' | '(' | ')'));
    ensure(
        field,
        text.is_empty() || (written && (7..=15).contains(&digits)),
    )?;
    line(field, text, 0..=30)
}

/// Where photos lie: a path of the site itself, with a closing slash. Not another host: who may see a photo
/// changes with every block, and only the gateway can ask. A content network stands before the whole site.
pub(crate) fn photo_prefix(field: &'static str, text: String) -> Result<String, Fault> {
    let path = text.starts_with('/')
        && Url::parse("https://site.invalid")
            .and_then(|site| site.join(&text))
            .is_ok_and(|url| url.host_str() == Some("site.invalid") && url.path() == text);
    ensure(field, path && text.ends_with('/') && text.len() <= 200)?;
    Ok(text)
}

/// A moment, in whole microseconds.
pub(crate) fn moment(field: &'static str, stamp: Timestamp) -> Result<OffsetDateTime, Fault> {
    let nanos = u32::try_from(stamp.nanos).map_err(|_| invalid(field))?;
    OffsetDateTime::from_unix_timestamp(stamp.seconds)
        .and_then(|second| second.replace_nanosecond(nanos / 1000 * 1000))
        .map_err(|_| invalid(field))
}

/// The contract's spelling of a moment.
pub(crate) fn timestamp(moment: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: moment.unix_timestamp(),
        nanos: i32::try_from(moment.nanosecond()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_has_no_control_no_markup_and_no_mark_of_direction() {
        for hostile in [
            "a\0b",
            "a\r\nBcc: b",
            "<script>",
            "ab\u{202e}cd",
            " padded",
            "a\u{feff}",
        ] {
            assert!(
                line("name", hostile.to_owned(), 1..=40).is_err(),
                "{hostile:?} passed"
            );
        }
        assert!(line("name", "Čau, señor & co.".to_owned(), 1..=40).is_ok());
    }

    #[test]
    fn a_line_is_measured_in_characters() {
        assert!(line("name", "ø".repeat(40), 1..=40).is_ok());
        assert!(line("name", "ø".repeat(41), 1..=40).is_err());
    }

    #[test]
    fn an_id_has_one_spelling() {
        let id: Result<Uuid, _> = id("id", "01890000-0000-7000-8000-00000000000a");
        assert!(id.is_ok());
        for other in [
            "",
            "01890000-0000-7000-8000-00000000000A",
            "0189000000007000800000000000000a",
            "{01890000-0000-7000-8000-00000000000a}",
            "' or 1=1 --",
        ] {
            assert!(super::id::<Uuid>("id", other).is_err(), "{other:?} passed");
        }
    }

    #[test]
    fn a_mail_address_carries_no_name_and_no_second_recipient() {
        assert!(email("support_email", "service@vonk.example".to_owned()).is_ok());
        for hostile in [
            "",
            "service",
            "service@localhost",
            "Vonk <service@vonk.example>",
            "service@[127.0.0.1]",
            "\"a b\"@vonk.example",
            "a@vonk.example, b@vonk.example",
            "a@vonk.example\r\nBcc: b@vonk.example",
        ] {
            assert!(
                email("support_email", hostile.to_owned()).is_err(),
                "{hostile:?} passed"
            );
        }
    }

    #[test]
    fn a_telephone_number_is_one_or_nothing() {
        for good in ["", "+31 88 000 00 00", "(020) 794-6012"] {
            assert!(
                phone("support_phone", good.to_owned()).is_ok(),
                "{good:?} refused"
            );
        }
        for bad in ["123", "call me", "+31 88 000 00 00 00 00 00", "+31;ext=1"] {
            assert!(
                phone("support_phone", bad.to_owned()).is_err(),
                "{bad:?} passed"
            );
        }
    }

    #[test]
    fn photos_come_from_the_site_itself() {
        for good in ["/photos/", "/p/v1/"] {
            assert!(
                photo_prefix("cdn_prefix", good.to_owned()).is_ok(),
                "{good:?} refused"
            );
        }
        for bad in [
            "",
            "photos/",
            "/photos",
            "//evil.example/",
            "/\\evil.example/",
            "/../",
            "http://photos.vonk.example/",
            "https://photos.vonk.example/v1/",
            "https://user@photos.vonk.example/",
            "https://photos.vonk.example/?a=/",
            "javascript:alert(1)//",
        ] {
            assert!(
                photo_prefix("cdn_prefix", bad.to_owned()).is_err(),
                "{bad:?} passed"
            );
        }
    }

    #[test]
    fn a_list_repeats_nothing() {
        let read = |text: &str| Ok::<_, Fault>(text.to_owned());
        assert!(list("countries", vec!["NL", "BE"], read).is_ok());
        assert!(list("countries", vec!["NL", "NL"], read).is_err());
        assert!(list("countries", (0..251).collect(), Ok).is_err());
    }

    proptest! {
        #[test]
        fn a_moment_survives_the_contract(microseconds in -62_000_000_000_000_000_i64..250_000_000_000_000_000) {
            let moment = OffsetDateTime::from_unix_timestamp_nanos(i128::from(microseconds) * 1000).unwrap();
            prop_assert_eq!(super::moment("added", timestamp(moment)).unwrap(), moment);
        }

        #[test]
        fn an_impossible_moment_is_refused(seconds: i64, nanos in proptest::sample::select(vec![-1, 1_000_000_000, i32::MAX])) {
            let stamp = Timestamp { seconds, nanos };
            prop_assert!(moment("added", stamp).is_err());
        }

        #[test]
        fn whatever_passes_as_a_line_can_stand_in_a_header(text in "\\PC*|.*") {
            if let Ok(line) = line("name", text, 1..=40) {
                prop_assert!(!line.contains(['\r', '\n', '\0', '<', '>']));
            }
        }
    }
}
