//! Accounts: who a member is and how they prove it.

mod account;
mod api;
mod attempts;
mod birth_date;
mod bucket;
mod config;
mod consent;
mod email;
mod fault;
mod gender;
mod hashing;
mod jobs;
mod mail;
mod newcomer;
mod password;
mod profile_name;
mod request_mail;
mod site;
mod staff;
mod status;
mod store;
mod throttle;
mod token;
mod tracking;
mod words;

use std::time::Duration;

use kit::{Host, Service};
use proto::{
    accounts::v1::{
        accounts_internal_service_server::AccountsInternalServiceServer,
        accounts_service_server::AccountsServiceServer,
    },
    settings::v1::SiteChanged,
};
use sqlx::migrate::Migrator;

use crate::{
    api::Api, attempts::Attempts, bucket::Buckets, config::Config, hashing::Hasher, site::Sites,
};

/// The tables of this service.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The accounts service.
#[derive(Debug)]
pub struct Accounts;

impl Service for Accounts {
    const NAME: &'static str = "accounts";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let (clock, chance) = (host.clock(), host.chance());
        let db = host.database(&MIGRATOR).await?;

        let sites = Sites::new(
            host.peer("settings"),
            Duration::from_secs(config.site_cache_seconds),
        );
        let forgetful = sites.clone();
        host.watch(move |_: &SiteChanged| forgetful.forget());

        let hasher = Hasher::new(config.hashing, chance.clone())?;
        let buckets = Buckets::new(&host.process().identity_key);
        let attempts = Attempts::new(
            db.clone(),
            clock.clone(),
            config.throttle,
            buckets.clone(),
            hasher.clone(),
        );
        jobs::schedule(host, &db, &config);

        let api = Api {
            db,
            clock,
            chance,
            sites,
            hasher,
            buckets,
            attempts,
            config,
        };
        host.grpc(AccountsServiceServer::new(api.clone()));
        host.grpc(AccountsInternalServiceServer::new(api));
        Ok(())
    }
}
