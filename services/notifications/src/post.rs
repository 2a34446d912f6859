//! Hands a message over: to a mail server, or in a demonstration to the mailbox.

use std::time::Duration;

use anyhow::Context as _;
use kit::{Db, MemberId};
use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    transport::smtp::{Error as SmtpError, PoolConfig},
};
use secrecy::ExposeSecret as _;
use time::OffsetDateTime;

use crate::{
    config::{Config, Delivery},
    letter::Letter,
    store::{
        mail_jobs::Request,
        mailbox::{self, Mail},
    },
};

/// The way out.
#[derive(Clone, Debug)]
pub(crate) enum Post {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Mailbox(Db),
}

/// A message and what the mailbox shows of it.
pub(crate) struct Parcel<'a> {
    pub request: &'a Request,
    pub to: &'a str,
    pub letter: &'a Letter,
    pub message: Message,
    pub date: OffsetDateTime,
}

/// Why a message was not taken. The word is ours: a mail server's own text
/// quotes the address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// May work later.
    Later(String),
    /// Will never work.
    Never {
        word: String,
        /// The address itself is the reason.
        bad_address: bool,
    },
}

impl Post {
    /// Prepares the way out; connects to nothing yet.
    pub(crate) fn open(config: &Config, delivery: &Delivery, db: &Db) -> anyhow::Result<Self> {
        let Delivery::Smtp(url) = delivery else {
            return Ok(Self::Mailbox(db.clone()));
        };
        // The error could quote the password.
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.expose_secret())
            .ok()
            .context("smtp_url is malformed")?;
        let pool = PoolConfig::new()
            .max_size(config.smtp_connections)
            .idle_timeout(Duration::from_mins(1));
        let transport = builder
            .timeout(Some(Duration::from_secs(config.smtp_timeout_seconds)))
            .pool_config(pool)
            .build();
        Ok(Self::Smtp(transport))
    }

    /// Hands a message over; Ok means that the other side took it upon itself.
    pub(crate) async fn hand_over(&self, parcel: Parcel<'_>) -> Result<(), Refusal> {
        match self {
            Self::Smtp(transport) => transport
                .send(parcel.message)
                .await
                .map(drop)
                .map_err(|error| judge(&error)),
            Self::Mailbox(db) => keep(db, parcel).await,
        }
    }
}

async fn keep(db: &Db, parcel: Parcel<'_>) -> Result<(), Refusal> {
    let member: MemberId = parcel.request.member;
    let mail = Mail {
        id: parcel.request.id.get(),
        to: parcel.to.to_owned(),
        kind: parcel.request.kind,
        subject: parcel.letter.subject.clone(),
        text: parcel.letter.text.clone(),
        html: parcel.letter.html.clone(),
        headers: headers(&parcel.message.formatted()),
        received_at: parcel.date,
    };
    mailbox::insert(db.pool(), member, &mail)
        .await
        .map_err(|_| Refusal::Later("mailbox".to_owned()))
}

/// The headers of a message as a JSON object, long ones unfolded.
fn headers(message: &[u8]) -> serde_json::Value {
    let text = String::from_utf8_lossy(message);
    let head = text
        .split("\r\n\r\n")
        .next()
        .unwrap_or_default()
        .replace("\r\n ", " ");
    let pairs = head.lines().filter_map(|line| line.split_once(": "));
    pairs
        .map(|(name, value)| (name, value.to_owned()))
        .collect()
}

fn judge(error: &SmtpError) -> Refusal {
    match error.status() {
        Some(code) => {
            // What the mail server says besides: not for the log, it quotes the address.
            let said = std::error::Error::source(error).map(ToString::to_string);
            judge_reply(code.into(), &said.unwrap_or_default())
        }
        None if error.is_timeout() => Refusal::Later("timeout".to_owned()),
        None if error.is_tls() => Refusal::Later("tls".to_owned()),
        None if error.is_response() => Refusal::Later("response".to_owned()),
        None if error.is_client() => Refusal::Later("client".to_owned()),
        None => Refusal::Later("connection".to_owned()),
    }
}

/// What a mail server's answer means (RFC 5321, 4.2), by its code and by the enhanced one with
/// which its text may begin (RFC 3463).
fn judge_reply(code: u16, said: &str) -> Refusal {
    let word = format!("smtp_{code}");
    match (code, enhanced(said)) {
        // Policy: a sender that is listed or not signed. An operator's matter, not the member's.
        (505..=599, Some((7, _))) => Refusal::Later(word),
        // Something about the mail or the way, where the address alone would be at fault.
        (550 | 551 | 553 | 556, Some(subject)) if !is_mailbox(subject) => Refusal::Never {
            word,
            bad_address: false,
        },
        (code, _) => judge_code(code, word),
    }
}

/// Subject and detail of an enhanced code of class 5.
fn enhanced(said: &str) -> Option<(u16, u16)> {
    let code = said.split_whitespace().next()?.strip_prefix("5.")?;
    let (subject, detail) = code.split_once('.')?;
    Some((subject.parse().ok()?, detail.parse().ok()?))
}

/// The address is wrong, or its mailbox closed.
fn is_mailbox((subject, detail): (u16, u16)) -> bool {
    subject == 1 || (subject, detail) == (2, 1)
}

fn judge_code(code: u16, word: String) -> Refusal {
    match code {
        // Our own login or setup is wrong: an operator's matter, not the member's.
        500..=504 | 521 | 530..=538 => Refusal::Later(word),
        550 | 551 | 553 | 556 => Refusal::Never {
            word,
            bad_address: true,
        },
        505..=599 => Refusal::Never {
            word,
            bad_address: false,
        },
        _ => Refusal::Later(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_address_is_final() {
        for (code, said, blamed) in [
            (550, "", true),
            (551, "user not local", true),
            (553, "5.1.3 Bad address", true),
            (556, "5.1.10 Null MX", true),
            (550, "5.1.1 <anna@example.org>: unknown", true),
            (550, "5.2.1 Account is disabled", true),
            (550, "5.4.1 Access denied", false),
            (550, "5.6.0 What a mail", false),
            (552, "5.2.2 Over quota", false),
            (554, "", false),
            (555, "", false),
        ] {
            let refusal = Refusal::Never {
                word: format!("smtp_{code}"),
                bad_address: blamed,
            };
            assert_eq!(judge_reply(code, said), refusal, "{code} {said}");
        }
    }

    #[test]
    fn a_sender_that_is_listed_blames_no_address() {
        for (code, said) in [
            (550, "5.7.26 This mail is unauthenticated"),
            (550, "5.7.1 [192.0.2.1] is listed"),
            (554, "5.7.1 Service unavailable"),
            (553, "5.7.0 no"),
        ] {
            let refusal = Refusal::Later(format!("smtp_{code}"));
            assert_eq!(judge_reply(code, said), refusal, "{code} {said}");
        }
    }

    #[test]
    fn an_enhanced_code_stands_first() {
        assert_eq!(enhanced("5.7.26 x"), Some((7, 26)));
        for said in ["", "no 5.7.1", "4.7.1 x", "5.7", "5.x.1 y", "15.7.1"] {
            assert_eq!(enhanced(said), None, "{said}");
        }
    }

    #[test]
    fn what_is_temporary_or_our_own_fault_is_tried_again() {
        for code in [421, 450, 451, 452, 454, 500, 502, 521, 530, 535, 538] {
            assert_eq!(
                judge_reply(code, ""),
                Refusal::Later(format!("smtp_{code}"))
            );
        }
    }

    #[test]
    fn headers_are_unfolded() {
        let headers = headers(b"A: one\r\n two\r\nB: x: y\r\n\r\nC: body");
        assert_eq!(headers, serde_json::json!({ "A": "one two", "B": "x: y" }));
    }
}
