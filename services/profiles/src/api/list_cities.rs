use kit::SiteId;
use proto::profiles::v1::{self as wire, ListCitiesRequest, ListCitiesResponse};

use super::Api;
use crate::{
    fault::Fault,
    places::{City, Places},
};

/// Cities answered at most.
const LIMIT: usize = 20;

/// Cities of a country of the site whose name begins with the text, the largest first.
pub(crate) async fn list_cities(
    api: &Api,
    site: SiteId,
    request: &ListCitiesRequest,
) -> Result<ListCitiesResponse, Fault> {
    let site = api.sites.get(site).await?;
    let country = site.country(&request.country)?;
    let prefix: String = request.prefix.chars().take(60).collect();
    let found = api.places.cities(country, &prefix, LIMIT);
    Ok(ListCitiesResponse {
        cities: found
            .into_iter()
            .map(|city| shown(&api.places, city))
            .collect(),
    })
}

/// A city as the wire has it.
pub(crate) fn shown(places: &Places, city: &City) -> wire::City {
    let region = places.region(city.region_id);
    wire::City {
        id: u32::try_from(city.id).unwrap_or(0),
        name: city.name.to_owned(),
        region: region
            .map(|region| region.name.to_owned())
            .unwrap_or_default(),
        country: city.country.to_owned(),
    }
}
