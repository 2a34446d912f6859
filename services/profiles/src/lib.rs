//! Profiles: what members show of themselves, and how they are found.

mod age;
mod api;
mod attribute;
mod budget;
mod card;
mod changed;
mod config;
mod create;
mod cursor;
mod facet;
mod fault;
mod gender;
mod grid;
mod hear;
mod interest;
mod jobs;
mod kind;
mod places;
mod profile;
mod site;
mod store;
mod text;

use std::{sync::Arc, time::Duration};

use kit::{Db, Host, Service};
use proto::profiles::v1::{
    photo_files_service_server::PhotoFilesServiceServer,
    profiles_internal_service_server::ProfilesInternalServiceServer,
    profiles_operator_service_server::ProfilesOperatorServiceServer,
    profiles_service_server::ProfilesServiceServer,
};
use sqlx::migrate::Migrator;

use crate::{
    api::Api,
    budget::Budget,
    config::Config,
    create::Creator,
    cursor::Cursors,
    places::Places,
    site::{Site, Sites},
    store::interests,
};

/// The tables of this service.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// A photo of 10 MB with what gRPC puts around it.
const LARGEST_CALL: usize = 12 * 1024 * 1024;

/// The profiles service.
#[derive(Debug)]
pub struct Profiles;

impl Service for Profiles {
    const NAME: &'static str = "profiles";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let clock = host.clock();
        let db = host.database(&MIGRATOR).await?;

        let keep = Duration::from_secs(config.site_cache_seconds);
        let sites = Sites::new(host, keep, Site::new);

        let creator = Creator::new(db.clone(), clock.clone(), host.peer("accounts"));
        let store = photo::Store::new(config.photo_folder.clone(), "", &card::WIDTHS);
        jobs::schedule(host, &db, (&creator, &store), &config);
        hear(host, &db);

        let api = Api {
            clock,
            chance: host.chance(),
            sites,
            places: tokio::task::spawn_blocking(Places::shared).await?,
            interests: Arc::new(interests::all(db.pool()).await?),
            creator,
            store,
            workshop: photo::Workshop::new(config.photo_workers, &card::WIDTHS),
            budget: Budget::new(config.views_a_day, config.visitor_views_a_day),
            cursors: Cursors::new(host.key_for("cursor"), host.chance()),
            config: Arc::new(config),
            db,
        };
        host.grpc(ProfilesServiceServer::new(api.clone()).max_decoding_message_size(LARGEST_CALL));
        host.grpc(ProfilesInternalServiceServer::new(api.clone()));
        host.grpc(PhotoFilesServiceServer::new(api.clone()));
        host.grpc(ProfilesOperatorServiceServer::new(api));
        Ok(())
    }
}

fn hear(host: &mut Host, db: &Db) {
    let clock = host.clock();
    host.hear(
        db,
        hear::AccountCreatedHandler {
            clock: clock.clone(),
        },
    );
    host.hear(
        db,
        hear::AccountActivatedHandler {
            clock: clock.clone(),
        },
    );
    host.hear(
        db,
        hear::AccountReactivatedHandler {
            clock: clock.clone(),
        },
    );
    host.hear(db, hear::AccountDeletedHandler);
    host.hear(db, hear::AccountErasedHandler { clock });
    host.hear(db, hear::PremiumGrantedHandler);
    host.hear(db, hear::PremiumRevokedHandler);
    host.hear(db, hear::MemberBlockedHandler);
    host.hear(db, hear::MemberUnblockedHandler);
}
