//! Whole services under test: a real PostgreSQL, the embedded bus, a clock that stands still.
//!
//! The database server is the checkout's own (`deploy/postgres start`), or the
//! one that `VONK_TEST_DATABASE_URL` names. Each host gets fresh databases and
//! drops them at its end.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use http::HeaderValue;
use proto::Event;
use sqlx::{Connection as _, PgConnection};
use time::macros::datetime;

use crate::{
    Caller, Chance, Db, Host, ManualClock, MemberId, SessionId, SiteId, Transport, config::Config,
    host::Running, identity::Signer, server::LOOK, transport::Identity,
};

/// The key that test hosts sign with.
pub const IDENTITY_KEY: &str = "a-key-for-tests-and-for-nothing-else";

/// A running process with the services under test; fakes are services too.
pub struct TestHost {
    /// Moves the services' time.
    pub clock: ManualClock,
    running: Arc<Running>,
    databases: Vec<String>,
    server: String,
}

impl std::fmt::Debug for TestHost {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TestHost")
    }
}

/// The database server for tests, without a database.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "tests are told by the environment where to go"
)]
pub fn database_server() -> String {
    std::env::var("VONK_TEST_DATABASE_URL")
        .unwrap_or_else(|_| "postgres://vonk@127.0.0.1:54329".to_owned())
}

/// Kafka's bootstrap servers for tests, when there is a Kafka.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "tests are told by the environment where to go"
)]
pub fn kafka() -> Option<String> {
    std::env::var("VONK_TEST_KAFKA")
        .ok()
        .filter(|brokers| !brokers.is_empty())
}

impl TestHost {
    /// Starts the services that `assemble` mounts, with their defaults.
    ///
    /// # Panics
    /// When they cannot start.
    pub async fn start(assemble: impl AsyncFnOnce(&mut Host) -> anyhow::Result<()>) -> Self {
        Self::with("", assemble).await
    }

    /// Starts the services with settings of the test, as TOML.
    ///
    /// # Panics
    /// When they cannot start.
    pub async fn with(
        settings: &str,
        assemble: impl AsyncFnOnce(&mut Host) -> anyhow::Result<()>,
    ) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let clock = ManualClock::at(datetime!(2026-03-02 12:00 UTC));
        let server = database_server();
        let run = Chance::system().uuid(clock.now()).simple().to_string();
        let run = &run[16..];
        // Top-level keys must precede the sections that `settings` may hold.
        let defaults = format!(
            "
            internal_listen = \"127.0.0.1:0\"
            public_listen = \"127.0.0.1:0\"
            database_url = \"{server}/test_{run}_{{service}}\"
            database_connections = 8
            handler_attempts = 4
            handler_first_delay_ms = 2
            identity_key = \"{IDENTITY_KEY}\"
            shutdown_grace_seconds = 5
            {settings}
            "
        );
        let config = Config::from_toml(&defaults);
        let mut host = Host::new(
            config,
            clock.clock(),
            Chance::system(),
            prometheus::Registry::new(),
        )
        .expect("settings of the test");
        host.remember_events();
        assemble(&mut host).await.expect("services mount");
        let running = host.start().await.expect("services start");
        let databases = running
            .databases
            .keys()
            .map(|service| format!("test_{run}_{service}"))
            .collect();
        Self {
            clock,
            running: Arc::new(running),
            databases,
            server,
        }
    }

    /// A way to a service as a visitor of a site.
    #[must_use]
    pub fn visitor(&self, service: &'static str, site: SiteId) -> Transport {
        self.caller(
            service,
            &Caller {
                site: Some(site),
                locale: "en".to_owned(),
                ..Caller::default()
            },
        )
    }

    /// A way to a service as a logged-in member.
    #[must_use]
    pub fn member(&self, service: &'static str, site: SiteId, member: MemberId) -> Transport {
        self.caller(
            service,
            &Caller {
                site: Some(site),
                member: Some(member),
                session: Some(SessionId::new(uuid::Uuid::nil())),
                roles: vec!["member".to_owned()],
                locale: "en".to_owned(),
                ..Caller::default()
            },
        )
    }

    /// A way to a service with a person's token of your own making.
    ///
    /// # Panics
    /// When the service is neither mounted nor a peer.
    #[must_use]
    pub fn caller(&self, service: &'static str, caller: &Caller) -> Transport {
        self.bearing(service, &self.signer("gateway").token(caller))
    }

    /// A way to a service in the name of another service.
    #[must_use]
    pub fn service(&self, service: &'static str, from: &'static str) -> Transport {
        self.bearing(service, &self.signer(from).service_token())
    }

    /// A way to a service with any token, for example a forged one.
    ///
    /// # Panics
    /// When the service is neither mounted nor a peer, or the token is no header value.
    #[must_use]
    pub fn bearing(&self, service: &'static str, token: &str) -> Transport {
        let header = HeaderValue::from_str(&format!("Bearer {token}")).expect("header value");
        let way = Arc::clone(&self.running.ways[service]);
        Transport::new(way, Identity::Token(header))
    }

    /// Signs tokens as a service would.
    #[must_use]
    pub fn signer(&self, service: &'static str) -> Signer {
        Signer::new(service, &IDENTITY_KEY.into(), self.clock.clock())
    }

    /// Address of the public listener.
    ///
    /// # Panics
    /// Without a gateway.
    #[must_use]
    pub fn public(&self) -> SocketAddr {
        self.running
            .public
            .expect("no service serves the public listener")
    }

    /// `http://` and the address of the public listener.
    #[must_use]
    pub fn public_url(&self) -> String {
        format!("http://{}", self.public())
    }

    /// `http://` and the address of the internal listener.
    #[must_use]
    pub fn internal_url(&self) -> String {
        format!("http://{}", self.running.internal)
    }

    /// A service's database.
    ///
    /// # Panics
    /// When the service has none.
    #[must_use]
    pub fn db(&self, service: &str) -> Db {
        self.running.databases[service].clone()
    }

    /// Waits until every outbox is empty, that is until every handler has taken every event.
    ///
    /// # Panics
    /// When that takes longer than ten seconds.
    pub async fn settle(&self) {
        let settled = async {
            for db in self.running.databases.values() {
                while waiting(db).await > 0 {
                    tokio::time::sleep(LOOK).await;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(10), settled)
            .await
            .expect("outboxes drain");
        // A handler may have emitted events of its own.
        for db in self.running.databases.values() {
            if waiting(db).await > 0 {
                return Box::pin(self.settle()).await;
            }
        }
    }

    /// Every event of a kind published so far, oldest first.
    ///
    /// # Panics
    /// With Kafka, or when an event cannot be read.
    #[must_use]
    pub fn events<E: Event>(&self) -> Vec<E> {
        let bus = self.running.embedded.as_ref().expect("the embedded bus");
        bus.seen()
            .into_iter()
            .filter(|record| {
                *record.envelope.topic == *E::topic() && *record.envelope.kind == *E::kind()
            })
            .map(|record| E::decode(record.payload).expect("event"))
            .collect()
    }

    /// Ends the process in order, as a signal would.
    ///
    /// # Panics
    /// When a task failed.
    pub async fn stop(&self) {
        self.running.drain().await.expect("process ends well");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the kit's tables are in no service's schema"
)]
async fn waiting(db: &Db) -> i64 {
    sqlx::query_scalar("select count(*) from outbox")
        .fetch_one(db.pool())
        .await
        .unwrap_or(0)
}

impl Drop for TestHost {
    fn drop(&mut self) {
        self.running.stop.cancel();
        let (server, databases) = (self.server.clone(), std::mem::take(&mut self.databases));
        // The test's own runtime may be single-threaded or on its way out.
        let cleaner = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            if let Ok(runtime) = runtime {
                runtime.block_on(drop_databases(&server, &databases));
            }
        });
        drop(cleaner.join());
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a database cannot be named by a parameter"
)]
async fn drop_databases(server: &str, databases: &[String]) {
    let Ok(mut connection) = PgConnection::connect(&format!("{server}/postgres")).await else {
        return;
    };
    for database in databases {
        let statement = format!("drop database if exists {database} with (force)");
        drop(
            sqlx::query(sqlx::AssertSqlSafe(statement))
                .execute(&mut connection)
                .await,
        );
    }
}
