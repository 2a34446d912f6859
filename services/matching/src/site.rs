//! The calendar of a site, as settings knows it.

use std::time::Duration;

use kit::{SiteId, Transport};
use moka::future::Cache;
use proto::settings::v1::{
    GetSiteRequest, settings_internal_service_client::SettingsInternalServiceClient,
};
use time::{Date, Month, OffsetDateTime};

use crate::fault::Fault;

/// Asks the settings service, and remembers for a short while.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    settings: SettingsInternalServiceClient<Transport>,
    zones: Cache<SiteId, jiff::tz::TimeZone>,
}

impl Sites {
    pub(crate) fn new(settings: Transport, keep: Duration) -> Self {
        Self {
            settings: SettingsInternalServiceClient::new(settings),
            zones: Cache::builder()
                .max_capacity(10_000)
                .time_to_live(keep)
                .build(),
        }
    }

    /// The date on a site's own calendar.
    pub(crate) async fn today(&self, site: SiteId, now: OffsetDateTime) -> Result<Date, Fault> {
        let zone = self
            .zones
            .try_get_with(site, self.ask(site))
            .await
            .map_err(|status| Fault::Settings(Box::new((*status).clone())))?;
        Ok(date_in(&zone, now))
    }

    /// Forgets everything; there are few sites and they seldom change.
    pub(crate) fn forget(&self) {
        self.zones.invalidate_all();
    }

    async fn ask(&self, site: SiteId) -> Result<jiff::tz::TimeZone, tonic::Status> {
        let request = kit::idempotent(GetSiteRequest {
            site_id: site.to_string(),
        });
        let site = self
            .settings
            .clone()
            .get_site(request)
            .await?
            .into_inner()
            .site;
        let name = site.map(|site| site.time_zone).unwrap_or_default();
        Ok(jiff::tz::TimeZone::get(&name).unwrap_or(jiff::tz::TimeZone::UTC))
    }
}

fn date_in(zone: &jiff::tz::TimeZone, now: OffsetDateTime) -> Date {
    let date = jiff::Timestamp::from_second(now.unix_timestamp())
        .unwrap_or_default()
        .to_zoned(zone.clone())
        .date();
    Month::try_from(date.month().unsigned_abs())
        .and_then(|month| {
            Date::from_calendar_date(date.year().into(), month, date.day().unsigned_abs())
        })
        .unwrap_or_else(|_| now.date())
}

#[cfg(test)]
mod tests {
    use time::macros::{date, datetime};

    use super::*;

    #[test]
    fn a_day_begins_by_the_sites_own_clock() {
        let zone = jiff::tz::TimeZone::get("Europe/Amsterdam").unwrap();
        assert_eq!(
            date_in(&zone, datetime!(2026-06-01 21:59 UTC)),
            date!(2026 - 06 - 01)
        );
        assert_eq!(
            date_in(&zone, datetime!(2026-06-01 22:00 UTC)),
            date!(2026 - 06 - 02)
        );
    }
}
