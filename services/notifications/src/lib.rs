//! Notifications: mail and web push to members, and what they want to hear of.

mod api;
pub mod bill;
pub mod config;
mod directory;
pub mod endpoint;
mod fault;
mod hear;
mod jobs;
pub mod kind;
pub mod language;
pub mod letter;
mod mailbox_page;
mod message;
mod metrics;
mod moment;
mod money;
mod post;
pub mod preference;
mod push;
pub mod receipt;
mod retry;
mod store;
mod tell;
mod texts;
pub mod unsubscribe;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use kit::{Chance, Clock, Db, Host, Sites};
use proto::{
    accounts::v1::{
        accounts_internal_service_client::AccountsInternalServiceClient,
        accounts_mail_service_client::AccountsMailServiceClient,
    },
    notifications::v1::{
        notifications_gateway_service_server::NotificationsGatewayServiceServer,
        notifications_internal_service_server::NotificationsInternalServiceServer,
        notifications_service_server::NotificationsServiceServer,
    },
    profiles::v1::profiles_internal_service_client::ProfilesInternalServiceClient,
    settings::v1::{Site, settings_internal_service_client::SettingsInternalServiceClient},
};
use sqlx::migrate::Migrator;
use tokio::{net::TcpListener, sync::Notify};

use crate::{
    api::Api,
    config::{Config, Delivery},
    directory::Directory,
    endpoint::PushHosts,
    jobs::{
        purge::purge,
        rounds::{self, Looks, Rounds},
        send_mail::Sender,
        send_push::Pusher,
        write_mail::Writer,
        write_push::PushWriter,
    },
    letter::Desk,
    metrics::{Metrics, PushMetrics},
    post::Post,
    push::{Courier, key::PushKey},
    store::{mail_jobs, push_key, pushes},
    tell::Waits,
};

static MIGRATOR: Migrator = sqlx::migrate!();

/// The service.
#[derive(Debug)]
pub struct Notifications;

impl kit::Service for Notifications {
    const NAME: &'static str = "notifications";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let demo = host.process().demo;
        let delivery = config.delivery(demo)?;
        let db = host.database(&MIGRATOR).await?;
        let (chance, clock) = (host.chance(), host.clock());
        let key = own_key((&chance, &clock), &db, &config).await?;
        let push_hosts = PushHosts::new(&config.push_hosts, demo);

        let api = Api {
            db: db.clone(),
            clock: clock.clone(),
            push_hosts: push_hosts.clone(),
            push_key: key.public().to_owned(),
        };
        host.grpc(NotificationsServiceServer::new(api.clone()));
        host.grpc(NotificationsInternalServiceServer::new(api.clone()));
        host.grpc(NotificationsGatewayServiceServer::new(api));

        hear::hear_accounts(host, &db);
        hear::hear_money(host, &db);
        hear::hear_news(host, &db, Waits::from(&config));

        let purged = db.clone();
        let keep_jobs = time::Duration::days(config.keep_jobs_days.into());
        host.every("purge mail jobs", Duration::from_hours(1), move || {
            let (db, clock) = (purged.clone(), clock.clone());
            async move { purge(&db, &clock, keep_jobs).await }
        });
        if let Delivery::Mailbox(address) = delivery {
            show_mailbox(host, &db, address)?;
        }
        let desk = Arc::new(Desk::open()?);
        send_mails(host, (&db, &config), &delivery, &desk)?;
        send_pushes(host, (&db, &config), (push_hosts, key), &desk)
    }
}

/// The configured key for pushes, else the one of the database, made when there is none.
async fn own_key(
    (chance, clock): (&Chance, &Clock),
    db: &Db,
    config: &Config,
) -> anyhow::Result<PushKey> {
    if let Some(private) = &config.push_private_key {
        return PushKey::configured(private);
    }
    let fresh = PushKey::make(chance);
    let kept = push_key::keep_first(db, &fresh, clock.now()).await?;
    PushKey::read(&kept)
}

fn directory(host: &mut Host, config: &Config) -> Directory {
    let keep = Duration::from_secs(config.site_cache_seconds);
    Directory {
        accounts: AccountsMailServiceClient::new(host.peer("accounts")),
        profiles: ProfilesInternalServiceClient::new(host.peer("profiles")),
        sites: Sites::new(host, keep, Site::clone),
    }
}

fn send_mails(
    host: &mut Host,
    (db, config): (&Db, &Config),
    delivery: &Delivery,
    desk: &Arc<Desk>,
) -> anyhow::Result<()> {
    let writer = Writer {
        db: db.clone(),
        chance: host.chance(),
        desk: Arc::clone(desk),
        accounts: AccountsInternalServiceClient::new(host.peer("accounts")),
        settings: SettingsInternalServiceClient::new(host.peer("settings")),
        directory: directory(host, config),
    };
    let sender = Sender {
        db: db.clone(),
        clock: host.clock(),
        chance: host.chance(),
        config: config.clone(),
        post: Post::open(config, delivery, db)?,
        writer,
        waits: Waits::from(config),
        metrics: Metrics::default(),
    };
    let period = Duration::from_millis(config.look_milliseconds);
    let names = ("mail bell", "send mail");
    go_round(host, names, (db, mail_jobs::CHANNEL), period, sender);
    Ok(())
}

fn send_pushes(
    host: &mut Host,
    (db, config): (&Db, &Config),
    (hosts, key): (PushHosts, PushKey),
    desk: &Arc<Desk>,
) -> anyhow::Result<()> {
    let writer = PushWriter {
        db: db.clone(),
        clock: host.clock(),
        desk: Arc::clone(desk),
        directory: directory(host, config),
    };
    let timeout = Duration::from_secs(config.push_timeout_seconds);
    let pusher = Pusher {
        db: db.clone(),
        clock: host.clock(),
        chance: host.chance(),
        config: config.clone(),
        courier: Courier::open(&hosts, timeout)?,
        hosts,
        key,
        writer,
        metrics: PushMetrics::default(),
    };
    // The bell rings when a push is queued; it is due this much later.
    let wait = config.push_wait_milliseconds.max(50);
    let period = Duration::from_millis(config.look_milliseconds.min(wait));
    let names = ("push bell", "send pushes");
    go_round(host, names, (db, pushes::CHANNEL), period, pusher);
    Ok(())
}

fn go_round<R: Rounds + Send + 'static>(
    host: &mut Host,
    (bell_name, name): (&'static str, &'static str),
    (db, channel): (&Db, &'static str),
    period: Duration,
    rounds: R,
) {
    let looks = Looks {
        bell: Arc::new(Notify::new()),
        period,
        chance: host.chance(),
        stop: host.stopping(),
    };
    let (bell, stop) = (Arc::clone(&looks.bell), host.stopping());
    host.task(bell_name, rounds::listen(db.clone(), channel, bell, stop));
    host.task(name, async move {
        rounds::run(&rounds, &looks).await;
        Ok(())
    });
}

fn show_mailbox(host: &mut Host, db: &Db, address: std::net::SocketAddr) -> anyhow::Result<()> {
    let routes = mailbox_page::routes(db)?;
    let (stop, latch) = (host.stopping(), host.ready_when("mailbox page"));
    host.task("mailbox page", async move {
        // Not while mounting: a process that only migrates shows nothing.
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("notifications.mailbox_listen {address}"))?;
        tracing::info!(address = %listener.local_addr()?, "mailbox page is up");
        drop(latch);
        axum::serve(listener, routes)
            .with_graceful_shutdown(stop.cancelled_owned())
            .await?;
        Ok(())
    });
    Ok(())
}

#[cfg(test)]
#[path = "../tests/support/mod.rs"]
mod support;
