//! The HTTP contract: one file per `/api/*.php`.

pub(crate) mod companyinfo;
pub(crate) mod logout;
pub(crate) mod page_hidden;
pub(crate) mod settings;
pub(crate) mod user;

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
