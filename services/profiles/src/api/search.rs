use proto::profiles::v1::{self as wire, SearchRequest, SearchResponse};
use time::Date;

use super::{Api, Looker};
use crate::{
    age,
    attribute::Field,
    card::Card,
    cursor,
    facet::Wanted,
    fault::Fault,
    gender::Gender,
    profile::Profile,
    site::Site,
    store::search::{self, Query},
};

/// Cards on a page, unless asked otherwise.
const PAGE: u32 = 24;
/// Cards on a page for members at most.
const LARGEST_PAGE: u32 = 60;
/// Years that similar results may be older or younger.
const ABOUT: u32 = 5;
/// No member is younger.
const ADULT: u32 = 18;

/// Members of the caller's site that fit, the recently active first. What visitors may not see of a
/// profile they may not search for either: whoever is found for a word has it.
pub(crate) async fn search(
    api: &Api,
    looker: Looker,
    request: SearchRequest,
) -> Result<SearchResponse, Fault> {
    let site = api.sites.get(looker.site).await?;
    let viewer = api.viewer(&looker, &site).await?;
    let today = site.today(api.clock.now());
    let mut query = read(api, (&site, looker.site, viewer.as_ref()), &request, today)?;
    let print = print(&query, today);
    query.after = api.cursors.read(&request.cursor, print)?;
    api.budget.spend(looker.viewer(), views(query.page_size))?;

    let found = search::find(api.db.pool(), &query).await?;
    let cell = viewer.as_ref().and_then(|viewer| viewer.card.cell);
    let eyes = api.eyes(&site, (viewer.is_none(), cell));
    let show = |cards: Vec<Card>| -> Vec<wire::Card> {
        cards.into_iter().map(|card| card.shown_to(eyes)).collect()
    };
    let next = found.next.map(|next| api.cursors.write(next, print));
    Ok(SearchResponse {
        cards: show(found.cards),
        total: u64::try_from(found.total).unwrap_or(0),
        next_cursor: next.transpose()?.unwrap_or_default(),
        similar: show(found.similar),
    })
}

fn read(
    api: &Api,
    (site, site_id, viewer): (&Site, kit::SiteId, Option<&Profile>),
    request: &SearchRequest,
    today: Date,
) -> Result<Query, Fault> {
    let gender = Gender::from_wire(request.gender)?;
    let wanted = Wanted {
        genders: match gender {
            Some(gender) => vec![gender],
            None => viewer
                .map(|viewer| viewer.seeking.clone())
                .unwrap_or_default(),
        },
        // Both ways, unless asked otherwise: whoever is found looks for somebody like the searcher.
        seeking: Gender::from_wire(request.sought)?.or(viewer.map(|viewer| viewer.card.gender)),
        with_photo: request.with_photo,
        include_fictional: request.include_fictional && site.fictional,
    };
    let country = match (request.country.as_str(), viewer) {
        ("", Some(viewer)) => viewer.card.country.clone(),
        ("", None) => site.countries.first().cloned().unwrap_or_default(),
        (country, _) => site.country(country)?.to_owned(),
    };
    let (region, neighbours) = region(api, &country, request.region_id)?;
    if !request.interests.is_empty() && !site.search_interests {
        return Err(Fault::FieldUnknown {
            field: "interests".to_owned(),
        });
    }
    let (born, born_about) = born(request, today)?;
    let traits = traits(site, &request.attributes)?;
    let interests = api.interests.mask(&request.interests)?;
    if viewer.is_none() && (!traits.is_empty() || interests != 0) {
        return Err(Fault::LoginRequired);
    }
    let largest = if viewer.is_none() { PAGE } else { LARGEST_PAGE };
    Ok(Query {
        site: site_id,
        viewer: viewer.map(Profile::member),
        facets: wanted.facets(),
        country,
        region,
        neighbours,
        born,
        born_about,
        traits,
        interests,
        page_size: match request.page_size {
            0 => PAGE.into(),
            cards => cards.min(largest).into(),
        },
        after: None,
    })
}

/// What a page of so many cards costs.
fn views(cards: i64) -> u32 {
    u32::try_from(cards).map_or(1, |cards| cards.div_ceil(PAGE))
}

fn region(api: &Api, country: &str, id: u32) -> Result<(i32, Vec<i32>), Fault> {
    if id == 0 {
        return Ok((0, Vec::new()));
    }
    let id = i32::try_from(id).map_err(|_| Fault::RegionUnknown)?;
    let region = api.places.region(id);
    let region = region.filter(|region| region.country == country);
    let region = region.ok_or(Fault::RegionUnknown)?;
    Ok((region.id, region.neighbours.clone()))
}

/// Birth dates that fit, and those that nearly fit.
type Born = ((Date, Date), (Date, Date));

fn born(request: &SearchRequest, today: Date) -> Result<Born, Fault> {
    let min = request.min_age.max(ADULT);
    let max = match request.max_age {
        0 => age::OLDEST,
        max => max.min(age::OLDEST),
    };
    if min > max {
        return Err(Fault::AgeRangeInvalid);
    }
    let about = (min.saturating_sub(ABOUT).max(ADULT), max + ABOUT);
    Ok((
        age::born_between(min, max, today),
        age::born_between(about.0, about.1, today),
    ))
}

/// One mask for each field that is asked for: its words are alternatives.
fn traits(site: &Site, attributes: &[wire::Attribute]) -> Result<Vec<i64>, Fault> {
    let mut masks: Vec<(&'static str, i64)> = Vec::new();
    for attribute in attributes {
        let named = Field::named(&attribute.field)
            .filter(|field| site.search_fields.iter().any(|one| one.name == field.name));
        let field = named.ok_or_else(|| Fault::FieldUnknown {
            field: attribute.field.chars().take(40).collect(),
        })?;
        let bit = field.bit(&attribute.value).ok_or(Fault::WordInvalid {
            field: field.name.to_owned(),
        })?;
        match masks.iter_mut().find(|(name, _)| *name == field.name) {
            Some((_, mask)) => *mask |= bit,
            None => masks.push((field.name, bit)),
        }
    }
    masks.sort_unstable();
    Ok(masks.into_iter().map(|(_, mask)| mask).collect())
}

/// What a cursor belongs to. A new day moves every age, but not the pages of an open list by much:
/// the cursor stays good.
fn print(query: &Query, today: Date) -> u64 {
    let ages = [query.born.0, query.born.1].map(|born| age::years(born, today).to_be_bytes());
    let facets: Vec<u8> = query
        .facets
        .iter()
        .flat_map(|facet| facet.to_be_bytes())
        .collect();
    let traits: Vec<u8> = query
        .traits
        .iter()
        .flat_map(|mask| mask.to_be_bytes())
        .collect();
    cursor::print(&[
        query.site.get().as_bytes(),
        &facets,
        query.country.as_bytes(),
        &query.region.to_be_bytes(),
        &ages.concat(),
        &traits,
        &query.interests.to_be_bytes(),
    ])
}
