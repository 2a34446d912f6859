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
                gifts.price(&gift, rules).ok_or(Fault::GiftUnknown)?;
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
            Self::Gift(gift) => gifts.price(gift, rules).unwrap_or_default(),
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

/// Text without control characters and without blanks at its ends; at most `max` characters, at least
/// one of which can be seen.
fn words(text: &str, max: u32) -> Result<String, Fault> {
    let text: String = text
        .chars()
        .filter(|char| !char.is_control() || matches!(char, '\n' | '\t'))
        .collect();
    let text = text.trim();
    if !text.chars().any(can_be_seen) {
        return Err(Fault::MessageEmpty);
    }
    if text.chars().nth(max as usize).is_some() {
        return Err(Fault::MessageTooLong { max });
    }
    Ok(text.to_owned())
}

/// Neither white nor without any shape. What joins and varies others has its place among those: it
/// makes one sign of several emoji.
fn can_be_seen(char: char) -> bool {
    // Unicode's Default_Ignorable_Code_Point, and the Braille pattern without dots.
    let shapeless = matches!(char,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    !shapeless && !char.is_whitespace() && !char.is_control()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn blank_text_is_no_message() {
        for text in [
            "",
            " ",
            "\n\t \r\n",
            "\0",
            " \u{7} ",
            "\u{7} \u{7}",
            "\u{200b}",
            "\u{2060} \u{feff}\u{fe0f}",
        ] {
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
        assert_eq!(words("\u{7} abc \u{7}", 3).unwrap(), "abc");
    }

    #[test]
    fn what_joins_signs_stays_among_them() {
        for text in ["👩\u{200d}🚒", "❤\u{fe0f}", "می\u{200c}خواهم", "a\n\tb"] {
            assert_eq!(words(text, 1000).unwrap(), text);
        }
    }

    proptest! {
        #[test]
        fn text_that_is_kept_can_be_stored_and_is_kept_again(text in "\\PC*|[\\x00-\\x20a-z\\u{200b}]*") {
            if let Ok(kept) = words(&text, 1000) {
                prop_assert!(!kept.contains('\0') && kept.chars().count() <= 1000);
                prop_assert!(!kept.trim().is_empty());
                prop_assert_eq!(words(&kept, 1000).unwrap(), kept);
            }
        }
    }
}
