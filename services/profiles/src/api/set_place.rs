use kit::{MemberId, SiteId};
use proto::profiles::v1::{SetPlaceRequest, SetPlaceResponse, set_place_request::Place as Asked};

use super::Api;
use crate::{
    changed,
    fault::Fault,
    grid::{Cell, Point},
    store::profiles::{self, Place},
};

/// Chooses a city, or a point that is forgotten once its grid cell and nearest city are known.
pub(crate) async fn set_place(
    api: &Api,
    whose: (SiteId, MemberId),
    request: SetPlaceRequest,
) -> Result<SetPlaceResponse, Fault> {
    let (site_id, member) = whose;
    let site = api.sites.get(site_id).await?;
    api.own(whose).await?;
    let asked = request.place.ok_or(Fault::PlaceUnknown)?;
    let (city, cell) = match asked {
        Asked::CityId(id) => {
            let id = i32::try_from(id).map_err(|_| Fault::PlaceUnknown)?;
            let city = api.places.city(id).ok_or(Fault::PlaceUnknown)?;
            (city, Cell::of(city.point))
        }
        Asked::Point(point) => {
            let point = Point::new(point.latitude, point.longitude).ok_or(Fault::PlaceUnknown)?;
            let cell = Cell::of(point);
            // The city of the cell, so that the city tells no more than the cell does.
            let city = api.places.nearest(cell.centre());
            (city.ok_or(Fault::PlaceUnknown)?, cell)
        }
    };
    site.country(city.country)
        .map_err(|_| Fault::PlaceUnknown)?;
    let place = Place {
        country: city.country,
        region_id: city.region_id,
        city_id: city.id,
        cell,
    };

    let limit = api.config.moves_a_day;
    let today = site.today(api.clock.now());
    let mut tx = api.db.begin().await?;
    if !profiles::lock(&mut tx, site_id, member).await? {
        return Err(Fault::ProfileUnknown);
    }
    let moves = (today, i32::try_from(limit).unwrap_or(i32::MAX));
    if !profiles::set_place(&mut tx, member, &place, moves).await? {
        return Err(Fault::TooManyMoves { max: limit });
    }
    changed::tell(&mut tx, member).await?;
    tx.commit().await?;
    Ok(SetPlaceResponse {
        profile: Some(api.own_profile(whose).await?),
    })
}
