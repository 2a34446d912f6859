//! Fills the databases of a benchmark in bulk. No service is asked, no event is told: what they would
//! have come to is written at once, so that all of them agree.

use std::{fmt::Write as _, time::Instant};

use anyhow::Context as _;
use kit::{SiteId, config::Process};
use proto::profiles::v1::{ListCitiesRequest, ListRegionsRequest};
use secrecy::ExposeSecret as _;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use super::{
    progress::say,
    services::{By, Services},
};

/// Who keeps something of a member, and what is written there.
const WRITES: [(&str, &str); 5] = [
    ("accounts", include_str!("accounts.sql")),
    ("profiles", include_str!("profiles.sql")),
    ("matching", include_str!("matching.sql")),
    ("chat", include_str!("chat.sql")),
    ("billing", include_str!("billing.sql")),
];
const PEOPLE: &str = include_str!("people.sql");

/// The countries of the international site, the one with the most members first.
const COUNTRIES: [&str; 14] = [
    "DE", "FR", "GB", "IT", "ES", "PL", "NL", "BE", "SE", "AT", "DK", "FI", "NO", "IE",
];

/// A place, and how large a part of its site's members live there.
struct Place {
    site: SiteId,
    country: &'static str,
    region: u32,
    city: u32,
    share: f64,
}

/// Writes so many members; those that are there stay as they are.
pub(crate) async fn fill(
    process: &Process,
    services: &Services,
    seed: u64,
    members: usize,
) -> anyhow::Result<()> {
    let sites: [SiteId; 2] = [
        settings::demo::VONK.parse()?,
        settings::demo::SPARK.parse()?,
    ];
    let mut places = country(services, sites[0], "NL", 1.0).await?;
    let whole: f64 = (1..=COUNTRIES.len()).map(one_of).sum();
    for (rank, name) in COUNTRIES.into_iter().enumerate() {
        places.extend(country(services, sites[1], name, one_of(rank + 1) / whole).await?);
    }
    let prepare = prepare(seed, members, sites, &places)?;
    let began = Instant::now();
    for (service, write) in WRITES {
        let step = Instant::now();
        let url = process.database_of(service);
        let mut connection = PgConnection::connect(url.expose_secret())
            .await
            .with_context(|| format!("the database of {service}"))?;
        sqlx::raw_sql(AssertSqlSafe(prepare.clone()))
            .execute(&mut connection)
            .await?;
        sqlx::raw_sql(PEOPLE).execute(&mut connection).await?;
        let written = sqlx::raw_sql(write)
            .execute(&mut connection)
            .await
            .with_context(|| format!("writing to {service}"))?;
        // Plans and index-only scans want to know what is there.
        sqlx::raw_sql("vacuum analyze")
            .execute(&mut connection)
            .await?;
        connection.close().await?;
        say(&format!(
            "{service}: {} rows, {:.1} s",
            written.rows_affected(),
            step.elapsed().as_secs_f64()
        ));
    }
    say(&format!(
        "{members} members in {:.1} s",
        began.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// One, a half, a third, ...: how often the first, the second, the third of something is met.
fn one_of(rank: usize) -> f64 {
    1.0 / f64::from(u32::try_from(rank).unwrap_or(u32::MAX))
}

/// The towns of a country, the larger ones more often, and its regions outside of them.
async fn country(
    services: &Services,
    site: SiteId,
    country: &'static str,
    share: f64,
) -> anyhow::Result<Vec<Place>> {
    let regions = services
        .ask(
            By::Visitor(site),
            ListRegionsRequest {
                country: country.to_owned(),
            },
            |mut to, request| async move { to.profiles.list_regions(request).await },
        )
        .await?
        .regions;
    let cities = services
        .ask(
            By::Visitor(site),
            ListCitiesRequest {
                country: country.to_owned(),
                prefix: String::new(),
            },
            |mut to, request| async move { to.profiles.list_cities(request).await },
        )
        .await?
        .cities;
    let in_towns = cities.into_iter().map(|city| {
        let region = regions.iter().find(|region| region.name == city.region);
        (region.map_or(0, |region| region.id), city.id)
    });
    let outside = regions.iter().map(|region| (region.id, 0));
    let ids: Vec<(u32, u32)> = in_towns.chain(outside).collect();
    let whole: f64 = (1..=ids.len()).map(one_of).sum();
    Ok(ids
        .into_iter()
        .enumerate()
        .map(|(rank, (region, city))| Place {
            site,
            country,
            region,
            city,
            share: share * one_of(rank + 1) / whole,
        })
        .collect())
}

/// What the statements read: numbers and ids of ours, nothing that anybody typed.
fn prepare(
    seed: u64,
    members: usize,
    sites: [SiteId; 2],
    places: &[Place],
) -> anyhow::Result<String> {
    let mut sql = format!(
        "set demo.seed = '{seed}'; set demo.members = '{members}'; set demo.first_site = '{}'; \
         set demo.second_site = '{}'; set work_mem = '256MB'; \
         create temp table places (site_id uuid, country text, region_id integer, city_id integer, \
         low double precision); insert into places values ",
        sites[0], sites[1]
    );
    let mut low = 0.0;
    let mut of = None;
    for (index, place) in places.iter().enumerate() {
        if of.replace(place.site) != Some(place.site) {
            low = 0.0;
        }
        let comma = if index == 0 { "" } else { ", " };
        write!(
            sql,
            "{comma}('{}', '{}', {}, {}, {low})",
            place.site, place.country, place.region, place.city
        )?;
        low += place.share;
    }
    Ok(sql)
}
