//! `POST /api/page-hidden.php`

use std::sync::Arc;

use axum::extract::{Request, State};
use http::StatusCode;

use crate::{
    App,
    caller::Caller,
    fields::{self, Fields},
    openapi::ErrorAnswer,
    reply::Refusal,
};

/// Beacon of a page that went out of sight. Visitors send it too; it then has no effect.
#[utoipa::path(
    post,
    operation_id = "page_hidden",
    path = "/api/page-hidden.php",
    request_body(content = Object, description = "empty: `{}`"),
    responses(
        (status = 204),
        (status = 400, body = ErrorAnswer),
        (status = 403, body = ErrorAnswer, description = "csrf_refused"),
    )
)]
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
) -> Result<StatusCode, Refusal> {
    let body = fields::body(&app, request, app.config.body_bytes).await?;
    if !body.is_empty() {
        Fields::parse(&body)?.end()?;
    }
    if let Some(session) = &caller.session {
        app.sessions.touch(session, true).await;
    }
    Ok(StatusCode::NO_CONTENT)
}
