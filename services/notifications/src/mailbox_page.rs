//! The mailbox of a demonstration: a page that shows what would have been sent.

use std::sync::Arc;

use anyhow::Context as _;
use axum::{
    Json, Router,
    extract::{Path, Query, Request, State},
    http::{HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use kit::Db;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use serde::{Deserialize, Serialize};
use time::{
    OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339, macros::format_description,
};
use uuid::Uuid;

use crate::store::mailbox::{self, Mail};

const LIST: &str = include_str!("../templates/mailbox.html");
const MESSAGE: &str = include_str!("../templates/mailbox_message.html");
const STYLE: &str = include_str!("../templates/mailbox.css");

const PAGE_POLICY: &str = "default-src 'none'; style-src 'self'; frame-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// A mail's HTML runs nothing and loads nothing; its links open in a new tab.
const MAIL_POLICY: &str = "sandbox allow-popups allow-popups-to-escape-sandbox; \
     default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'self'";

#[derive(Clone)]
struct Page {
    db: Db,
    templates: Arc<Environment<'static>>,
}

/// The page's routes.
pub(crate) fn routes(db: &Db) -> anyhow::Result<Router> {
    let mut templates = Environment::new();
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates
        .add_template("mailbox.html", LIST)
        .context("templates/mailbox.html")?;
    templates
        .add_template("message.html", MESSAGE)
        .context("templates/mailbox_message.html")?;
    Ok(Router::new()
        .route("/", get(list))
        .route("/messages.json", get(json))
        .route("/messages/{id}", get(message))
        .route("/messages/{id}/body", get(body))
        .route(
            "/style.css",
            get(async || ([(header::CONTENT_TYPE, "text/css")], STYLE)),
        )
        .layer(middleware::from_fn(guard))
        .with_state(Page {
            db: db.clone(),
            templates: Arc::new(templates),
        }))
}

/// Answers only under a loopback name: a foreign page whose domain was bent to
/// this machine (DNS rebinding) must not read the mails.
async fn guard(request: Request, next: Next) -> Response {
    let host = request
        .headers()
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    if !host.is_some_and(is_loopback) {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value| {
        headers
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, PAGE_POLICY);
    set(header::CACHE_CONTROL, "no-store");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    response
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[derive(Deserialize)]
struct Filter {
    to: Option<String>,
}

impl Filter {
    fn to(&self) -> Option<&str> {
        self.to
            .as_deref()
            .map(str::trim)
            .filter(|to| !to.is_empty())
    }
}

/// A mail as `messages.json` shows it.
#[derive(Serialize)]
struct Shown {
    id: Uuid,
    to: String,
    subject: String,
    kind: &'static str,
    text: String,
    html: String,
    received_at: String,
    headers: serde_json::Value,
}

impl From<Mail> for Shown {
    fn from(mail: Mail) -> Self {
        Self {
            id: mail.id,
            to: mail.to,
            subject: mail.subject,
            kind: mail.kind.word(),
            text: mail.text,
            html: mail.html,
            received_at: moment(mail.received_at),
            headers: mail.headers,
        }
    }
}

async fn json(
    State(page): State<Page>,
    Query(filter): Query<Filter>,
) -> Result<Json<Vec<Shown>>, Broken> {
    let mails = mailbox::list(page.db.pool(), filter.to()).await?;
    Ok(Json(mails.into_iter().map(Shown::from).collect()))
}

async fn list(
    State(page): State<Page>,
    Query(filter): Query<Filter>,
) -> Result<Html<String>, Broken> {
    let mails = mailbox::list(page.db.pool(), filter.to()).await?;
    let mails: Vec<Value> = mails
        .into_iter()
        .map(|mail| {
            context! {
                id => mail.id.to_string(),
                to => mail.to,
                subject => mail.subject,
                kind => mail.kind.word(),
                received_at => moment(mail.received_at),
                time => words(mail.received_at),
            }
        })
        .collect();
    let values = context! { mails, to => filter.to().unwrap_or_default() };
    Ok(Html(
        page.templates
            .get_template("mailbox.html")?
            .render(values)?,
    ))
}

async fn message(State(page): State<Page>, Path(id): Path<Uuid>) -> Result<Html<String>, Broken> {
    let mail = mailbox::find(page.db.pool(), id)
        .await?
        .ok_or(Broken::Unknown)?;
    let headers: Vec<Value> = mail
        .headers
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            context! { name, value => value.as_str().unwrap_or_default() }
        })
        .collect();
    let values = context! {
        id => mail.id.to_string(),
        to => mail.to,
        subject => mail.subject,
        text => mail.text,
        received_at => moment(mail.received_at),
        time => words(mail.received_at),
        headers,
    };
    Ok(Html(
        page.templates
            .get_template("message.html")?
            .render(values)?,
    ))
}

async fn body(State(page): State<Page>, Path(id): Path<Uuid>) -> Result<Response, Broken> {
    let mail = mailbox::find(page.db.pool(), id)
        .await?
        .ok_or(Broken::Unknown)?;
    Ok((
        [(header::CONTENT_SECURITY_POLICY, MAIL_POLICY)],
        Html(mail.html),
    )
        .into_response())
}

fn moment(at: OffsetDateTime) -> String {
    at.format(&Rfc3339).unwrap_or_default()
}

/// A moment for people.
fn words(at: OffsetDateTime) -> String {
    let form = format_description!("[year]-[month]-[day] [hour]:[minute]:[second] UTC");
    at.to_offset(UtcOffset::UTC)
        .format(&form)
        .unwrap_or_default()
}

/// Why the page cannot be shown.
enum Broken {
    Unknown,
    Database(sqlx::Error),
    Template(minijinja::Error),
}

impl From<sqlx::Error> for Broken {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<minijinja::Error> for Broken {
    fn from(error: minijinja::Error) -> Self {
        Self::Template(error)
    }
}

impl IntoResponse for Broken {
    fn into_response(self) -> Response {
        match self {
            Self::Unknown => StatusCode::NOT_FOUND.into_response(),
            Self::Database(error) => {
                tracing::error!(%error, "mailbox page failed");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
            Self::Template(error) => {
                tracing::error!(kind = %error.kind(), "mailbox page failed");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_names_are_answered() {
        for host in [
            "localhost",
            "localhost:8025",
            "127.0.0.1:8025",
            "[::1]:8025",
            "[::1]",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "evil.example",
            "localhost.evil.example:8025",
            "127.0.0.1.nip.io",
            "",
            "::1",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
