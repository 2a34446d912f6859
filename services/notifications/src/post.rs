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
        Some(code) => judge_code(code.into()),
        None if error.is_timeout() => Refusal::Later("timeout".to_owned()),
        None if error.is_tls() => Refusal::Later("tls".to_owned()),
        None if error.is_response() => Refusal::Later("response".to_owned()),
        None if error.is_client() => Refusal::Later("client".to_owned()),
        None => Refusal::Later("connection".to_owned()),
    }
}

/// What a mail server's answer means (RFC 5321, 4.2).
fn judge_code(code: u16) -> Refusal {
    let word = format!("smtp_{code}");
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
        for code in [550, 551, 553, 556] {
            assert!(
                matches!(
                    judge_code(code),
                    Refusal::Never {
                        bad_address: true,
                        ..
                    }
                ),
                "{code}"
            );
        }
        for code in [552, 554, 555] {
            assert!(
                matches!(
                    judge_code(code),
                    Refusal::Never {
                        bad_address: false,
                        ..
                    }
                ),
                "{code}"
            );
        }
    }

    #[test]
    fn what_is_temporary_or_our_own_fault_is_tried_again() {
        for code in [421, 450, 451, 452, 454, 500, 502, 521, 530, 535, 538] {
            assert_eq!(judge_code(code), Refusal::Later(format!("smtp_{code}")));
        }
    }

    #[test]
    fn headers_are_unfolded() {
        let headers = headers(b"A: one\r\n two\r\nB: x: y\r\n\r\nC: body");
        assert_eq!(headers, serde_json::json!({ "A": "one two", "B": "x: y" }));
    }
}
