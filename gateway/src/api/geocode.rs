//! `GET /api/geocode.php`

use std::sync::Arc;

use axum::{
    Json,
    extract::{RawQuery, State},
};
use proto::profiles::v1::{GeocodeRequest, Point};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{App, caller::Caller, openapi::ErrorAnswer, query::Query, reply::Refusal};

/// Where a point is.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GeocodeAnswer {
    geocode: Geocode,
}

/// The nearest known city.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Geocode {
    /// ISO 3166-1 alpha-2.
    country: String,
    region: String,
    city: String,
}

/// Where a point is, rounded to two decimals whatever was sent. Nothing is stored.
#[utoipa::path(
    get,
    operation_id = "geocode",
    path = "/api/geocode.php",
    params(
        ("lat" = f64, Query, minimum = -90, maximum = 90),
        ("lon" = f64, Query, minimum = -180, maximum = 180),
    ),
    responses(
        (status = 200, body = GeocodeAnswer),
        (status = 400, body = ErrorAnswer, description = "field_invalid, place_unknown"),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    _: Caller,
    RawQuery(query): RawQuery,
) -> Result<Json<GeocodeAnswer>, Refusal> {
    let query = Query::of(query.as_deref());
    let point = Point {
        latitude: degrees(&query, "lat", 90.0)?,
        longitude: degrees(&query, "lon", 180.0)?,
    };
    let request = GeocodeRequest { point: Some(point) };
    let city = app
        .peers
        .profiles()
        .geocode(kit::idempotent(request))
        .await?
        .into_inner()
        .city
        .ok_or_else(Refusal::internal)?;
    Ok(Json(GeocodeAnswer {
        geocode: Geocode {
            country: city.country,
            region: city.region,
            city: city.name,
        },
    }))
}

/// About a kilometre: nobody's house.
fn degrees(query: &Query, name: &'static str, most: f64) -> Result<f64, Refusal> {
    let degrees: f64 = query
        .needed(name, 32)?
        .parse()
        .map_err(|_| Refusal::field(name, "wrong_type"))?;
    if !(-most..=most).contains(&degrees) {
        return Err(Refusal::field(name, "out_of_range"));
    }
    Ok((degrees * 100.0).round() / 100.0)
}
