//! `POST /unsubscribe/{token}`: one click in the reader's mail program (RFC 8058).
//!
//! The one state change without a check of its origin: mail providers send it, from
//! their own servers and without a cookie. The token in the address is the permission.

use std::sync::Arc;

use axum::{
    extract::{Path, Request, State},
    response::{IntoResponse, Redirect, Response},
};
use http::StatusCode;
use proto::notifications::v1::UnsubscribeRequest;

use crate::{App, caller::Visitor, fields, reply::Refusal};

const LONGEST_TOKEN: usize = 512;

/// Switches mail off.
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    app.limits.entry(&visitor.network)?;
    let body = fields::body(&app, request, app.config.body_bytes).await?;
    let asked = url::form_urlencoded::parse(&body)
        .any(|(name, value)| name == "List-Unsubscribe" && value == "One-Click");
    if !asked {
        return Err(Refusal::field("List-Unsubscribe", "missing"));
    }
    let plausible = token.len() <= LONGEST_TOKEN
        && token
            .bytes()
            .all(|letter| letter.is_ascii_alphanumeric() || b"-_.~".contains(&letter));
    if !plausible {
        return Err(unknown());
    }
    match app
        .peers
        .notifications()
        .unsubscribe(UnsubscribeRequest { token })
        .await
    {
        Ok(_) => Ok((StatusCode::OK, "You will get no more of these mails.\n").into_response()),
        Err(status) if kit::fault::reason(&status).as_deref() == Some("token_invalid") => {
            Err(unknown())
        }
        Err(status) => Err(status.into()),
    }
}

fn unknown() -> Refusal {
    Refusal::new(
        StatusCode::NOT_FOUND,
        "token_invalid",
        "this link is not valid",
    )
}

/// A person who follows the link chooses for themselves; following it changes nothing.
pub(crate) async fn get() -> Redirect {
    Redirect::to("/notifications")
}
