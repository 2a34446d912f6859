//! `POST /api/webhooks/mollie`: a payment provider says that something changed.
//!
//! Without a cookie and without a check of its origin, as it is no page that calls. What it says
//! is only a hint: billing asks the provider itself.

use std::sync::Arc;

use axum::extract::{Request, State};
use http::{StatusCode, request::Parts};
use proto::billing::v1::ReceiveWebhookRequest;

use crate::{App, caller::Visitor, fields, openapi::ErrorAnswer, reply::Refusal};

/// Bytes of `id=tr_..`, and many more.
const LONGEST: usize = 1_024;

/// Takes Mollie's hint. It is taken alike whether the payment is known or not; only when it could
/// not be taken is the provider told to come again.
#[utoipa::path(
    post,
    operation_id = "webhook_mollie",
    path = "/api/webhooks/mollie",
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "`id=tr_..`"),
    responses(
        (status = 200, description = "taken"),
        (status = 413, body = ErrorAnswer),
        (status = 429, body = ErrorAnswer),
        (status = 503, body = ErrorAnswer, description = "come again"),
    )
)]
pub(crate) async fn mollie(
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<StatusCode, Refusal> {
    let (parts, body) = request.into_parts();
    count(&app, &parts)?;
    let body = fields::body(&app, Request::from_parts(parts, body), LONGEST).await?;
    let request = ReceiveWebhookRequest {
        provider: "mollie".to_owned(),
        body: body.to_vec(),
    };
    match app
        .peers
        .billing()
        .receive_webhook(kit::idempotent(request))
        .await
    {
        Ok(_) => Ok(StatusCode::OK),
        Err(status) => {
            tracing::warn!(code = ?status.code(), "a provider's hint could not be taken");
            Err(Refusal::away())
        }
    }
}

/// Not among the network's other calls: a provider's all come from one.
fn count(app: &App, parts: &Parts) -> Result<(), Refusal> {
    let visitor = Visitor::read(parts, app)?;
    app.limits.webhook(&visitor.network)
}
