//! Billing: credits, orders, payments, premium.

mod api;
mod book;
mod config;
mod discount;
mod fault;
mod hear;
mod ids;
mod jobs;
mod lease;
mod ledger;
mod looks;
mod method;
mod money;
mod order;
mod package;
mod payments;
mod provider;
pub mod sandbox;
mod site;
mod store;
mod vat;
mod withdrawal;

use std::{sync::Arc, time::Duration};

use kit::{Db, Host, Service};
use proto::{
    billing::v1::{
        billing_internal_service_server::BillingInternalServiceServer,
        billing_service_server::BillingServiceServer,
    },
    chat::v1::chat_internal_service_client::ChatInternalServiceClient,
};
use sqlx::migrate::Migrator;
use tokio::sync::Notify;

use crate::{
    api::{Api, Chat},
    config::{Config, Till},
    hear::{
        AccountActivatedHandler, AccountCreatedHandler, AccountDeletedHandler,
        AccountErasedHandler, AccountReactivatedHandler, MessageSentHandler,
    },
    looks::Looks,
    payments::Payments,
    provider::{Mollie, PaymentProvider},
    sandbox::Sandbox,
    site::Sites,
    vat::Rates,
};

/// The tables of this service.
pub static MIGRATOR: Migrator = sqlx::migrate!();

/// The billing service.
#[derive(Debug)]
pub struct Billing;

impl Service for Billing {
    const NAME: &'static str = "billing";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let till = config.till(host.process().demo)?;
        let vat_rates = Rates::new(&config.vat_permille)?;
        let db = host.database(&MIGRATOR).await?;
        let keep = Duration::from_secs(config.site_cache_seconds);
        let sites = Sites::new(host, keep, Clone::clone);

        let chat = Chat(ChatInternalServiceClient::new(host.peer("chat")));
        let payments = Payments {
            db: db.clone(),
            clock: host.clock(),
            chance: host.chance(),
            chat: chat.clone(),
            provider: provider(host, &db, &config, till).await?,
            bell: Arc::new(Notify::new()),
        };
        let api = Api {
            looks: Looks::new(config.ask_again()),
            db: db.clone(),
            clock: host.clock(),
            chance: host.chance(),
            sites,
            payments,
            chat,
            vat_rates,
            config,
        };
        jobs::schedule(host, &api);
        host.hear(&db, AccountCreatedHandler);
        host.hear(&db, AccountActivatedHandler);
        host.hear(&db, AccountDeletedHandler);
        host.hear(&db, AccountReactivatedHandler);
        host.hear(&db, AccountErasedHandler);
        host.hear(&db, MessageSentHandler);
        host.grpc(BillingServiceServer::new(api.clone()));
        host.grpc(BillingInternalServiceServer::new(api));
        Ok(())
    }
}

async fn provider(
    host: &mut Host,
    db: &Db,
    config: &Config,
    till: Till,
) -> anyhow::Result<Option<Arc<dyn PaymentProvider>>> {
    let (url, key) = match till {
        Till::Closed => {
            tracing::warn!("billing.mollie_key is not set: nothing can be bought");
            return Ok(None);
        }
        Till::Mollie { url, key } => (url, key),
        Till::Sandbox { listen, key } => {
            let later = time::Duration::seconds(config.sandbox_later_seconds.into());
            let sandbox = Sandbox::open(host, db, listen, key.clone(), later).await?;
            (sandbox, key)
        }
    };
    let mollie = Mollie::new(url, key, config.provider_timeout())?;
    Ok(Some(Arc::new(mollie)))
}
