//! Names that members show to others.

use std::fmt;

use crate::{email::Email, fault::Fault};

const MIN: usize = 3;
const MAX: usize = 20;
/// From this many digits on a name carries a number to call.
const PHONE_DIGITS: usize = 6;

/// Characters that no name has and every injection needs. Names are shown as text
/// everywhere; this is the second lock.
const FOREIGN: [char; 17] = [
    '<', '>', ';', '{', '}', '[', ']', '\\', '/', '|', '`', '^', '~', '=', '"', '%', '$',
];

/// Places to be reached at, and beginnings of addresses.
const CONTACT: [&str; 16] = [
    "http",
    "www",
    "whatsapp",
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
    "t.me",
    "(at)",
];

/// Ends of domains that people write in names; a name may well hold another full stop.
const DOMAINS: [&str; 22] = [
    "com", "net", "org", "info", "nl", "be", "de", "fr", "pl", "uk", "ie", "dk", "se", "no", "fi",
    "es", "it", "at", "eu", "io", "me", "xxx",
];

/// The name others see: 3 to 20 characters, no contact data, not the mail address.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ProfileName(String);

impl ProfileName {
    /// Reads a name; the reasons start with `name_`.
    pub(crate) fn parse(raw: &str, email: &Email) -> Result<Self, Fault> {
        let name = raw.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.to_lowercase() == email.key() || raw.trim().to_lowercase() == email.key() {
            return Err(Fault::NameIsEmail);
        }
        if name.starts_with('@') {
            return Err(Fault::NameStartsWithAt);
        }
        let length = name.chars().count();
        if length < MIN {
            return Err(Fault::NameTooShort { min: MIN });
        }
        if length > MAX {
            return Err(Fault::NameTooLong { max: MAX });
        }
        if has_unseen(&name) || !name.chars().any(char::is_alphabetic) {
            return Err(Fault::NameInvalid);
        }
        if has_contact(&name) {
            return Err(Fault::NameHasContact);
        }
        if name.contains(FOREIGN) {
            return Err(Fault::NameInvalid);
        }
        Ok(Self(name))
    }

    /// Wraps a name that was parsed when it was stored.
    #[must_use]
    pub(crate) fn stored(name: String) -> Self {
        Self(name)
    }

    /// The name.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ProfileName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ProfileName(..)")
    }
}

/// Characters that are not seen, change the direction of others, or pile up over a line.
fn has_unseen(name: &str) -> bool {
    let unseen = |character: char| {
        character.is_control()
            || matches!(character,
                '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{3164}'
                | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{e000}'..='\u{f8ff}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{ffff}'
                | '\u{e0000}'..='\u{10ffff}')
    };
    let combining = |character: char| matches!(character, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{20d0}'..='\u{20ff}');
    let characters: Vec<char> = name.chars().collect();
    characters.iter().any(|character| unseen(*character))
        || characters
            .windows(2)
            .any(|pair| pair.iter().all(|character| combining(*character)))
}

/// A mail address, a web address, a messenger or a telephone number.
fn has_contact(name: &str) -> bool {
    let lower = name.to_lowercase();
    if lower.contains('@') || names_a_scheme(&lower) {
        return true;
    }
    if lower
        .chars()
        .filter(|character| character.is_numeric())
        .count()
        >= PHONE_DIGITS
    {
        return true;
    }
    let squeezed: String = lower
        .chars()
        .filter(|character| !matches!(character, ' ' | '_' | '-'))
        .collect();
    if CONTACT.iter().any(|word| squeezed.contains(word)) {
        return true;
    }
    // "anna.nl", "anna . com", "anna.nl/x"; not "J. de Wit".
    squeezed.split('.').skip(1).any(|after| {
        let end: String = after
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        DOMAINS.contains(&end.as_str())
    })
}

/// `https:`, `tel:06`, `javascript:x`; not `:)`.
fn names_a_scheme(name: &str) -> bool {
    let characters: Vec<char> = name.chars().collect();
    characters.windows(3).any(|three| {
        three[0].is_alphanumeric()
            && three[1] == ':'
            && (three[2].is_alphanumeric() || three[2] == '/')
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(raw: &str) -> Result<ProfileName, Fault> {
        ProfileName::parse(raw, &Email::parse("anna@example.com").unwrap())
    }

    #[test]
    fn ordinary_names_are_taken() {
        for name in [
            "Ann",
            "Anna 1985",
            "Jan-Willem",
            "J. de Wit",
            "Łucja",
            "Zoë & Bo",
            "Øyvind",
            "李小龙人",
            "twenty characters ok",
            "Sunny \u{1f31e}",
            "anna",
            "Ellen O'Neill",
            "St. Bernhard",
            "Sunny :)",
        ] {
            assert_eq!(parse(name).map(|name| name.0).ok().as_deref(), Some(name));
        }
        assert_eq!(parse("  Anna   Bo ").unwrap().as_str(), "Anna Bo");
    }

    #[test]
    fn each_refusal_has_its_own_reason() {
        use kit::Fault as _;
        for (raw, reason) in [
            ("", "name_too_short"),
            ("ab", "name_too_short"),
            ("   a    ", "name_too_short"),
            ("one and twenty letter", "name_too_long"),
            ("anna@example.com", "name_is_email"),
            (" ANNA@Example.com ", "name_is_email"),
            ("@anna", "name_starts_with_at"),
            (" @anna", "name_starts_with_at"),
            ("an@b.nl", "name_has_contact"),
            ("anna at me@", "name_has_contact"),
            ("www.anna", "name_has_contact"),
            ("http anna", "name_has_contact"),
            ("anna.nl", "name_has_contact"),
            ("anna . com", "name_has_contact"),
            ("ftp://anna", "name_has_contact"),
            ("Anna sip:an", "name_has_contact"),
            ("Anna Whats App", "name_has_contact"),
            ("tele_gram anna", "name_has_contact"),
            ("anna 06-12345678", "name_has_contact"),
            ("an 0 6 1 2 3 4", "name_has_contact"),
            ("anna ٠١٢٣٤٥", "name_has_contact"),
            ("<b>Bo</b>", "name_invalid"),
            ("Bo'); drop", "name_invalid"),
            ("123", "name_invalid"),
            ("!!!", "name_invalid"),
            ("An\u{200b}na", "name_invalid"),
            ("\u{202e}Anna", "name_invalid"),
            ("An\0na", "name_invalid"),
            ("A\u{301}\u{301}\u{301}nna", "name_invalid"),
            ("An\u{e0041}na", "name_invalid"),
        ] {
            assert_eq!(parse(raw).unwrap_err().reason(), reason, "{raw:?}");
        }
    }

    proptest! {
        #[test]
        fn what_passes_keeps_the_rules(raw in ".{0,40}") {
            if let Ok(name) = parse(&raw) {
                let length = name.as_str().chars().count();
                prop_assert!((MIN..=MAX).contains(&length));
                prop_assert!(!name.as_str().contains(|c: char| c.is_control() || c == '@'));
                prop_assert_eq!(parse(name.as_str()).unwrap(), name);
            }
        }

        #[test]
        fn a_telephone_number_never_passes(digits in "[0-9]{6,10}", between in "[ .-]?") {
            let spread: Vec<String> = digits.chars().map(String::from).collect();
            let name = format!("An {}", spread.join(&between));
            prop_assert!(parse(&name).is_err());
        }
    }
}
