use proto::profiles::v1::{GeocodeRequest, GeocodeResponse};

use super::{Api, list_cities::shown};
use crate::{fault::Fault, grid::Point};

/// The nearest known city of a point. Nothing is stored.
pub(crate) fn geocode(api: &Api, request: &GeocodeRequest) -> Result<GeocodeResponse, Fault> {
    let point = request.point.ok_or(Fault::PlaceUnknown)?;
    let point = Point::new(point.latitude, point.longitude).ok_or(Fault::PlaceUnknown)?;
    let city = api.places.nearest(point).ok_or(Fault::PlaceUnknown)?;
    Ok(GeocodeResponse {
        city: Some(shown(&api.places, city)),
    })
}
