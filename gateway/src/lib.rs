//! The only public door: authenticates, limits, translates, forwards; owns no business rule.

mod address;
mod api;
mod caller;
mod config;
mod cookies;
mod device;
mod fields;
mod files;
mod headers;
mod limits;
mod openapi;
mod origin;
mod page;
mod peers;
mod record;
mod reply;
mod routes;
mod rpc;
mod sessions;
mod site;
mod unsubscribe;
mod watch;

use std::sync::Arc;

use kit::{Host, Service};
use opentelemetry::metrics::Histogram;

pub use crate::{
    address::{Network, NotANetwork},
    config::{Config, Limits},
    openapi::document,
};
use crate::{page::Pages, peers::Peers, sessions::Sessions, site::Sites};

/// The gateway.
#[derive(Debug)]
pub struct Gateway;

/// What the handlers share.
struct App {
    config: Config,
    peers: Peers,
    sites: Sites,
    sessions: Sessions,
    limits: limits::Limits,
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
            limits: limits::Limits::new(&config.limits),
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
