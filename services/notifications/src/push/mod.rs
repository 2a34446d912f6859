//! Web push (RFC 8030): hands a sealed message to the browser's push service.

mod address;
pub(crate) mod key;
pub(crate) mod message;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use reqwest::{
    Client, StatusCode,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER},
    redirect,
};
use time::{OffsetDateTime, format_description::well_known::Rfc2822};

use self::address::Outside;
use crate::endpoint::{Endpoint, PushHosts};

/// How long a push service keeps a push for a browser that is away.
pub(crate) const TTL: Duration = Duration::from_hours(24);

/// Longest pause that a push service may ask for.
const LONGEST_PAUSE: Duration = TTL;

/// A sealed message and what the push service needs to know of it.
#[derive(Clone)]
pub(crate) struct Envelope {
    pub sealed: Vec<u8>,
    pub authorization: String,
    /// A later push with the same topic takes the place of one that still waits.
    pub topic: String,
    /// `high` wakes a sleeping phone, `normal` does not (RFC 8030, 5.3).
    pub urgency: &'static str,
}

impl std::fmt::Debug for Envelope {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Envelope { .. }")
    }
}

/// Why a push was not taken; the word is ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// The browser takes none any more.
    Gone,
    /// May work later, not before the pause that was asked for.
    Later {
        word: String,
        pause: Option<Duration>,
    },
    /// This one will never work.
    Never(String),
}

impl Refusal {
    /// May work later.
    pub(crate) fn later(word: &str) -> Self {
        Self::Later {
            word: word.to_owned(),
            pause: None,
        }
    }
}

/// The way to the push services.
#[derive(Clone, Debug)]
pub(crate) struct Courier {
    client: Client,
}

impl Courier {
    /// Prepares a way that leads outside only: to public addresses, without a proxy, and never on
    /// to where an answer points.
    pub(crate) fn open(hosts: &PushHosts, timeout: Duration) -> anyhow::Result<Self> {
        let client = Client::builder()
            .no_proxy()
            .redirect(redirect::Policy::none())
            .https_only(!hosts.loopback())
            .dns_resolver(Arc::new(Outside {
                loopback: hosts.loopback(),
            }))
            .timeout(timeout)
            .connect_timeout(timeout)
            .pool_idle_timeout(Duration::from_mins(1))
            .build()
            .context("HTTP client of pushes")?;
        Ok(Self { client })
    }

    /// Hands a push over; Ok means that the push service took it upon itself.
    pub(crate) async fn hand_over(
        &self,
        endpoint: &Endpoint,
        envelope: Envelope,
        now: OffsetDateTime,
    ) -> Result<(), Refusal> {
        let answer = self
            .client
            .post(endpoint.as_str())
            .header("TTL", TTL.as_secs())
            .header("Topic", envelope.topic)
            .header("Urgency", envelope.urgency)
            .header(AUTHORIZATION, envelope.authorization)
            .header(CONTENT_ENCODING, "aes128gcm")
            .header(CONTENT_TYPE, "application/octet-stream")
            .body(envelope.sealed)
            .send()
            .await;
        // The body of an answer is never read: it can be as long as a stranger likes.
        match answer {
            Ok(answer) => judge(answer.status(), answer.headers(), now),
            Err(error) if error.is_timeout() => Err(Refusal::later("timeout")),
            Err(error) if error.is_connect() => Err(Refusal::later("connection")),
            Err(error) if error.is_builder() => Err(Refusal::Never("request".to_owned())),
            Err(_) => Err(Refusal::later("exchange")),
        }
    }
}

/// What a push service's answer means (RFC 8030, 5 and 8.4).
fn judge(status: StatusCode, headers: &HeaderMap, now: OffsetDateTime) -> Result<(), Refusal> {
    let word = || format!("http_{}", status.as_u16());
    match status.as_u16() {
        200..=299 => Ok(()),
        404 | 410 => Err(Refusal::Gone),
        // Our signature or our key: an operator's matter, not the browser's.
        401 | 403 | 408 | 425 | 429 | 500..=599 => Err(Refusal::Later {
            word: word(),
            pause: pause(headers, now),
        }),
        _ => Err(Refusal::Never(word())),
    }
}

/// `Retry-After`, in seconds or as a date.
fn pause(headers: &HeaderMap, now: OffsetDateTime) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let asked = if let Ok(seconds) = text.parse() {
        Duration::from_secs(seconds)
    } else {
        let until = OffsetDateTime::parse(text, &Rfc2822).ok()?;
        Duration::try_from(until - now).unwrap_or_default()
    };
    Some(asked.min(LONGEST_PAUSE))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    const NOW: OffsetDateTime = datetime!(2026-03-02 12:00 UTC);

    fn judged(status: u16, retry_after: Option<&str>) -> Result<(), Refusal> {
        let mut headers = HeaderMap::new();
        if let Some(text) = retry_after {
            headers.insert(RETRY_AFTER, text.parse().unwrap());
        }
        judge(StatusCode::from_u16(status).unwrap(), &headers, NOW)
    }

    fn later(status: u16, seconds: Option<u64>) -> Result<(), Refusal> {
        Err(Refusal::Later {
            word: format!("http_{status}"),
            pause: seconds.map(Duration::from_secs),
        })
    }

    #[test]
    fn answers_mean_what_the_rfc_says() {
        for status in [200, 201, 202, 204] {
            assert_eq!(judged(status, None), Ok(()));
        }
        for status in [404, 410] {
            assert_eq!(judged(status, None), Err(Refusal::Gone));
        }
        for status in [401, 403, 408, 429, 500, 502, 503] {
            assert_eq!(judged(status, None), later(status, None));
        }
        for status in [301, 302, 307, 308, 400, 405, 413, 418] {
            let never = Err(Refusal::Never(format!("http_{status}")));
            assert_eq!(judged(status, None), never);
        }
    }

    #[test]
    fn a_pause_is_kept_within_reason() {
        assert_eq!(judged(429, Some("120")), later(429, Some(120)));
        assert_eq!(judged(503, Some("0")), later(503, Some(0)));
        let date = "Mon, 02 Mar 2026 12:05:00 GMT";
        assert_eq!(judged(429, Some(date)), later(429, Some(300)));
        let past = "Mon, 02 Mar 2026 11:00:00 GMT";
        assert_eq!(judged(429, Some(past)), later(429, Some(0)));
        assert_eq!(judged(429, Some("99999999999")), later(429, Some(86_400)));
        assert_eq!(judged(429, Some("soon")), later(429, None));
        assert_eq!(judged(429, Some("-5")), later(429, None));
    }

    #[test]
    fn an_envelope_shows_nothing_in_debug_text() {
        let envelope = Envelope {
            sealed: vec![1],
            authorization: "canary".to_owned(),
            topic: "canary".to_owned(),
            urgency: "high",
        };
        assert_eq!(format!("{envelope:?}"), "Envelope { .. }");
    }
}
