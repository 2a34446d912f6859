//! Matching: who likes whom, and who shuts whom out.

mod api;
mod config;
mod fault;
mod hear;
mod jobs;
mod pair;
mod shut_out;
mod site;
mod store;

use std::time::Duration;

use kit::{Host, Service};
use proto::{
    matching::v1::{
        matching_internal_service_server::MatchingInternalServiceServer,
        matching_service_server::MatchingServiceServer,
    },
    profiles::v1::profiles_internal_service_client::ProfilesInternalServiceClient,
};
use sqlx::migrate::Migrator;
use time::OffsetDateTime;

use crate::{api::Api, config::Config, shut_out::ShutOut, site::Sites};

/// The tables of this service.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The matching service.
#[derive(Debug)]
pub struct Matching;

impl Service for Matching {
    const NAME: &'static str = "matching";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let clock = host.clock();
        let db = host.database(&MIGRATOR).await?;

        let keep = Duration::from_secs(config.site_cache_seconds);
        let sites = Sites::new(host, keep, site::calendar);

        host.hear(&db, hear::ProfileChangedHandler);
        host.hear(&db, hear::ProfileHiddenHandler);
        host.hear(&db, hear::AccountErasedHandler);

        let (chat, profiles) = (host.peer("chat"), host.peer("profiles"));
        let shut_out = ShutOut::new(db.clone(), clock.clone(), chat, profiles.clone());
        let patience = Duration::from_secs(config.block_retry_seconds);
        let finisher = (db.clone(), clock.clone(), shut_out.clone());
        host.every("finish blocks", Duration::from_secs(1), move || {
            let (db, clock, shut_out) = finisher.clone();
            async move { jobs::finish_blocks::finish_blocks(&db, &clock, &shut_out, patience).await }
        });

        let forgetful = (db.clone(), clock.clone());
        let sweep = Duration::from_secs(config.swipe_sweep_seconds);
        host.every("forget swipe days", sweep, move || {
            let (db, clock) = forgetful.clone();
            async move { jobs::forget_swipe_days::forget_swipe_days(&db, &clock).await }
        });

        let api = Api {
            db,
            clock,
            config,
            sites,
            shut_out,
            profiles: ProfilesInternalServiceClient::new(profiles),
        };
        host.grpc(MatchingServiceServer::new(api.clone()));
        host.grpc(MatchingInternalServiceServer::new(api));
        Ok(())
    }
}

fn timestamp(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: at.unix_timestamp(),
        nanos: i32::try_from(at.nanosecond()).unwrap_or(0),
    }
}
