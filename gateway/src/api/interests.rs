//! `GET /api/interests.php`

use std::sync::Arc;

use axum::{Json, extract::State, response::IntoResponse};
use proto::profiles::v1::ListInterestsRequest;
use serde::Serialize;
use utoipa::ToSchema;

use super::kept;
use crate::{App, caller::Caller, openapi::ErrorAnswer, reply::Refusal};

/// What members may be interested in.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InterestsAnswer {
    interests: Vec<Interest>,
}

/// One interest.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Interest {
    id: u32,
    /// Stands in profiles and searches.
    slug: String,
    /// In the caller's language.
    name: String,
}

/// Interests to choose from, in the language of the request.
#[utoipa::path(
    get,
    operation_id = "interests",
    path = "/api/interests.php",
    responses(
        (status = 200, body = InterestsAnswer),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<impl IntoResponse, Refusal> {
    let interests = app
        .peers
        .profiles_for(&caller)
        .list_interests(kit::idempotent(ListInterestsRequest {}))
        .await?
        .into_inner()
        .interests;
    let interests = interests.into_iter().map(|of| Interest {
        id: of.id,
        slug: of.slug,
        name: of.name,
    });
    Ok(kept(Json(InterestsAnswer {
        interests: interests.collect(),
    })))
}
