//! What a service needs to know of a site: asked of settings, and remembered for a short while.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use futures::{FutureExt as _, future::BoxFuture};
use moka::future::Cache;
use proto::settings::v1::{
    GetSiteRequest, Site, SiteChanged,
    settings_internal_service_client::SettingsInternalServiceClient,
};
use tonic::Status;

use crate::{Host, SiteId, Transport, fault, idempotent};

/// The settings service, as other services ask it.
pub type Settings = SettingsInternalServiceClient<Transport>;

type Read<T> = dyn Fn(Settings, Site) -> BoxFuture<'static, Result<T, Status>> + Send + Sync;

/// Sites, each read into what one service follows of it.
pub struct Sites<T> {
    settings: Settings,
    known: Cache<(u64, SiteId), Arc<T>>,
    /// Counts what has changed: an answer that was on its way meanwhile is known by the old count.
    changes: Arc<AtomicU64>,
    read: Arc<Read<T>>,
}

/// Why there is no answer about a site.
#[derive(Debug, thiserror::Error)]
pub enum NoSite {
    #[error("site unknown")]
    Unknown,
    #[error("settings is away")]
    Away(#[source] Box<Status>),
}

impl<T: Send + Sync + 'static> Sites<T> {
    /// Remembers a site until it changes, or for `keep` when no event tells of that.
    pub fn new(host: &mut Host, keep: Duration, read: fn(&Site) -> T) -> Self {
        Self::asking(host, keep, move |_, site| {
            std::future::ready(Ok(read(&site))).boxed()
        })
    }

    /// The same, where reading a site takes more questions.
    pub fn asking(
        host: &mut Host,
        keep: Duration,
        read: impl Fn(Settings, Site) -> BoxFuture<'static, Result<T, Status>> + Send + Sync + 'static,
    ) -> Self {
        let known: Cache<(u64, SiteId), Arc<T>> = Cache::builder()
            .max_capacity(10_000)
            .time_to_live(keep)
            .build();
        let changes = Arc::<AtomicU64>::default();
        let (all, counted) = (known.clone(), Arc::clone(&changes));
        // Sites are few and seldom change.
        host.watch(move |_: &SiteChanged| {
            counted.fetch_add(1, Ordering::Relaxed);
            all.invalidate_all();
        });
        Self {
            settings: Settings::new(host.peer("settings")),
            known,
            changes,
            read: Arc::new(read),
        }
    }

    /// A site.
    pub async fn get(&self, id: SiteId) -> Result<Arc<T>, NoSite> {
        let key = (self.changes.load(Ordering::Relaxed), id);
        // Most calls end here, without a turn in the cache's queue.
        if let Some(site) = self.known.get(&key).await {
            return Ok(site);
        }
        self.known
            .try_get_with(key, self.ask(id))
            .await
            .map_err(|status| match fault::reason(&status).as_deref() {
                Some("site_unknown") => NoSite::Unknown,
                _ => NoSite::Away(Box::new(Arc::unwrap_or_clone(status))),
            })
    }

    async fn ask(&self, id: SiteId) -> Result<Arc<T>, Status> {
        let request = idempotent(GetSiteRequest {
            site_id: id.to_string(),
        });
        let site = self.settings.clone().get_site(request).await?;
        let site = site.into_inner().site;
        let site = site.ok_or_else(|| Status::internal("settings answered no site"))?;
        Ok(Arc::new((self.read)(self.settings.clone(), site).await?))
    }
}

impl<T> Clone for Sites<T> {
    fn clone(&self) -> Self {
        Self {
            settings: self.settings.clone(),
            known: self.known.clone(),
            changes: Arc::clone(&self.changes),
            read: Arc::clone(&self.read),
        }
    }
}

impl<T> fmt::Debug for Sites<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Sites")
    }
}
