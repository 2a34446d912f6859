//! Chat: conversations, messages, gifts and photos, and what they cost.

mod allowance;
mod api;
mod config;
mod content;
mod fault;
mod gift;
mod hear;
mod ids;
mod jobs;
mod message;
mod pair;
mod purse;
mod site;
mod store;
mod typing;

use std::{sync::Arc, time::Duration};

use futures::StreamExt as _;
use kit::{Host, Service};
use proto::chat::v1::{
    chat_gateway_service_server::ChatGatewayServiceServer,
    chat_internal_service_server::ChatInternalServiceServer,
    chat_service_server::ChatServiceServer,
};
use sqlx::migrate::Migrator;
use time::OffsetDateTime;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use crate::{
    api::Api,
    config::Config,
    message::{PREFIX, WIDTHS},
    purse::{Purses, Want},
    site::{Rules, Sites},
    typing::Typing,
};

/// The tables of this service.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// Photos that one process encodes at the same time.
const ENCODERS: usize = 2;
/// Purses that one process fills in the background at the same time.
const TOP_UPS: usize = 8;
/// A photo of 10 MB with what gRPC puts around it.
const LARGEST_CALL: usize = 12 * 1024 * 1024;

/// The chat service.
#[derive(Debug)]
pub struct Chat;

impl Service for Chat {
    const NAME: &'static str = "chat";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Arc<Config> = Arc::new(host.config()?);
        let db = host.database(&MIGRATOR).await?;

        let keep = Duration::from_secs(config.site_cache_seconds);
        let sites = Sites::new(host, keep, Rules::of);

        let (clock, chance) = (host.clock(), host.chance());
        let hands = (db.clone(), clock.clone(), chance.clone());
        let (purses, asked) = Purses::new(hands, Arc::clone(&config), host.peer("billing"));
        let api = Api {
            gifts: Arc::new(store::gifts::all(db.pool()).await?),
            photo_files: photo::Store::new(config.photo_folder.clone(), PREFIX, &WIDTHS),
            workshop: photo::Workshop::new(ENCODERS, &WIDTHS),
            typing: Typing::new(),
            stopping: host.stopping(),
            db,
            clock,
            chance,
            config,
            sites,
            purses,
        };
        hear(host, &api);
        schedule(host, &api, asked);
        let server = ChatServiceServer::new(api.clone()).max_decoding_message_size(LARGEST_CALL);
        host.grpc(server);
        host.grpc(ChatInternalServiceServer::new(api.clone()));
        host.grpc(ChatGatewayServiceServer::new(api));
        Ok(())
    }
}

fn hear(host: &mut Host, api: &Api) {
    host.hear(&api.db, hear::AccountActivatedHandler);
    host.hear(&api.db, hear::AccountDeletedHandler);
    host.hear(&api.db, hear::AccountReactivatedHandler);
    host.hear(&api.db, hear::AccountErasedHandler);
    host.hear(&api.db, hear::ProfileChangedHandler);
    host.hear(&api.db, hear::ProfileHiddenHandler);
    host.hear(&api.db, hear::MemberBlockedHandler);
    host.hear(&api.db, hear::MemberUnblockedHandler);
    host.hear(&api.db, hear::PremiumGrantedHandler);
    host.hear(&api.db, hear::PremiumRevokedHandler);
}

fn schedule(host: &mut Host, api: &Api, asked: mpsc::Receiver<Want>) {
    let sweep = Duration::from_secs(api.config.purse_sweep_seconds);
    let own = api.clone();
    host.every("close purses", sweep, move || {
        let api = own.clone();
        async move { jobs::close_purses::run(&api).await }
    });
    let own = api.clone();
    let sweep = Duration::from_secs(api.config.photo_sweep_seconds);
    host.every("delete photos", sweep, move || {
        let api = own.clone();
        async move { jobs::delete_photos::run(&api).await }
    });
    let (purses, stop) = (api.purses.clone(), host.stopping());
    host.task("fill purses", async move {
        let work =
            ReceiverStream::new(asked).for_each_concurrent(TOP_UPS, |want| purses.top_up(want));
        // What is cut off is a lease that nobody answered about: the job closes it.
        tokio::select! {
            () = work => {}
            () = stop.cancelled() => {}
        }
        Ok(())
    });
}

fn timestamp(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: at.unix_timestamp(),
        nanos: i32::try_from(at.nanosecond()).unwrap_or(0),
    }
}
