//! What billing needs to know of a site, and where it comes from.

use std::{sync::Arc, time::Duration};

use kit::{SiteId, Transport};
use moka::future::Cache;
use proto::settings::v1::{
    GetSiteRequest, Site, settings_internal_service_client::SettingsInternalServiceClient,
};
use tonic::Status;

use crate::fault::Fault;

/// The law's least, in days; a site may only be more generous.
const LEAST_REFUND_DAYS: u32 = 14;

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

    /// Days in which the site's members can withdraw.
    pub(crate) async fn refund_days(&self, id: SiteId) -> Result<u32, Fault> {
        Ok(self.get(id).await?.refund_days.max(LEAST_REFUND_DAYS))
    }

    /// Forgets everything, so that the next question asks again.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
    }

    async fn ask(&self, id: SiteId) -> Result<Arc<Site>, Status> {
        let mut settings = self.settings.clone();
        let request = kit::idempotent(GetSiteRequest {
            site_id: id.to_string(),
        });
        let site = settings.get_site(request).await?.into_inner().site;
        site.map(Arc::new)
            .ok_or_else(|| Status::internal("settings answered no site"))
    }
}

impl std::fmt::Debug for Sites {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Sites")
    }
}
