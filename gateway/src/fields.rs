//! The fields of a JSON body: each is read by name with its bounds, and none may be left over.
//!
//! Read by hand rather than derived, so that a refusal names the field.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
};
use http::{StatusCode, header};
use http_body_util::{BodyExt, Limited};
use secrecy::SecretString;
use serde_json::{Map, Value};

use crate::{App, config::Config, reply::Refusal};

/// The not yet read fields of an object. No Debug text: they may hold a password.
pub(crate) struct Fields {
    path: String,
    rest: Map<String, Value>,
}

impl Fields {
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(rest)) => Ok(Self {
                path: String::new(),
                rest,
            }),
            _ => Err(Refusal::new(
                StatusCode::BAD_REQUEST,
                "body_invalid",
                "the body must be one JSON object",
            )),
        }
    }

    /// Takes a needed text of 1 to `longest` characters without control characters.
    pub(crate) fn text(&mut self, name: &str, longest: usize) -> Result<String, Refusal> {
        let value = self.rest.remove(name);
        let refuse = |problem| Err(Refusal::field(&self.name(name), problem));
        match value {
            None | Some(Value::Null) => refuse("missing"),
            Some(Value::String(text)) if text.is_empty() => refuse("missing"),
            Some(Value::String(text)) if text.chars().count() > longest => refuse("too_long"),
            Some(Value::String(text)) if text.chars().any(char::is_control) => {
                refuse("control_characters")
            }
            Some(Value::String(text)) => Ok(text),
            Some(_) => refuse("wrong_type"),
        }
    }

    /// Takes a needed secret of 1 to `longest` characters of any kind.
    pub(crate) fn secret(&mut self, name: &str, longest: usize) -> Result<SecretString, Refusal> {
        let refuse = |problem| Err(Refusal::field(name, problem));
        match self.rest.remove(name) {
            None | Some(Value::Null) => refuse("missing"),
            Some(Value::String(text)) if text.is_empty() => refuse("missing"),
            Some(Value::String(text)) if text.chars().count() > longest => refuse("too_long"),
            Some(Value::String(text)) => Ok(text.into()),
            Some(_) => refuse("wrong_type"),
        }
    }

    /// Takes a needed object; its own fields must be read and ended too.
    pub(crate) fn object(&mut self, name: &str) -> Result<Self, Refusal> {
        let path = self.name(name);
        match self.rest.remove(name) {
            None | Some(Value::Null) => Err(Refusal::field(&path, "missing")),
            Some(Value::Object(rest)) => Ok(Self { path, rest }),
            Some(_) => Err(Refusal::field(&path, "wrong_type")),
        }
    }

    /// Takes a number or null that is of no use to us.
    pub(crate) fn ignore_number(&mut self, name: &str) -> Result<(), Refusal> {
        match self.rest.remove(name) {
            None | Some(Value::Null | Value::Number(_)) => Ok(()),
            Some(_) => Err(Refusal::field(&self.name(name), "wrong_type")),
        }
    }

    /// Refuses what nobody asked for.
    pub(crate) fn end(self) -> Result<(), Refusal> {
        match self.rest.keys().next() {
            None => Ok(()),
            Some(name) => {
                // The name is the sender's text: shown back only as far as it is a plain word.
                let word: String = name
                    .chars()
                    .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
                    .take(40)
                    .collect();
                Err(Refusal::field(&self.name(&word), "unknown"))
            }
        }
    }

    fn name(&self, name: &str) -> String {
        if self.path.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.path)
        }
    }
}

/// How long a body may be on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// Until all of it is there.
    pub(crate) whole: Duration,
    /// Until the next piece of it is.
    pub(crate) quiet: Duration,
}

impl Patience {
    /// What any body has that is not a photo's.
    pub(crate) fn of(config: &Config) -> Self {
        let whole = Duration::from_secs(config.body_seconds);
        let quiet = whole;
        Self { whole, quiet }
    }
}

/// A request's body, refused when larger than `limit` bytes or too long on its way.
pub(crate) async fn body(app: &App, request: Request, limit: usize) -> Result<Bytes, Refusal> {
    body_within(Patience::of(&app.config), request, limit).await
}

/// The same, with more patience.
pub(crate) async fn body_within(
    patience: Patience,
    request: Request,
    limit: usize,
) -> Result<Bytes, Refusal> {
    let too_large = || {
        Refusal::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "body_too_large",
            "the body is too large",
        )
    };
    let announced = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let too_slow = |_| {
        let text = "the body did not arrive in time";
        Refusal::new(StatusCode::REQUEST_TIMEOUT, "body_too_slow", text)
    };
    let mut body = Limited::new(request.into_body(), limit);
    let read = async {
        let mut whole = Vec::new();
        loop {
            let frame = tokio::time::timeout(patience.quiet, body.frame()).await;
            match frame.map_err(too_slow)? {
                Some(Ok(frame)) => {
                    if let Ok(piece) = frame.into_data() {
                        whole.extend_from_slice(&piece);
                    }
                }
                // The only other failure is a connection that broke: nobody reads that answer.
                Some(Err(_)) => return Err(too_large()),
                None => return Ok(Bytes::from(whole)),
            }
        }
    };
    tokio::time::timeout(patience.whole, read)
        .await
        .map_err(too_slow)?
}

impl FromRequest<Arc<App>> for Fields {
    type Rejection = Refusal;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Refusal> {
        Self::parse(&body(app, request, app.config.body_bytes).await?)
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use serde_json::json;

    use super::*;

    fn fields(value: &Value) -> Fields {
        Fields::parse(value.to_string().as_bytes()).unwrap()
    }

    async fn told(refusal: Refusal) -> (String, String) {
        let bytes = axum::body::to_bytes(refusal.into_response().into_body(), 9_999)
            .await
            .unwrap();
        let body: Value = serde_json::from_slice(&bytes).unwrap();
        let word = |key: &str| body["error"][key].as_str().unwrap().to_owned();
        (word("field"), word("problem"))
    }

    #[tokio::test]
    async fn each_refusal_names_its_field() {
        for (value, problem) in [
            (json!({}), "missing"),
            (json!({"email": null}), "missing"),
            (json!({"email": ""}), "missing"),
            (json!({"email": 3}), "wrong_type"),
            (json!({"email": ["a"]}), "wrong_type"),
            (json!({"email": "abcdef"}), "too_long"),
            (json!({"email": "a\u{0}"}), "control_characters"),
            (json!({"email": "a\nb"}), "control_characters"),
        ] {
            let refusal = fields(&value).text("email", 5).unwrap_err();
            assert_eq!(
                told(refusal).await,
                ("email".to_owned(), problem.to_owned()),
                "{value}"
            );
        }
        // Characters count, not bytes.
        assert_eq!(
            fields(&json!({"email": "ééééé"})).text("email", 5).unwrap(),
            "ééééé"
        );
    }

    #[tokio::test]
    async fn inner_fields_have_a_path_and_unknown_ones_are_named() {
        let mut body = fields(&json!({"keys": {"auth": 1, "<b>x": 2}}));
        let mut keys = body.object("keys").unwrap();
        body.end().unwrap();
        let refusal = keys.text("auth", 5).unwrap_err();
        assert_eq!(
            told(refusal).await,
            ("keys.auth".to_owned(), "wrong_type".to_owned())
        );
        let refusal = keys.end().unwrap_err();
        assert_eq!(
            told(refusal).await,
            ("keys.bx".to_owned(), "unknown".to_owned())
        );
    }

    #[test]
    fn only_an_object_is_a_body() {
        for text in ["", "[]", "null", "\"a\"", "{", "{\"a\":1}x", "\u{0}"] {
            assert!(Fields::parse(text.as_bytes()).is_err(), "{text}");
        }
    }
}
