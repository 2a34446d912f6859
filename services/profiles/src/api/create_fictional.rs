use kit::{MemberId, SiteId};
use proto::profiles::v1::{CreateFictionalRequest, CreateFictionalResponse};

use super::Api;
use crate::{
    age, changed,
    fault::Fault,
    gender::Gender,
    grid::Cell,
    kind::Kind,
    store::profiles::{self, Beginning, Place},
    text,
};

/// Where courts want none, whatever a site says.
const REFUSED: &str = "DE";

/// Creates a profile run by the company, where the site has them.
pub(crate) async fn create_fictional(
    api: &Api,
    request: CreateFictionalRequest,
) -> Result<CreateFictionalResponse, Fault> {
    let member: MemberId = request.member_id.parse().map_err(|_| Fault::IdInvalid)?;
    let site_id: SiteId = request.site_id.parse().map_err(|_| Fault::IdInvalid)?;
    let site = api.sites.get(site_id).await?;
    let city = i32::try_from(request.city_id)
        .ok()
        .and_then(|id| api.places.city(id))
        .ok_or(Fault::PlaceUnknown)?;
    site.country(city.country)
        .map_err(|_| Fault::PlaceUnknown)?;
    if !site.fictional || city.country == REFUSED {
        return Err(Fault::FictionalRefused);
    }
    let seeking = Gender::sought(&request.seeking)?;
    if seeking.is_empty() {
        return Err(Fault::ValueInvalid { field: "seeking" });
    }
    let today = site.today(api.clock.now());
    let born = age::parse(&request.birth_date)?;
    if !(18..=age::OLDEST).contains(&age::years(born, today)) {
        return Err(Fault::ValueInvalid {
            field: "birth_date",
        });
    }
    let beginning = Beginning {
        member,
        site: site_id,
        kind: Kind::Fictional,
        name: text::name(&request.name)?,
        born,
        gender: Gender::from_wire(request.gender)?
            .ok_or(Fault::ValueInvalid { field: "gender" })?,
        seeking,
        country: city.country.to_owned(),
    };
    let about = text::about(&request.about)?;
    let place = Place {
        country: city.country,
        region_id: city.region_id,
        city_id: city.id,
        cell: Cell::of(city.point),
    };

    let mut tx = api.db.begin().await?;
    if profiles::insert(&mut tx, &beginning, api.clock.now()).await? {
        profiles::edit(&mut tx, member, (&about, &beginning.seeking), (0, 0)).await?;
        profiles::set_place(&mut tx, member, &place, (today, i32::MAX)).await?;
        changed::tell(&mut tx, member).await?;
        tx.commit().await?;
    }
    Ok(CreateFictionalResponse {})
}
