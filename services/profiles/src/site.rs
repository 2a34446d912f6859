//! What profiles needs to know of a site.

use kit::Calendar;
use proto::settings::v1 as settings;
use time::{Date, OffsetDateTime};

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

/// Sites, and what profiles follows of them.
pub(crate) type Sites = kit::Sites<Site>;

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
    calendar: Calendar,
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
            calendar: Calendar::of_zone(&site.time_zone),
        }
    }

    /// The date on the site's own calendar.
    #[must_use]
    pub(crate) fn today(&self, now: OffsetDateTime) -> Date {
        self.calendar.date(now)
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
