//! What accounts needs to know of a site, and where it comes from.

use std::{sync::Arc, time::Duration};

use kit::{SiteId, Transport};
use moka::future::Cache;
use proto::settings::v1::{
    self as settings, GetCompanyRequest, GetSiteRequest, Signups,
    settings_internal_service_client::SettingsInternalServiceClient,
};
use time::{
    Date, Month, OffsetDateTime, format_description::well_known::Rfc3339, macros::datetime,
};
use tonic::Status;

use crate::fault::Fault;

/// The terms are of this day, or of the day the company was added if that is later.
const TERMS: OffsetDateTime = datetime!(2023-12-01 12:00 UTC);

/// The settings of a site that accounts follows.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) signups: Signups,
    pub(crate) countries: Vec<String>,
    pub(crate) languages: Vec<String>,
    /// Years.
    pub(crate) min_age: u32,
    /// Tells on screen whether an address has an account.
    pub(crate) disclose_membership: bool,
    /// Version of the terms in force.
    pub(crate) terms_version: String,
    default_language: String,
    zone: jiff::tz::TimeZone,
}

impl Site {
    /// Reads a site's settings; `company_added` dates its terms.
    #[must_use]
    pub(crate) fn new(site: settings::Site, company_added: Option<OffsetDateTime>) -> Self {
        let terms = company_added.map_or(TERMS, |added| added.max(TERMS));
        // Without a known zone a day counts once it has begun everywhere on earth.
        let last_on_earth = || jiff::tz::TimeZone::fixed(jiff::tz::offset(-12));
        Self {
            signups: site.signups(),
            min_age: site.min_age,
            disclose_membership: site.disclose_membership,
            terms_version: terms.format(&Rfc3339).unwrap_or_default(),
            default_language: site.domain_language.chars().take(2).collect(),
            zone: jiff::tz::TimeZone::get(&site.time_zone).unwrap_or_else(|_| last_on_earth()),
            countries: site.countries,
            languages: site.languages,
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

    /// A language of the site; empty means the site's own.
    pub(crate) fn language(&self, wanted: &str) -> Result<String, Fault> {
        let wanted = if wanted.is_empty() {
            &self.default_language
        } else {
            wanted
        };
        if self.languages.iter().any(|language| language == wanted) {
            return Ok(wanted.to_owned());
        }
        Err(Fault::LanguageUnknown)
    }

    /// A country of the site.
    pub(crate) fn country(&self, wanted: &str) -> Result<String, Fault> {
        if self.countries.iter().any(|country| country == wanted) {
            return Ok(wanted.to_owned());
        }
        Err(Fault::CountryUnknown)
    }

    /// Refuses sign-ups that the site does not want; `tracked` visitors bring a traffic source.
    pub(crate) fn admits(&self, tracked: bool) -> Result<(), Fault> {
        match self.signups {
            Signups::All => Ok(()),
            Signups::WithTrafficsource if tracked => Ok(()),
            Signups::WithTrafficsource | Signups::Off | Signups::Unspecified => {
                Err(Fault::SignupsClosed)
            }
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
                _ => Fault::Settings(Arc::unwrap_or_clone(status)),
            })
    }

    /// Forgets everything, so that the next question asks again. There are few sites and
    /// they seldom change.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
    }

    async fn ask(&self, id: SiteId) -> Result<Arc<Site>, Status> {
        let mut settings = self.settings.clone();
        let request = kit::idempotent(GetSiteRequest {
            site_id: id.to_string(),
        });
        let site = settings.get_site(request).await?.into_inner().site;
        let site = site.ok_or_else(|| Status::internal("settings answered no site"))?;
        let added = if site.company_id.is_empty() {
            None
        } else {
            let company_id = site.company_id.clone();
            let request = kit::idempotent(GetCompanyRequest { company_id });
            let company = settings.get_company(request).await?.into_inner().company;
            company.and_then(|company| company.added)
        };
        let added = added.and_then(|at| OffsetDateTime::from_unix_timestamp(at.seconds).ok());
        Ok(Arc::new(Site::new(site, added)))
    }
}

impl std::fmt::Debug for Sites {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sites")
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn site(time_zone: &str) -> Site {
        let settings = settings::Site {
            domain_language: "nl-NL".to_owned(),
            languages: vec!["nl".to_owned(), "en".to_owned()],
            countries: vec!["NL".to_owned()],
            time_zone: time_zone.to_owned(),
            ..settings::Site::default()
        };
        Site::new(settings, None)
    }

    #[test]
    fn the_day_begins_by_the_sites_own_clock() {
        let before = datetime!(2026-06-01 21:59 UTC);
        let after = datetime!(2026-06-01 22:00 UTC);
        assert_eq!(
            site("Europe/Amsterdam").today(before),
            date!(2026 - 06 - 01)
        );
        assert_eq!(site("Europe/Amsterdam").today(after), date!(2026 - 06 - 02));
        assert_eq!(site("Europe/London").today(after), date!(2026 - 06 - 01));
    }

    #[test]
    fn without_a_zone_the_day_begins_last() {
        let noon = datetime!(2026-06-02 11:59 UTC);
        assert_eq!(site("").today(noon), date!(2026 - 06 - 01));
        assert_eq!(
            site("Mars/Olympus").today(datetime!(2026-06-02 12:00 UTC)),
            date!(2026 - 06 - 02)
        );
    }

    #[test]
    fn only_the_sites_languages_and_countries_will_do() {
        let site = site("");
        assert_eq!(site.language("").unwrap(), "nl");
        assert_eq!(site.language("en").unwrap(), "en");
        for language in ["de", "EN", "nl-NL", "nl\0"] {
            assert!(matches!(
                site.language(language),
                Err(Fault::LanguageUnknown)
            ));
        }
        assert_eq!(site.country("NL").unwrap(), "NL");
        for country in ["", "nl", "BE"] {
            assert!(matches!(site.country(country), Err(Fault::CountryUnknown)));
        }
    }

    #[test]
    fn sign_ups_follow_the_sites_setting() {
        let with = |signups| Site {
            signups,
            ..site("")
        };
        assert!(with(Signups::All).admits(false).is_ok());
        assert!(with(Signups::WithTrafficsource).admits(true).is_ok());
        assert!(with(Signups::WithTrafficsource).admits(false).is_err());
        assert!(with(Signups::Off).admits(true).is_err());
        assert!(with(Signups::Unspecified).admits(true).is_err());
    }

    #[test]
    fn the_terms_are_never_older_than_the_company() {
        let added = |at| Site::new(settings::Site::default(), at).terms_version;
        assert_eq!(added(None), "2023-12-01T12:00:00Z");
        assert_eq!(
            added(Some(datetime!(2020-01-01 0:00 UTC))),
            "2023-12-01T12:00:00Z"
        );
        assert_eq!(
            added(Some(datetime!(2025-02-03 4:05:06 UTC))),
            "2025-02-03T04:05:06Z"
        );
    }
}
