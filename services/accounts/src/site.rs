//! What accounts needs to know of a site.

use futures::{FutureExt as _, future::BoxFuture};
use kit::Calendar;
use proto::settings::v1::{self as settings, GetCompanyRequest, Signups};
use time::{Date, OffsetDateTime, format_description::well_known::Rfc3339, macros::datetime};
use tonic::Status;

use crate::fault::Fault;

/// The terms are of this day, or of the day the company was added if that is later.
const TERMS: OffsetDateTime = datetime!(2023-12-01 12:00 UTC);

/// Sites, and what accounts follows of them.
pub(crate) type Sites = kit::Sites<Site>;

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
    calendar: Calendar,
}

impl Site {
    /// Reads a site's settings; `company_added` dates its terms.
    #[must_use]
    pub(crate) fn new(site: settings::Site, company_added: Option<OffsetDateTime>) -> Self {
        let terms = company_added.map_or(TERMS, |added| added.max(TERMS));
        Self {
            signups: site.signups(),
            min_age: site.min_age,
            disclose_membership: site.disclose_membership,
            terms_version: terms.format(&Rfc3339).unwrap_or_default(),
            default_language: site.domain_language.chars().take(2).collect(),
            calendar: Calendar::of_zone(&site.time_zone),
            countries: site.countries,
            languages: site.languages,
        }
    }

    /// The date on the site's own calendar.
    #[must_use]
    pub(crate) fn today(&self, now: OffsetDateTime) -> Date {
        self.calendar.date(now)
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

/// Reads a site and asks who runs it.
pub(crate) fn read(
    mut settings: kit::Settings,
    site: settings::Site,
) -> BoxFuture<'static, Result<Site, Status>> {
    async move {
        let added = if site.company_id.is_empty() {
            None
        } else {
            let company_id = site.company_id.clone();
            let request = kit::idempotent(GetCompanyRequest { company_id });
            let company = settings.get_company(request).await?.into_inner().company;
            company.and_then(|company| company.added)
        };
        let added = added.and_then(|at| OffsetDateTime::from_unix_timestamp(at.seconds).ok());
        Ok(Site::new(site, added))
    }
    .boxed()
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
        assert_eq!(
            site("Europe/Amsterdam").today(datetime!(2026-06-01 22:00 UTC)),
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
