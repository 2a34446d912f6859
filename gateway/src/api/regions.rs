//! `GET /api/regions.php`

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
    response::IntoResponse,
};
use proto::profiles::v1::ListRegionsRequest;
use serde::Serialize;
use utoipa::ToSchema;

use super::kept;
use crate::{App, caller::Caller, openapi::ErrorAnswer, query::Query, reply::Refusal};

/// Regions of a country.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegionsAnswer {
    /// By name.
    regions: Vec<Region>,
}

/// One region.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Region {
    id: u32,
    name: String,
}

/// Regions of one of the site's countries.
#[utoipa::path(
    get,
    operation_id = "regions",
    path = "/api/regions.php",
    params(("country" = String, Query, description = "ISO 3166-1 alpha-2, one of the site's")),
    responses(
        (status = 200, body = RegionsAnswer),
        (status = 400, body = ErrorAnswer, description = "field_invalid, country_unknown"),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
    RawQuery(query): RawQuery,
) -> Result<impl IntoResponse, Refusal> {
    let query = Query::of(query.as_deref());
    let request = ListRegionsRequest {
        country: query.needed("country", 2)?.to_owned(),
    };
    let regions = app
        .peers
        .profiles_for(&caller)
        .list_regions(kit::idempotent(request))
        .await?
        .into_inner()
        .regions;
    let regions = regions.into_iter().map(|of| Region {
        id: of.id,
        name: of.name,
    });
    Ok(kept(Json(RegionsAnswer {
        regions: regions.collect(),
    })))
}
