//! `GET /api/auto-like.php`

use std::sync::Arc;

use axum::{Json, extract::State};
use proto::matching::v1::GetUnseenLikeRequest;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    App,
    caller::Caller,
    card::{self, Eyes, ListedProfile},
    openapi::ErrorAnswer,
    reply::Refusal,
};

/// Whom the like modal shows.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AutoLikeAnswer {
    /// A real member whose like was not seen yet; null when there is none.
    #[schema(required)]
    profile: Option<ListedProfile>,
}

/// An existing like that the member has not seen: none is ever made for this.
#[utoipa::path(
    get,
    operation_id = "auto_like",
    path = "/api/auto-like.php",
    responses(
        (status = 200, body = AutoLikeAnswer),
        (status = 403, body = ErrorAnswer, description = "authentication_required"),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<AutoLikeAnswer>, Refusal> {
    let session = caller.member()?;
    let request = GetUnseenLikeRequest {
        member_id: session.member.to_string(),
    };
    let by = app
        .peers
        .matching()
        .get_unseen_like(kit::idempotent(request))
        .await?
        .into_inner()
        .member_id;
    if by.is_empty() {
        return Ok(Json(AutoLikeAnswer { profile: None }));
    }
    let mut cards = card::of(&app, Eyes::of(&session.account), vec![by.clone()]).await?;
    let profile = cards
        .remove(&by)
        .map(|card| ListedProfile::of(card, &caller.visitor.site))
        // What the company runs never acts first.
        .filter(|profile| !profile.is_fictional());
    Ok(Json(AutoLikeAnswer { profile }))
}
