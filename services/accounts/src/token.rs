//! Secret tokens: of sessions, devices and mailed links. Only their hashes are stored.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::Chance;
use sha2::{Digest as _, Sha256};

/// 256 random bits.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; 32]);

impl Token {
    /// A fresh one.
    #[must_use]
    pub(crate) fn mint(chance: &Chance) -> Self {
        Self(chance.bytes())
    }

    /// Reads a token as the outside holds it; none when it cannot be one.
    #[must_use]
    pub(crate) fn parse(text: &str) -> Option<Self> {
        URL_SAFE_NO_PAD.decode(text).ok()?.try_into().ok().map(Self)
    }

    /// What the outside keeps: base64url.
    #[must_use]
    pub(crate) fn reveal(&self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }

    /// What is stored and looked up. A plain hash is enough for 256 random bits, and a
    /// look-up by it tells nothing by its timing.
    #[must_use]
    pub(crate) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0).to_vec()
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_token_survives_the_way_out_and_back() {
        let token = Token::mint(&Chance::seeded(7));
        assert_eq!(Token::parse(&token.reveal()), Some(token.clone()));
        assert_eq!(token.reveal().len(), 43);
        assert_eq!(format!("{token:?}"), "Token(..)");
        assert_ne!(token.hash(), token.0);
    }

    #[test]
    fn what_is_no_token_is_none() {
        let padded = format!("{}=", Token([7; 32]).reveal());
        for text in [
            "",
            "x",
            &"A".repeat(42),
            &"A".repeat(44),
            &padded,
            &"é".repeat(43),
            &"/".repeat(43),
        ] {
            assert_eq!(Token::parse(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn one_token_has_one_text(text in "[A-Za-z0-9_-]{43}") {
            if let Some(token) = Token::parse(&text) {
                prop_assert_eq!(token.reveal(), text);
            }
        }
    }
}
