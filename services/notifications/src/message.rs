//! Puts a letter into its envelope: sender, receiver and headers.

use std::time::SystemTime;

use lettre::{
    Address, Message,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
};
use time::OffsetDateTime;

use crate::letter::{Letter, one_line};

/// A letter and where it goes.
pub(crate) struct Addressed<'a> {
    pub letter: &'a Letter,
    pub to: &'a str,
    pub from_name: &'a str,
    pub from_address: &'a str,
    /// Without angle brackets; the same however often the mail is sent, so that
    /// a receiver can drop the second copy.
    pub message_id: &'a str,
    pub date: OffsetDateTime,
    /// Takes the one click of RFC 8058; none for mails the account cannot do without.
    pub unsubscribe: Option<&'a str>,
}

/// Why a mail cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unmailable {
    #[error("receiver's address is malformed")]
    Receiver,
    #[error("sender's address is malformed")]
    Sender,
    #[error("message cannot be built")]
    Content,
}

/// Builds the message.
pub(crate) fn compose(mail: &Addressed<'_>) -> Result<Message, Unmailable> {
    let to: Address = mail.to.parse().map_err(|_| Unmailable::Receiver)?;
    let from: Address = mail.from_address.parse().map_err(|_| Unmailable::Sender)?;
    let mut builder = Message::builder()
        .message_id(Some(format!("<{}>", mail.message_id)))
        .date(SystemTime::from(mail.date))
        .from(Mailbox::new(Some(one_line(mail.from_name)), from))
        .to(Mailbox::new(None, to))
        .subject(one_line(&mail.letter.subject))
        // RFC 3834: holiday replies and the like stay away.
        .raw_header(header("Auto-Submitted", "auto-generated"));
    if let Some(address) = mail.unsubscribe {
        builder = builder
            .raw_header(header(
                "List-Unsubscribe",
                &format!("<{}>", one_line(address)),
            ))
            .raw_header(header(
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click",
            ));
    }
    builder
        .multipart(MultiPart::alternative_plain_html(
            mail.letter.text.clone(),
            mail.letter.html.clone(),
        ))
        .map_err(|_| Unmailable::Content)
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn letter() -> Letter {
        Letter {
            subject: "Bevestig één adres".to_owned(),
            html: "<p>Hoi</p>".to_owned(),
            text: "Hoi".to_owned(),
        }
    }

    fn addressed(letter: &Letter) -> Addressed<'_> {
        Addressed {
            letter,
            to: "anna@example.org",
            from_name: "Vonk",
            from_address: "post@vonk.example",
            message_id: "0195@vonk.example",
            date: datetime!(2026-03-02 12:00 UTC),
            unsubscribe: None,
        }
    }

    fn headers(mail: &Addressed<'_>) -> String {
        let message = String::from_utf8(compose(mail).unwrap().formatted()).unwrap();
        message.split("\r\n\r\n").next().unwrap().to_owned()
    }

    #[test]
    fn a_mail_says_who_when_and_that_no_person_wrote_it() {
        let letter = letter();
        let headers = headers(&addressed(&letter));
        for line in [
            "Message-ID: <0195@vonk.example>",
            "Date: Mon, 02 Mar 2026 12:00:00 +0000",
            "From: Vonk <post@vonk.example>",
            "To: anna@example.org",
            "Auto-Submitted: auto-generated",
        ] {
            assert!(
                headers.lines().any(|header| header == line),
                "{line} in {headers}"
            );
        }
        assert!(!headers.contains("List-Unsubscribe"));
    }

    #[test]
    fn news_carries_the_one_click() {
        let letter = letter();
        let mail = Addressed {
            unsubscribe: Some("https://vonk.example/unsubscribe?token=abc"),
            ..addressed(&letter)
        };
        let headers = headers(&mail);
        assert!(headers.contains("List-Unsubscribe: <https://vonk.example/unsubscribe?token=abc>"));
        assert!(headers.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
    }

    #[test]
    fn nothing_filled_in_becomes_a_header() {
        let evil = "x\r\nBcc: everybody@example.org\r\n\r\nbody";
        let letter = Letter {
            subject: evil.to_owned(),
            ..letter()
        };
        let mail = Addressed {
            from_name: evil,
            unsubscribe: Some(evil),
            ..addressed(&letter)
        };
        let headers = headers(&mail);
        assert!(
            !headers
                .lines()
                .any(|line| line.to_lowercase().starts_with("bcc")),
            "{headers}"
        );
        assert_eq!(
            headers
                .lines()
                .filter(|line| line.starts_with("To:"))
                .count(),
            1
        );
    }

    #[test]
    fn a_malformed_address_is_refused() {
        let letter = letter();
        for to in [
            "",
            "anna",
            "anna@",
            "anna@example.org\r\nBcc: b@example.org",
            "anna@example.org, b@example.org",
            "anna@example.org> RCPT TO:<b@example.org",
            "anna @example.org",
        ] {
            let mail = Addressed {
                to,
                ..addressed(&letter)
            };
            assert_eq!(compose(&mail).unwrap_err(), Unmailable::Receiver, "{to:?}");
        }
        let mail = Addressed {
            from_address: "nobody",
            ..addressed(&letter)
        };
        assert_eq!(compose(&mail).unwrap_err(), Unmailable::Sender);
    }
}
