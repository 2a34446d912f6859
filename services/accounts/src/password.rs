//! Passwords: which are good enough.

use kit::Secret;
use secrecy::ExposeSecret as _;
use zxcvbn::Score;

use crate::fault::Fault;

const MIN: usize = 12;
const MAX: usize = 256;

/// A password somebody typed. Never shown, never stored; gone from memory when dropped.
#[derive(Clone, Debug)]
pub(crate) struct Password(Secret);

impl Password {
    /// Takes a new password: 12 to 256 characters, any of them.
    pub(crate) fn new(raw: String) -> Result<Self, Fault> {
        let length = raw.chars().count();
        let password = Self::typed(raw);
        if length < MIN {
            return Err(Fault::PasswordTooShort { min: MIN });
        }
        if length > MAX {
            return Err(Fault::PasswordTooLong { max: MAX });
        }
        Ok(password)
    }

    /// Takes a password to be compared with the stored one, whatever the rules were then.
    #[must_use]
    pub(crate) fn typed(raw: String) -> Self {
        Self(raw.into())
    }

    /// More than any password has; comparing it would only cost time.
    #[must_use]
    pub(crate) fn is_absurd(&self) -> bool {
        self.0.expose_secret().chars().count() > MAX
    }

    /// Whether an attacker who knows common passwords and `about` (the member's own
    /// words) guesses it in fewer than about 10^8 tries. Takes milliseconds: not for
    /// an async thread.
    #[must_use]
    pub(crate) fn is_guessable(&self, about: &[String]) -> bool {
        let about: Vec<&str> = about.iter().map(String::as_str).collect();
        zxcvbn::zxcvbn(self.0.expose_secret(), &about).score() < Score::Three
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn new(raw: &str) -> Result<Password, Fault> {
        Password::new(raw.to_owned())
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert!(matches!(
            new(&"é".repeat(11)),
            Err(Fault::PasswordTooShort { min: 12 })
        ));
        assert!(new(&"é".repeat(12)).is_ok());
        assert!(new(&"é".repeat(256)).is_ok());
        assert!(matches!(
            new(&"é".repeat(257)),
            Err(Fault::PasswordTooLong { max: 256 })
        ));
    }

    #[test]
    fn any_character_will_do() {
        for raw in [
            "correct horse \0 battery",
            "\u{202e}staple \u{1f600} zebra",
            "'; drop table x; --",
        ] {
            assert!(new(raw).is_ok());
        }
    }

    #[test]
    fn common_and_personal_passwords_are_guessable() {
        let about = [
            "anna.jansen@example.com".to_owned(),
            "anna.jansen".to_owned(),
            "Sunnybee".to_owned(),
        ];
        for raw in [
            "passwordpassword",
            "123456789012",
            "qwertyuiop12",
            "aaaaaaaaaaaaaa",
            "iloveyou1234",
            "anna.jansen1",
            "Sunnybee1990",
            "anna.jansen@example.com",
        ] {
            assert!(new(raw).unwrap().is_guessable(&about), "{raw}");
        }
        for raw in [
            "tulip-anchor-violin-92",
            "Vq7#fm2!Lz0p",
            "een lange zin over kamelen",
        ] {
            assert!(!new(raw).unwrap().is_guessable(&about), "{raw}");
        }
    }

    #[test]
    fn a_password_never_shows() {
        assert!(!format!("{:?}", Password::typed("tulip-anchor".to_owned())).contains("tulip"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_text_is_judged(raw in ".{0,60}", about in ".{0,30}") {
            let _ = Password::typed(raw.clone()).is_guessable(&[about, raw]);
        }
    }
}
