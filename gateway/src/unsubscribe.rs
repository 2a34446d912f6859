//! `POST /unsubscribe/{token}`, or with `?token=`: one click in the reader's mail program (RFC 8058).
//!
//! The one state change without a check of its origin: mail providers send it, from
//! their own servers and without a cookie. The token in the address is the permission.
//! It is too long to guess, and many readers share a provider's network, so the network's
//! general limit does.

use std::sync::Arc;

use axum::{
    extract::{Path, RawQuery, Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderName, HeaderValue, StatusCode};
use proto::notifications::v1::UnsubscribeRequest;

use crate::{App, caller::Visitor, fields, page, reply::Refusal};

/// Asks search engines to leave a page out.
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

const LONGEST_TOKEN: usize = 512;

/// Switches mail off.
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    _: Visitor,
    path: Option<Path<String>>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, Refusal> {
    let body = fields::body(&app, request, app.config.body_bytes).await?;
    if !asks(&body) {
        return Err(Refusal::field("List-Unsubscribe", "missing"));
    }
    let token = path
        .map(|Path(token)| token)
        .or_else(|| in_query(query.as_deref()));
    let token = token.filter(|token| plausible(token)).ok_or_else(unknown)?;
    let request = UnsubscribeRequest { token };
    match app.peers.notifications().unsubscribe(request).await {
        Ok(_) => Ok("You will get no more of these mails.\n".into_response()),
        Err(status) if kit::fault::reason(&status).as_deref() == Some("token_invalid") => {
            Err(unknown())
        }
        Err(status) => Err(status.into()),
    }
}

/// `List-Unsubscribe=One-Click`, as a form of either kind.
fn asks(body: &[u8]) -> bool {
    let text = String::from_utf8_lossy(body);
    text.contains("List-Unsubscribe") && text.contains("One-Click")
}

fn in_query(query: Option<&str>) -> Option<String> {
    url::form_urlencoded::parse(query?.as_bytes())
        .find(|(name, _)| name == "token")
        .map(|(_, token)| token.into_owned())
}

fn plausible(token: &str) -> bool {
    let fits = (1..=LONGEST_TOKEN).contains(&token.len());
    fits && token
        .bytes()
        .all(|letter| letter.is_ascii_alphanumeric() || b"-_.~".contains(&letter))
}

fn unknown() -> Refusal {
    Refusal::new(
        StatusCode::NOT_FOUND,
        "token_invalid",
        "this link is not valid",
    )
}

/// A person who follows the link, perhaps in a mail program that knows no one click, is asked by a
/// page of the app that then posts as above. Following it changes nothing.
pub(crate) async fn get(state: State<Arc<App>>, request: Request) -> Response {
    let mut page = page::known(state, request).await;
    let headers = page.headers_mut();
    headers.insert(ROBOTS, HeaderValue::from_static("noindex"));
    page
}
