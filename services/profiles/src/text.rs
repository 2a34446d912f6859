//! Free text about oneself: readable, and without a way to be reached elsewhere.

use crate::fault::Fault;

/// Characters.
pub(crate) const ABOUT: usize = 1000;
/// Characters of a name.
const NAME: std::ops::RangeInclusive<usize> = 3..=20;

/// So many digits in one run are a telephone number; a year, a height or an age has fewer.
const PHONE_DIGITS: usize = 8;

/// Places to be reached at, and beginnings of addresses.
const CONTACT: [&str; 18] = [
    "http",
    "www.",
    "whatsapp",
    "whats app",
    "watsapp",
    "whatsap",
    "telegram",
    "snapchat",
    "instagram",
    "onlyfans",
    "facebook",
    "tiktok",
    "skype",
    "discord",
    "wa.me",
    "t.me/",
    "(at)",
    "[at]",
];

/// Ends of domains that people write in texts.
const DOMAINS: [&str; 20] = [
    "com", "net", "org", "info", "nl", "be", "de", "fr", "pl", "uk", "ie", "dk", "se", "no", "fi",
    "es", "it", "at", "eu", "io",
];

/// The text about oneself: at most 1,000 characters, no contact data; may be empty.
pub(crate) fn about(raw: &str) -> Result<String, Fault> {
    let field = "about";
    let text = raw.replace("\r\n", "\n").trim().to_owned();
    if text.chars().count() > ABOUT {
        return Err(Fault::TextTooLong { field, max: ABOUT });
    }
    if text.chars().any(|c| c != '\n' && hidden(c)) {
        return Err(Fault::ValueInvalid { field });
    }
    if has_contact(&text) {
        return Err(Fault::HasContact { field });
    }
    Ok(text)
}

/// The name of a profile that no account made: 3 to 20 characters.
pub(crate) fn name(raw: &str) -> Result<String, Fault> {
    let field = "name";
    let name = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    let fits = NAME.contains(&name.chars().count());
    if !fits || name.starts_with('@') || name.chars().any(|c| hidden(c) || matches!(c, '<' | '>')) {
        return Err(Fault::ValueInvalid { field });
    }
    if has_contact(&name) {
        return Err(Fault::HasContact { field });
    }
    Ok(name)
}

/// Characters that act instead of showing: controls, marks of direction, what has no width.
fn hidden(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200c}' | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
                | '\u{e000}'..='\u{f8ff}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{10ffff}'
        )
}

/// A mail address, a web address, a messenger or a telephone number.
#[must_use]
pub(crate) fn has_contact(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains('@')
        || CONTACT.iter().any(|word| lower.contains(word))
        || has_phone(&lower)
        || has_domain(&lower)
}

/// Digits that only spaces and the usual marks part.
fn has_phone(text: &str) -> bool {
    let mut digits = 0;
    for character in text.chars() {
        if character.is_numeric() {
            digits += 1;
            if digits >= PHONE_DIGITS {
                return true;
            }
        } else if !matches!(character, ' ' | '-' | '.' | '(' | ')' | '+') {
            digits = 0;
        }
    }
    false
}

/// `anna.nl`, `anna . com`; not the end of a sentence before a capital or a word.
fn has_domain(text: &str) -> bool {
    let squeezed = text.replace(" . ", ".").replace(" .", ".");
    let words: Vec<&str> = squeezed.split('.').collect();
    words.windows(2).any(|pair| {
        let before = pair[0].ends_with(|c: char| c.is_ascii_alphanumeric());
        let end: String = pair[1]
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        before && DOMAINS.contains(&end.as_str())
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_about_oneself_is_kept_as_it_is() {
        for text in [
            "",
            "Ik ben Anna, 34 jaar, 1.72 m. Ik hou van wandelen en koken!",
            "Born in 1990, moved in 2015. It was fun.\n\nTwo cats: Mia & Leo.",
            "Ich mag Filme (besonders von 2010/2011), Wein u.\u{a0}a. \u{1f600}",
        ] {
            assert_eq!(about(text).unwrap(), text);
        }
        assert_eq!(about("  a\r\nb  ").unwrap(), "a\nb");
    }

    #[test]
    fn a_way_to_be_reached_elsewhere_is_refused() {
        for text in [
            "mail anna@example.com",
            "anna at sunny.nl",
            "anna . com",
            "https://sunny.example",
            "www.sunny",
            "add me on WhatsApp",
            "telegram: sunny",
            "06 12 34 56 78",
            "+31-6-12345678",
            "06.12.34.56.78",
            "\u{0660}\u{0661}\u{0662}\u{0663}\u{0664}\u{0665}\u{0666}\u{0667}",
            "sunny(at)home",
        ] {
            assert!(
                matches!(about(text), Err(Fault::HasContact { .. })),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_text_is_short_and_shows_what_it_is() {
        assert!(about(&"ø".repeat(1000)).is_ok());
        assert!(matches!(
            about(&"ø".repeat(1001)),
            Err(Fault::TextTooLong { max: 1000, .. })
        ));
        for text in [
            "a\0b",
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{e0041}b",
            "a\u{1b}[31m",
        ] {
            assert!(
                matches!(about(text), Err(Fault::ValueInvalid { .. })),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_name_is_a_name() {
        assert_eq!(name(" Sunny  Day ").unwrap(), "Sunny Day");
        for bad in [
            "",
            "ab",
            "@anna",
            "a".repeat(21).as_str(),
            "<b>anna",
            "anna.com",
            "0612345678",
        ] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_judged_and_what_passes_passes_again(text in "\\PC{0,40}|.{0,40}") {
            if let Ok(once) = about(&text) {
                prop_assert_eq!(about(&once).unwrap(), once);
            }
        }
    }
}
