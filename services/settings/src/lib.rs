//! Settings: what differs from site to site, and who runs it.

mod api;
mod as_text;
pub mod company;
pub mod config;
pub mod country;
pub mod demo;
pub mod domain;
pub mod fault;
pub mod fictional;
mod field;
pub mod locale;
pub mod money;
pub mod page;
pub mod prices;
pub mod site;
mod store;
pub mod time_zone;

use kit::{Host, Service};
use proto::settings::v1::{
    settings_internal_service_server::SettingsInternalServiceServer,
    settings_service_server::SettingsServiceServer,
};
use sqlx::migrate::Migrator;

/// The tables of this service.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The settings service.
#[derive(Debug)]
pub struct Settings;

impl Service for Settings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let api = api::Api {
            db: host.database(&MIGRATOR).await?,
            clock: host.clock(),
            config: host.config()?,
        };
        host.grpc(SettingsServiceServer::new(api.clone()));
        host.grpc(SettingsInternalServiceServer::new(api));
        Ok(())
    }
}
