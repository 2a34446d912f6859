//! What chat needs to know of a site, and where it comes from.

use std::time::Duration;

use kit::{SiteId, Transport};
use moka::future::Cache;
use proto::settings::v1::{
    GetSiteRequest, settings_internal_service_client::SettingsInternalServiceClient,
};
use tonic::Status;

use crate::fault::Fault;

/// The settings of a site that chat follows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Credits of a text message.
    pub(crate) text_price: u32,
    /// Credits of a photo.
    pub(crate) photo_price: u32,
    /// Characters of a message.
    pub(crate) message_length: u32,
    /// The site has fictional profiles.
    pub(crate) fictional: bool,
}

/// Asks the settings service, and remembers for a short while.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    settings: SettingsInternalServiceClient<Transport>,
    known: Cache<SiteId, Rules>,
}

impl Sites {
    /// Remembers a site for `keep`, or until `forget`.
    pub(crate) fn new(settings: Transport, keep: Duration) -> Self {
        Self {
            settings: SettingsInternalServiceClient::new(settings),
            known: Cache::builder()
                .max_capacity(10_000)
                .time_to_live(keep)
                .build(),
        }
    }

    /// A site's rules.
    pub(crate) async fn get(&self, site: SiteId) -> Result<Rules, Fault> {
        if let Some(rules) = self.known.get(&site).await {
            return Ok(rules);
        }
        self.known
            .try_get_with(site, self.ask(site))
            .await
            .map_err(|status| Fault::Settings(Box::new((*status).clone())))
    }

    /// Forgets everything; there are few sites and they seldom change.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
    }

    async fn ask(&self, site: SiteId) -> Result<Rules, Status> {
        let request = kit::idempotent(GetSiteRequest {
            site_id: site.to_string(),
        });
        let answer = self.settings.clone().get_site(request).await?.into_inner();
        let site = answer
            .site
            .ok_or_else(|| Status::internal("settings answered no site"))?;
        Ok(Rules {
            text_price: site.message_credits,
            photo_price: site.photo_credits,
            message_length: site.message_length,
            fictional: site.fictional_enabled,
        })
    }
}
