//! `GET /api/logout.php`

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderName, HeaderValue, StatusCode};
use proto::accounts::v1::LogOutRequest;
use secrecy::ExposeSecret;

use crate::{
    App,
    caller::Visitor,
    cookies::{self, Jar},
    openapi::ErrorAnswer,
    origin,
    reply::Refusal,
};

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");

/// Ends the session of the cookie. A GET by contract, so taken from the site's own page only.
#[utoipa::path(
    get,
    operation_id = "logout",
    path = "/api/logout.php",
    responses(
        (status = 204, description = "logged out, or was not logged in"),
        (status = 403, body = ErrorAnswer, description = "csrf_refused"),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    request: Request,
) -> Result<Response, Refusal> {
    origin::check_own_page(request.headers(), request.extensions())?;
    let site = &visitor.site;
    if let Some(token) = cookies::token(request.headers(), cookies::SESSION) {
        // A failure is told, with the cookie in place: "logged out" must be true.
        let message = LogOutRequest {
            session_token: token.expose_secret().to_owned(),
        };
        app.peers
            .accounts()
            .log_out(kit::idempotent(message))
            .await?;
        app.sessions.forget(&site.id, &token).await;
    }
    let mut response = StatusCode::NO_CONTENT.into_response();
    // The device stays known: it is what keeps strangers from locking the member out.
    Jar::of(&site.origin)
        .end_session()
        .write(response.headers_mut());
    if site.origin.starts_with("https://") {
        // The cache only: "cookies" would take the device and the language along, and
        // "storage" the chosen theme.
        response
            .headers_mut()
            .insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cache\""));
    }
    Ok(response)
}
