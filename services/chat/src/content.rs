//! What a message says.

use proto::chat::v1::send_message_request as wire;

use crate::{fault::Fault, gift::Gifts, ids::PhotoId, site::Rules};

/// What is to be sent, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Words.
    Text(String),
    /// Id of a gift that exists.
    Gift(String),
    /// A photo that was added before.
    Photo(PhotoId),
}

impl Content {
    /// Reads what a browser sent.
    pub(crate) fn parse(
        content: Option<wire::Content>,
        rules: &Rules,
        gifts: &Gifts,
    ) -> Result<Self, Fault> {
        match content.ok_or(Fault::MessageEmpty)? {
            wire::Content::Text(text) => Ok(Self::Text(words(&text, rules.message_length)?)),
            wire::Content::Gift(gift) => {
                gifts.price(&gift).ok_or(Fault::GiftUnknown)?;
                Ok(Self::Gift(gift))
            }
            wire::Content::PhotoId(id) => {
                Ok(Self::Photo(id.parse().map_err(|_| Fault::PhotoUnknown)?))
            }
        }
    }

    /// What it costs in credits where nothing is free.
    pub(crate) fn price(&self, rules: &Rules, gifts: &Gifts) -> u32 {
        match self {
            Self::Text(_) => rules.text_price,
            Self::Gift(gift) => gifts.price(gift).unwrap_or_default(),
            Self::Photo(_) => rules.photo_price,
        }
    }

    /// The word for it in events.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Gift(_) => "gift",
            Self::Photo(_) => "photo",
        }
    }
}

/// Text without what cannot be seen or stored; at least one and at most `max` characters.
fn words(text: &str, max: u32) -> Result<String, Fault> {
    let text: String = text
        .trim()
        .chars()
        .filter(|char| !char.is_control() || matches!(char, '\n' | '\t'))
        .collect();
    if text.is_empty() {
        return Err(Fault::MessageEmpty);
    }
    if text.chars().nth(max as usize).is_some() {
        return Err(Fault::MessageTooLong { max });
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn blank_text_is_no_message() {
        for text in ["", " ", "\n\t \r\n", "\0", " \u{7} "] {
            assert!(
                matches!(words(text, 1000), Err(Fault::MessageEmpty)),
                "{text:?}"
            );
        }
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(words("éé🌹", 3).unwrap(), "éé🌹");
        assert!(matches!(
            words("abcd", 3),
            Err(Fault::MessageTooLong { max: 3 })
        ));
        // What is cut off at the ends does not count.
        assert_eq!(words("  abc\n", 3).unwrap(), "abc");
    }

    proptest! {
        #[test]
        fn text_that_is_kept_can_be_stored_and_is_kept_again(text in "\\PC*|[\\x00-\\x20a-z]*") {
            if let Ok(kept) = words(&text, 1000) {
                prop_assert!(!kept.contains('\0') && kept.chars().count() <= 1000);
                prop_assert!(!kept.is_empty());
            }
        }
    }
}
