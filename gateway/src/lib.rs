//! The only public door: authenticates, limits, translates, forwards; owns no business rule.

mod address;
mod api;
mod caller;
mod card;
mod config;
mod cookies;
mod device;
mod fields;
mod files;
mod headers;
mod limits;
mod live;
mod openapi;
mod origin;
mod page;
mod peers;
mod photos;
mod presence;
mod push_key;
mod query;
mod record;
mod reply;
mod routes;
mod rpc;
mod sessions;
mod site;
mod unsubscribe;
mod uploads;
mod wallet;
mod watch;

use std::sync::Arc;

use kit::{Host, Service};
use opentelemetry::metrics::Histogram;

pub use crate::{
    address::{Network, NotANetwork},
    config::{Config, Limits, Live},
    openapi::document,
};
use crate::{
    page::Pages, peers::Peers, presence::Presence, sessions::Sessions, site::Sites, wallet::Wallets,
};

/// The gateway.
#[derive(Debug)]
pub struct Gateway;

/// What the handlers share.
struct App {
    config: Config,
    peers: Peers,
    sites: Sites,
    sessions: Sessions,
    wallets: Wallets,
    presence: Presence,
    limits: limits::Limits,
    uploads: uploads::Uploads,
    live: live::Live,
    push_key: push_key::PushKey,
    pages: Pages,
    durations: Histogram<f64>,
}

impl Service for Gateway {
    const NAME: &'static str = "gateway";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let peers = Peers::of(host);
        let app = Arc::new(App {
            sites: Sites::new(peers.settings()),
            sessions: Sessions::new(peers.accounts()),
            wallets: Wallets::new(),
            presence: Presence::new(),
            limits: limits::Limits::new(&config.limits),
            uploads: uploads::Uploads::new(&config),
            live: live::Live::start(host, &config.live),
            push_key: push_key::PushKey::new(peers.notifications_gateway()),
            pages: Pages::new(config.web_root.clone()),
            durations: record::durations(),
            peers,
            config,
        });
        watch::drop_caches(host, &app);
        host.public(routes::all(app));
        Ok(())
    }
}
