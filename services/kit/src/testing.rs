//! Whole services under test: a real PostgreSQL, a clock that stands still, and a bus.
//!
//! The database server is the checkout's own (`deploy/postgres start`), or the
//! one that `VONK_TEST_DATABASE_URL` names. The bus is the embedded one; with
//! `bus = "kafka"` it is the Kafka that `VONK_TEST_KAFKA` names. Each test gets
//! fresh databases and topics, and drops them at its end.

use std::{fmt::Write as _, net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context as _;
use http::HeaderValue;
use proto::Event;
use rdkafka::{
    ClientConfig,
    admin::{AdminClient, AdminOptions, NewTopic, TopicReplication},
    client::DefaultClientContext,
};
use sqlx::{Connection as _, PgConnection};
use time::macros::datetime;
use tokio::sync::OnceCell;

use crate::{
    Caller, Chance, Db, Host, ManualClock, MemberId, SessionId, SiteId, Transport,
    config::{BusKind, Config},
    host::Running,
    identity::Signer,
    server::LOOK,
    transport::Identity,
};

/// The key that test hosts sign with.
pub const IDENTITY_KEY: &str = "a-key-for-tests-and-for-nothing-else";

/// A running process with the services under test; fakes are services too.
pub struct TestHost {
    /// Moves the services' time.
    pub clock: ManualClock,
    running: Arc<Running>,
    _stage: Arc<Stage>,
}

/// Databases, and on Kafka topics, that the hosts of one test share; gone at its end.
#[derive(Debug)]
pub struct Stage {
    clock: ManualClock,
    server: String,
    run: String,
    topics: OnceCell<()>,
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
    let server = std::env::var("VONK_TEST_DATABASE_URL")
        .unwrap_or_else(|_| "postgres://vonk@127.0.0.1:54329".to_owned());
    server.trim_end_matches("/postgres").to_owned()
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
        let stage = Stage::new();
        stage
            .host(settings, assemble)
            .await
            .expect("services start")
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

    /// Ends every task where it stands, as a power cut would.
    pub fn crash(self) {
        for task in &self.running.aborts {
            task.abort();
        }
    }
}

impl Stage {
    /// An empty one. Databases come with the first host, topics with the first on Kafka.
    #[must_use]
    pub fn new() -> Arc<Self> {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let clock = ManualClock::at(datetime!(2026-03-02 12:00 UTC));
        let run = Chance::system().uuid(clock.now()).simple().to_string();
        Arc::new(Self {
            clock,
            server: database_server(),
            run: format!("test_{}_", &run[16..]),
            topics: OnceCell::new(),
        })
    }

    /// Settings that every host here has, by the names of the configuration's keys.
    #[must_use]
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("internal_listen", "127.0.0.1:0".to_owned()),
            ("public_listen", "127.0.0.1:0".to_owned()),
            (
                "database_url",
                format!("{}/{}{{service}}", self.server, self.run),
            ),
            ("kafka_brokers", kafka().unwrap_or_default()),
            ("kafka_prefix", self.run.clone()),
            ("identity_key", IDENTITY_KEY.to_owned()),
        ]
    }

    /// Starts one more process here; `settings` are the test's own, as TOML.
    pub async fn host(
        self: &Arc<Self>,
        settings: &str,
        assemble: impl AsyncFnOnce(&mut Host) -> anyhow::Result<()>,
    ) -> anyhow::Result<TestHost> {
        let mut defaults = String::from(
            "
            database_connections = 8
            handler_attempts = 4
            handler_first_delay_ms = 2
            shutdown_grace_seconds = 5
            ",
        );
        for (key, value) in self.settings() {
            writeln!(defaults, "{key} = \"{value}\"")?;
        }
        let config = Config::from_toml(&defaults).overlaid(settings);
        let process = config.process()?;
        // A test may bring a broker of its own.
        if process.bus == BusKind::Kafka && Some(process.kafka_brokers) == kafka() {
            self.make_topics().await?;
        }
        let registry = prometheus::Registry::new();
        let mut host = Host::new(config, self.clock.clock(), Chance::system(), registry)?;
        host.remember_events();
        assemble(&mut host).await?;
        Ok(TestHost {
            clock: self.clock.clone(),
            running: Arc::new(host.start().await?),
            _stage: Arc::clone(self),
        })
    }

    /// Makes the topics of the contract, when they are not there. A host on Kafka does it by itself.
    pub async fn make_topics(&self) -> anyhow::Result<()> {
        self.topics.get_or_try_init(|| self.create_topics()).await?;
        Ok(())
    }

    async fn create_topics(&self) -> anyhow::Result<()> {
        let names = self.topic_names();
        let topics: Vec<NewTopic<'_>> = names
            .iter()
            .map(|name| NewTopic::new(name, 4, TopicReplication::Fixed(1)))
            .collect();
        let made = admin()?
            .create_topics(&topics, &AdminOptions::new())
            .await?;
        for topic in made {
            topic.map_err(|(topic, error)| anyhow::anyhow!("{topic}: {error}"))?;
        }
        Ok(())
    }

    fn topic_names(&self) -> [String; 3] {
        [
            proto::accounts::v1::AccountCreated::topic(),
            proto::notifications::v1::MailSent::topic(),
            proto::settings::v1::SiteChanged::topic(),
        ]
        .map(|topic| format!("{}{topic}", self.run))
    }

    async fn clear(&self) -> anyhow::Result<()> {
        if self.topics.initialized() {
            let names = self.topic_names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            admin()?.delete_topics(&names, &AdminOptions::new()).await?;
        }
        Ok(drop_databases(&self.server, &self.run).await?)
    }
}

fn admin() -> anyhow::Result<AdminClient<DefaultClientContext>> {
    let brokers = kafka().context("VONK_TEST_KAFKA names no Kafka")?;
    Ok(ClientConfig::new()
        .set("bootstrap.servers", brokers)
        .create()?)
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
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        // The test's own runtime may be single-threaded or on its way out.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build();
                if let Ok(runtime) = runtime
                    && let Err(error) = runtime.block_on(self.clear())
                {
                    eprintln!("the test left something behind: {error:#}");
                }
            });
        });
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a database cannot be named by a parameter"
)]
async fn drop_databases(server: &str, prefix: &str) -> sqlx::Result<()> {
    let mut connection = PgConnection::connect(&format!("{server}/postgres")).await?;
    let databases: Vec<String> =
        sqlx::query_scalar("select datname from pg_database where starts_with(datname, $1)")
            .bind(prefix)
            .fetch_all(&mut connection)
            .await?;
    for database in databases {
        let statement = format!("drop database if exists {database} with (force)");
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .execute(&mut connection)
            .await?;
    }
    Ok(())
}
