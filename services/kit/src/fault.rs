//! Failures as the caller sees them: a code and a stable reason word.

use std::collections::HashMap;

use tonic::{Code, Response, Status};
use tonic_types::{ErrorDetails, StatusExt};

const DOMAIN: &str = "vonk";

/// A failure with a code and a reason word that is documented in `proto/`.
///
/// The error's own text is for our logs; it never leaves the service.
pub trait Fault: std::error::Error {
    /// Class of the failure.
    fn code(&self) -> Code;

    /// Stable word that callers may branch on.
    fn reason(&self) -> &'static str;

    /// Values that belong to the reason, for example `("minutes", "15")`.
    fn details(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// Turns a handler's outcome into gRPC's, logging what is our own fault, once.
pub fn reply<T>(outcome: Result<T, impl Fault>) -> Result<Response<T>, Status> {
    outcome.map(Response::new).map_err(|fault| {
        if matches!(
            fault.code(),
            Code::Internal | Code::Unknown | Code::Unavailable
        ) {
            tracing::error!(
                error = causes(&fault),
                reason = fault.reason(),
                "call failed"
            );
        }
        status(fault.code(), fault.reason(), fault.details())
    })
}

/// An error with its causes, on one line.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// A status with a reason word.
pub fn status(
    code: Code,
    reason: &'static str,
    details: impl IntoIterator<Item = (&'static str, String)>,
) -> Status {
    let metadata: HashMap<String, String> = details
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    Status::with_error_details(
        code,
        reason,
        ErrorDetails::with_error_info(reason, DOMAIN, metadata),
    )
}

/// The reason word of a failed call, when it carries one of ours.
#[must_use]
pub fn reason(status: &Status) -> Option<String> {
    status
        .get_details_error_info()
        .filter(|info| info.domain == DOMAIN)
        .map(|info| info.reason)
}

/// A value that belongs to the reason of a failed call.
#[must_use]
pub fn detail(status: &Status, key: &str) -> Option<String> {
    status.get_details_error_info()?.metadata.remove(key)
}

/// Everything that belongs to the reason of a failed call.
#[must_use]
pub fn details(status: &Status) -> HashMap<String, String> {
    status
        .get_details_error_info()
        .map(|info| info.metadata)
        .unwrap_or_default()
}

/// Lets the database refuse: a violated constraint becomes a fault.
pub trait OnConstraint<T> {
    /// Answers `fault` when the constraint or unique index `name` was violated.
    fn on_constraint<F: From<sqlx::Error>>(self, name: &str, fault: F) -> Result<T, F>;
}

impl<T> OnConstraint<T> for Result<T, sqlx::Error> {
    fn on_constraint<F: From<sqlx::Error>>(self, name: &str, fault: F) -> Result<T, F> {
        self.map_err(|error| match &error {
            sqlx::Error::Database(refusal) if refusal.constraint() == Some(name) => fault,
            _ => error.into(),
        })
    }
}
