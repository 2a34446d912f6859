//! Notifications: mail and web push to members, and what they want to hear of.

mod api;
pub mod config;
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
mod post;
pub mod preference;
mod retry;
mod store;
mod texts;
pub mod unsubscribe;

use std::{sync::Arc, time::Duration};

use anyhow::Context as _;
use kit::{Db, Host};
use proto::{
    accounts::v1::accounts_internal_service_client::AccountsInternalServiceClient,
    notifications::v1::{
        notifications_internal_service_server::NotificationsInternalServiceServer,
        notifications_service_server::NotificationsServiceServer,
    },
    settings::v1::settings_internal_service_client::SettingsInternalServiceClient,
};
use sqlx::migrate::Migrator;
use tokio::{net::TcpListener, sync::Notify};

use crate::{
    api::Api,
    config::{Config, Delivery},
    endpoint::PushHosts,
    hear::{
        AccountDeletedHandler, AccountErasedHandler, AccountReactivatedHandler,
        MailRequestedHandler,
    },
    jobs::{purge::purge, send_mail, send_mail::Sender, write_mail::Writer},
    letter::Desk,
    metrics::Metrics,
    post::Post,
};

static MIGRATOR: Migrator = sqlx::migrate!();

/// The service.
#[derive(Debug)]
pub struct Notifications;

impl kit::Service for Notifications {
    const NAME: &'static str = "notifications";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let delivery = config.delivery(host.process().demo)?;
        let db = host.database(&MIGRATOR).await?;
        let clock = host.clock();

        let api = Api {
            db: db.clone(),
            clock: clock.clone(),
            push_hosts: PushHosts::new(&config.push_hosts),
        };
        host.grpc(NotificationsServiceServer::new(api.clone()));
        host.grpc(NotificationsInternalServiceServer::new(api));

        host.hear(
            &db,
            MailRequestedHandler {
                clock: clock.clone(),
            },
        );
        host.hear(
            &db,
            AccountDeletedHandler {
                clock: clock.clone(),
            },
        );
        host.hear(&db, AccountReactivatedHandler);
        host.hear(&db, AccountErasedHandler);

        let keep_jobs = time::Duration::days(config.keep_jobs_days.into());
        let purged = db.clone();
        host.every("purge mail jobs", Duration::from_hours(1), move || {
            let (db, clock) = (purged.clone(), clock.clone());
            async move { purge(&db, &clock, keep_jobs).await }
        });
        if let Delivery::Mailbox(address) = delivery {
            show_mailbox(host, &db, address)?;
        }
        send_mails(host, db, config, &delivery)
    }
}

fn send_mails(host: &mut Host, db: Db, config: Config, delivery: &Delivery) -> anyhow::Result<()> {
    let writer = Writer {
        db: db.clone(),
        chance: host.chance(),
        desk: Arc::new(Desk::open()?),
        accounts: AccountsInternalServiceClient::new(host.peer("accounts")),
        settings: SettingsInternalServiceClient::new(host.peer("settings")),
    };
    let post = Post::open(&config, delivery, &db)?;
    let sender = Sender {
        db: db.clone(),
        clock: host.clock(),
        chance: host.chance(),
        config,
        post,
        writer,
        metrics: Metrics::default(),
    };
    let bell = Arc::new(Notify::new());
    host.task(
        "mail bell",
        send_mail::listen(db, Arc::clone(&bell), host.stopping()),
    );
    let stop = host.stopping();
    host.task("send mail", async move {
        sender.run(&bell, &stop).await;
        Ok(())
    });
    Ok(())
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
