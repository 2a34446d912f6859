//! The HTTP contract: one file per `/api/*.php`.

pub(crate) mod auto_like;
pub(crate) mod chat;
pub(crate) mod chats;
pub(crate) mod companyinfo;
pub(crate) mod discountcode;
pub(crate) mod geocode;
pub(crate) mod interests;
pub(crate) mod likes;
pub(crate) mod logout;
pub(crate) mod page_hidden;
pub(crate) mod regions;
pub(crate) mod settings;
pub(crate) mod user;
pub(crate) mod webhooks;

use axum::response::IntoResponse;
use http::header;
use prost_types::Timestamp;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

/// A moment as the contract writes it: UTC, RFC 3339.
fn moment(timestamp: Option<&Timestamp>) -> Option<String> {
    let timestamp = timestamp?;
    let seconds = OffsetDateTime::from_unix_timestamp(timestamp.seconds).ok()?;
    (seconds + Duration::nanoseconds(timestamp.nanos.into()))
        .format(&Rfc3339)
        .ok()
}

/// An answer that is the same for all who ask in one language, and changes with a release: kept by
/// the browser for an hour, until the cookie that holds the language is another.
fn kept(answer: impl IntoResponse) -> impl IntoResponse {
    let rules = [
        (header::CACHE_CONTROL, "private, max-age=3600"),
        (header::VARY, "cookie"),
    ];
    (rules, answer)
}
