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

use std::time::Duration;

use kit::{Host, Service};
use proto::accounts::v1::{
    accounts_internal_service_server::AccountsInternalServiceServer,
    accounts_mail_service_server::AccountsMailServiceServer,
    accounts_operator_service_server::AccountsOperatorServiceServer,
    accounts_service_server::AccountsServiceServer,
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

        let keep = Duration::from_secs(config.site_cache_seconds);
        let sites = Sites::asking(host, keep, site::read);

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
            demo: host.process().demo,
        };
        host.grpc(AccountsServiceServer::new(api.clone()));
        host.grpc(AccountsInternalServiceServer::new(api.clone()));
        host.grpc(AccountsMailServiceServer::new(api.clone()));
        host.grpc(AccountsOperatorServiceServer::new(api));
        Ok(())
    }
}
