//! What profiles needs to know of a site, and where it comes from.

use std::{sync::Arc, time::Duration};

use kit::{SiteId, Transport};
use moka::future::Cache;
use proto::settings::v1::{
    self as settings, GetSiteRequest,
    settings_internal_service_client::SettingsInternalServiceClient,
};
use time::{Date, Month, OffsetDateTime};
use tonic::Status;

use crate::{
    attribute::{FIELDS, Field},
    fault::Fault,
};

/// Visitors who may look at profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visitors {
    All,
    /// Those whom a traffic source sent.
    Sourced,
    None,
}

/// The settings of a site that profiles follows.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) countries: Vec<String>,
    /// Chosen fields that members show.
    pub(crate) fields: Vec<&'static Field>,
    /// Chosen fields that members search by.
    pub(crate) search_fields: Vec<&'static Field>,
    /// Members name interests.
    pub(crate) interests: bool,
    /// Members search by interests.
    pub(crate) search_interests: bool,
    pub(crate) visitors: Visitors,
    pub(crate) fictional: bool,
    pub(crate) default_language: String,
    zone: jiff::tz::TimeZone,
}

impl Site {
    /// Reads a site's settings.
    #[must_use]
    pub(crate) fn new(site: &settings::Site) -> Self {
        let chosen = |names: &[String]| {
            FIELDS
                .iter()
                .filter(|field| names.iter().any(|name| name == field.name))
                .collect()
        };
        let names = |names: &[String], word: &str| names.iter().any(|name| name == word);
        // Without a known zone a day counts once it has begun everywhere on earth.
        let last_on_earth = || jiff::tz::TimeZone::fixed(jiff::tz::offset(-12));
        Self {
            countries: site.countries.clone(),
            fields: chosen(&site.visible_profile_fields),
            search_fields: chosen(&site.search_fields),
            interests: names(&site.visible_profile_fields, "interests"),
            search_interests: names(&site.search_fields, "interests"),
            visitors: match (site.logged_out_search, site.logged_out_search_trafficsource) {
                (true, _) => Visitors::All,
                (false, true) => Visitors::Sourced,
                (false, false) => Visitors::None,
            },
            fictional: site.fictional_enabled,
            default_language: site.domain_language.chars().take(2).collect(),
            zone: jiff::tz::TimeZone::get(&site.time_zone).unwrap_or_else(|_| last_on_earth()),
        }
    }

    /// The date on the site's own calendar.
    #[must_use]
    pub(crate) fn today(&self, now: OffsetDateTime) -> Date {
        let date = jiff::Timestamp::from_second(now.unix_timestamp())
            .unwrap_or_default()
            .to_zoned(self.zone.clone())
            .date();
        Month::try_from(date.month().unsigned_abs())
            .and_then(|month| {
                Date::from_calendar_date(date.year().into(), month, date.day().unsigned_abs())
            })
            .unwrap_or_else(|_| now.date())
    }

    /// A country of the site.
    pub(crate) fn country<'a>(&self, wanted: &'a str) -> Result<&'a str, Fault> {
        if self.countries.iter().any(|country| country == wanted) {
            return Ok(wanted);
        }
        Err(Fault::CountryUnknown)
    }

    /// Refuses visitors where the site shows profiles to members only; `tracked` ones bring a
    /// traffic source.
    pub(crate) fn admit_visitor(&self, tracked: bool) -> Result<(), Fault> {
        match self.visitors {
            Visitors::All => Ok(()),
            Visitors::Sourced if tracked => Ok(()),
            Visitors::Sourced | Visitors::None => Err(Fault::LoginRequired),
        }
    }
}

/// Asks the settings service, and remembers for a short while.
#[derive(Clone)]
pub(crate) struct Sites {
    settings: SettingsInternalServiceClient<Transport>,
    known: Cache<SiteId, Arc<Site>>,
}

impl Sites {
    /// Remembers a site for `keep`, or until `forget`.
    #[must_use]
    pub(crate) fn new(settings: Transport, keep: Duration) -> Self {
        Self {
            settings: SettingsInternalServiceClient::new(settings),
            known: Cache::builder()
                .max_capacity(10_000)
                .time_to_live(keep)
                .build(),
        }
    }

    /// The site; reason `site_unknown` when there is none.
    pub(crate) async fn get(&self, id: SiteId) -> Result<Arc<Site>, Fault> {
        self.known
            .try_get_with(id, self.ask(id))
            .await
            .map_err(|status| match kit::fault::reason(&status).as_deref() {
                Some("site_unknown") => Fault::SiteUnknown,
                _ => Fault::Peer(Arc::unwrap_or_clone(status)),
            })
    }

    /// Forgets everything, so that the next question asks again. There are few sites and
    /// they seldom change.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
    }

    async fn ask(&self, id: SiteId) -> Result<Arc<Site>, Status> {
        let request = kit::idempotent(GetSiteRequest {
            site_id: id.to_string(),
        });
        let site = self.settings.clone().get_site(request).await?;
        let site = site.into_inner().site;
        let site = site.ok_or_else(|| Status::internal("settings answered no site"))?;
        Ok(Arc::new(Site::new(&site)))
    }
}

impl std::fmt::Debug for Sites {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sites")
    }
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_site_shows_the_fields_it_names() {
        let site = Site::new(&settings::Site {
            visible_profile_fields: texts(&["age", "tattoos", "interests", "body_type"]),
            search_fields: texts(&["body_type"]),
            ..settings::Site::default()
        });
        let names: Vec<_> = site.fields.iter().map(|field| field.name).collect();
        assert_eq!(names, ["body_type", "tattoos"]);
        assert_eq!(site.search_fields.len(), 1);
        assert!(site.interests && !site.search_interests);
    }

    #[test]
    fn visitors_are_admitted_as_the_site_says() {
        let site = |search, sourced| {
            Site::new(&settings::Site {
                logged_out_search: search,
                logged_out_search_trafficsource: sourced,
                ..settings::Site::default()
            })
        };
        for (search, sourced, tracked, admitted) in [
            (true, false, false, true),
            (false, true, false, false),
            (false, true, true, true),
            (false, false, true, false),
        ] {
            assert_eq!(
                site(search, sourced).admit_visitor(tracked).is_ok(),
                admitted
            );
        }
    }

    #[test]
    fn the_day_begins_where_the_site_is() {
        let site = Site::new(&settings::Site {
            time_zone: "Europe/Amsterdam".to_owned(),
            ..settings::Site::default()
        });
        assert_eq!(
            site.today(datetime!(2026-11-19 23:30 UTC)),
            date!(2026 - 11 - 20)
        );
    }
}
