//! Failures as the browser sees them: `{"error": {"code", "message", ...}}` and an HTTP status.

use std::collections::HashMap;

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Map, Value, json};
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, StatusExt};

/// A refused or failed call.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    code: String,
    message: &'static str,
    details: Map<String, Value>,
    retry_after_seconds: Option<u64>,
}

impl Refusal {
    /// A refusal with a word the client may branch on and a sentence for developers.
    pub(crate) fn new(status: StatusCode, code: &str, message: &'static str) -> Self {
        Self {
            status,
            code: code.to_owned(),
            message,
            details: Map::new(),
            retry_after_seconds: None,
        }
    }

    /// Adds a value that belongs to the code.
    pub(crate) fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.details.insert(key.to_owned(), value.into());
        self
    }

    /// Tells when another try makes sense.
    pub(crate) fn after(mut self, seconds: u64) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    /// A field of the request is missing, unknown, of the wrong type or out of bounds.
    pub(crate) fn field(field: &str, problem: &'static str) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "field_invalid",
            "a field of the request is refused",
        )
        .with("field", field)
        .with("problem", problem)
    }

    /// Nothing answers here.
    pub(crate) fn not_found() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "not_found",
            "there is nothing at this address",
        )
    }

    /// The call needs a logged-in member.
    pub(crate) fn login_needed() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "authentication_required",
            "log in first",
        )
    }

    /// Too many calls of one member or network.
    pub(crate) fn too_many(seconds: u64) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limited", "slow down")
            .with("seconds", seconds)
            .after(seconds)
    }

    /// A part of ours is away for the moment.
    pub(crate) fn away() -> Self {
        Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "try again shortly",
        )
        .after(1)
    }

    /// Something of ours broke; the cause is in the log.
    pub(crate) fn internal() -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "something went wrong here",
        )
    }

    /// The same refusal as a gRPC status, for `/rpc/`.
    pub(crate) fn into_status(self) -> Status {
        let code = match self.status {
            StatusCode::BAD_REQUEST => Code::InvalidArgument,
            StatusCode::FORBIDDEN => Code::PermissionDenied,
            StatusCode::NOT_FOUND => Code::NotFound,
            StatusCode::TOO_MANY_REQUESTS => Code::ResourceExhausted,
            StatusCode::SERVICE_UNAVAILABLE => Code::Unavailable,
            StatusCode::GATEWAY_TIMEOUT => Code::DeadlineExceeded,
            _ => Code::Internal,
        };
        let details = self.details.into_iter().map(|(key, value)| match value {
            Value::String(text) => (key, text),
            other => (key, other.to_string()),
        });
        Status::with_error_details(
            code,
            self.message,
            ErrorDetails::with_error_info(self.code, "vonk", details.collect::<HashMap<_, _>>()),
        )
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut error = Map::new();
        error.insert("code".to_owned(), Value::from(self.code.as_str()));
        error.insert("message".to_owned(), Value::from(self.message));
        error.extend(self.details);
        let mut body = json!({ "error": error });
        if self.code == "authentication_required" {
            body["authentication_required"] = Value::Bool(true);
        }
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after_seconds {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Translates a peer's failure: its reason word is the code, its gRPC class the status.
impl From<Status> for Refusal {
    fn from(status: Status) -> Self {
        let Some(reason) = kit::fault::reason(&status) else {
            return unexplained(&status);
        };
        match reason.as_str() {
            "not_logged_in" | "session_unknown" => return Self::login_needed(),
            "login_failed" => {
                return Self::new(StatusCode::UNAUTHORIZED, "login_failed", "wrong login");
            }
            "login_blocked" => return blocked(&status),
            _ => {}
        }
        let http = match status.code() {
            Code::InvalidArgument | Code::OutOfRange => StatusCode::BAD_REQUEST,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::AlreadyExists | Code::Aborted | Code::FailedPrecondition => StatusCode::CONFLICT,
            Code::PermissionDenied => StatusCode::FORBIDDEN,
            Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
            _ => return unexplained(&status),
        };
        let mut refusal = Self::new(http, &reason, "the request was refused");
        for (key, value) in kit::fault::details(&status) {
            refusal = match value.parse::<u64>() {
                Ok(number) => refusal.with(&key, number),
                Err(_) => refusal.with(&key, value),
            };
        }
        refusal
    }
}

fn blocked(status: &Status) -> Refusal {
    let minutes = kit::fault::detail(status, "minutes")
        .and_then(|text| text.parse().ok())
        .unwrap_or(15_u64);
    Refusal::new(
        StatusCode::TOO_MANY_REQUESTS,
        "login_blocked",
        "too many failed logins",
    )
    .with("minutes", minutes)
    .after(minutes.saturating_mul(60))
}

/// A failure without a word for the caller: ours or the network's.
fn unexplained(status: &Status) -> Refusal {
    match status.code() {
        Code::Unavailable | Code::Cancelled => {
            tracing::warn!(code = ?status.code(), "a peer does not answer");
            Refusal::away()
        }
        Code::DeadlineExceeded => {
            tracing::warn!("a peer answers too late");
            Refusal::new(StatusCode::GATEWAY_TIMEOUT, "timeout", "try again shortly")
        }
        code => {
            // The text of a peer's failure may name a person: only its class is logged here.
            tracing::error!(?code, "a peer failed");
            Refusal::internal()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn body(refusal: Refusal) -> Value {
        let body = refusal.into_response().into_body();
        let bytes = axum::body::to_bytes(body, 10_000).await.unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    fn status(code: Code, reason: &'static str, details: &[(&'static str, &str)]) -> Status {
        let details = details
            .iter()
            .map(|(key, value)| (*key, (*value).to_owned()));
        kit::fault::status(code, reason, details.collect::<Vec<_>>())
    }

    #[test]
    fn reasons_have_their_http_status() {
        for (code, reason, expected) in [
            (Code::InvalidArgument, "language_unknown", 400),
            (Code::Unauthenticated, "login_failed", 401),
            (Code::PermissionDenied, "not_logged_in", 403),
            (Code::Unauthenticated, "session_unknown", 403),
            (Code::NotFound, "site_unknown", 404),
            (Code::AlreadyExists, "email_taken", 409),
            (Code::ResourceExhausted, "login_blocked", 429),
            (Code::ResourceExhausted, "too_many_subscriptions", 429),
            (Code::Internal, "database", 500),
            (Code::Unavailable, "database", 503),
        ] {
            let refusal = Refusal::from(status(code, reason, &[]));
            assert_eq!(refusal.status.as_u16(), expected, "{reason}");
        }
    }

    #[tokio::test]
    async fn a_blocked_login_tells_the_minutes() {
        let refusal = Refusal::from(status(
            Code::ResourceExhausted,
            "login_blocked",
            &[("minutes", "30")],
        ));
        assert_eq!(refusal.retry_after_seconds, Some(1800));
        let body = body(refusal).await;
        assert_eq!(body["error"]["code"], "login_blocked");
        assert_eq!(body["error"]["minutes"], 30);
    }

    #[tokio::test]
    async fn a_reason_keeps_its_details() {
        let refusal = Refusal::from(status(
            Code::InvalidArgument,
            "text_too_long",
            &[("field", "about"), ("max", "1000")],
        ));
        let body = body(refusal).await;
        assert_eq!(body["error"]["field"], "about");
        assert_eq!(body["error"]["max"], 1000);
    }

    #[tokio::test]
    async fn a_needed_login_carries_the_flag() {
        let body = body(Refusal::login_needed()).await;
        assert_eq!(body["authentication_required"], true);
        assert_eq!(body["error"]["code"], "authentication_required");
    }

    #[tokio::test]
    async fn a_peers_text_never_leaves() {
        let refusal = Refusal::from(Status::internal("canary@example.test does not exist"));
        assert!(!body(refusal).await.to_string().contains("canary"));
    }

    #[test]
    fn a_refusal_becomes_a_status_with_its_word() {
        let status = Refusal::too_many(7).into_status();
        assert_eq!(status.code(), Code::ResourceExhausted);
        assert_eq!(kit::fault::reason(&status).as_deref(), Some("rate_limited"));
        assert_eq!(kit::fault::detail(&status, "seconds").as_deref(), Some("7"));
    }
}
