//! `GET /api/likes.php`

use std::{collections::HashMap, sync::Arc};

use axum::{Json, extract::State};
use proto::{
    matching::v1::{LikeLine, ListLikesRequest},
    profiles::v1::Card,
    settings::v1::Site,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::moment;
use crate::{
    App,
    caller::Caller,
    card::{self, Eyes, ListedProfile},
    openapi::ErrorAnswer,
    reply::Refusal,
};

/// Whom the member likes, and who likes the member.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LikesAnswer {
    /// Liked by the member, the latest first.
    profiles: Vec<LikedProfile>,
    /// They like the member: new ones first, then the latest.
    liked_by: Vec<LikedProfile>,
}

/// A like, by the profile of the other one.
#[derive(Serialize, ToSchema)]
pub(crate) struct LikedProfile {
    #[serde(flatten)]
    profile: ListedProfile,
    /// Received, and that profile was not opened since.
    like_new: bool,
    /// Both like each other.
    matched: bool,
    /// RFC 3339.
    #[schema(required, format = DateTime)]
    liked_at: Option<String>,
}

/// The member's likes in both directions. Who is gone or blocked is left out.
#[utoipa::path(
    get,
    operation_id = "likes",
    path = "/api/likes.php",
    responses(
        (status = 200, body = LikesAnswer),
        (status = 403, body = ErrorAnswer, description = "authentication_required"),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<LikesAnswer>, Refusal> {
    let session = caller.member()?;
    let request = ListLikesRequest {
        member_id: session.member.to_string(),
    };
    let likes = app
        .peers
        .matching()
        .list_likes(kit::idempotent(request))
        .await?
        .into_inner();
    let others = likes.given.iter().chain(&likes.received);
    let ids = others.map(|line| line.member_id.clone()).collect();
    let cards = card::of(&app, Eyes::of(&session.account), ids).await?;
    let site = &caller.visitor.site;
    Ok(Json(LikesAnswer {
        profiles: shown(likes.given, &cards, site),
        liked_by: shown(likes.received, &cards, site),
    }))
}

fn shown(lines: Vec<LikeLine>, cards: &HashMap<String, Card>, site: &Site) -> Vec<LikedProfile> {
    let like = |line: LikeLine| {
        let card = cards.get(&line.member_id)?.clone();
        Some(LikedProfile {
            profile: ListedProfile::of(card, site),
            like_new: line.is_new,
            matched: line.matched,
            liked_at: moment(line.made_at.as_ref()),
        })
    };
    lines.into_iter().filter_map(like).collect()
}
