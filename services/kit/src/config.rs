//! Settings of a process: defaults, then a file, then the environment.
//!
//! `VONK_CONFIG` names a TOML file; `VONK__GATEWAY__WEB_ROOT` overrides the key
//! `web_root` of section `gateway`. A value of the wrong kind is refused with
//! its name and where it came from. `docs/configuration.md` lists every key.

use std::{collections::BTreeMap, net::SocketAddr, time::Duration};

use anyhow::{Context, ensure};
use figment::{
    Figment,
    providers::{Env, Format, Toml},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, de::DeserializeOwned};

/// What every process needs to know, whatever services it runs.
#[derive(Clone, Debug, Deserialize)]
#[serde(default)]
pub struct Process {
    /// Where the gateway answers the world. Not opened without a gateway.
    pub public_listen: SocketAddr,
    /// Where services answer each other, and health and metrics. Never reachable from outside.
    pub internal_listen: SocketAddr,
    /// PostgreSQL; `{service}` becomes the service's name.
    pub database_url: SecretString,
    /// Connections each service keeps at most.
    pub database_connections: u32,
    /// Create databases and migrate them at start; otherwise pending migrations refuse the start.
    pub migrate: bool,
    /// How events travel.
    pub bus: BusKind,
    /// Kafka's bootstrap servers, for example `kafka-0:9092,kafka-1:9092`.
    pub kafka_brokers: String,
    /// Stands before every topic and consumer group, so that deployments can share a cluster.
    pub kafka_prefix: String,
    /// Tries of an event handler before the event is parked.
    pub handler_attempts: u32,
    /// Milliseconds before the second try; each later one waits three times longer, at most 30 s.
    pub handler_first_delay_ms: u64,
    /// Signs the tokens between services: at least 32 characters, the same in all of them.
    pub identity_key: SecretString,
    /// The key before the last change, still accepted; empty otherwise.
    pub identity_key_previous: SecretString,
    /// Addresses of services in other processes, for example `http://accounts:9100`.
    pub peers: BTreeMap<String, String>,
    /// Switches on what only a demonstration may do: the mailbox page, demo logins.
    pub demo: bool,
    /// Filter of log lines, as for `tracing_subscriber::EnvFilter`.
    pub log: String,
    /// `json`, or `text` for people.
    pub log_format: LogFormat,
    /// OpenTelemetry collector (gRPC), for example `http://collector:4317`; empty: none.
    pub otlp_endpoint: String,
    /// Seconds between "not ready" and draining, for load balancers to look away.
    pub shutdown_delay_seconds: u64,
    /// Seconds that draining may take.
    pub shutdown_grace_seconds: u64,
}

/// How events travel between services.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BusKind {
    /// Inside one process that runs every service.
    Embedded,
    /// Through Apache Kafka.
    Kafka,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Json,
    Text,
}

impl Default for Process {
    fn default() -> Self {
        Self {
            public_listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            internal_listen: SocketAddr::from(([127, 0, 0, 1], 9100)),
            database_url: "postgres://vonk@127.0.0.1:54329/{service}".into(),
            database_connections: 16,
            migrate: true,
            bus: BusKind::Embedded,
            kafka_brokers: "127.0.0.1:9092".to_owned(),
            kafka_prefix: String::new(),
            handler_attempts: 6,
            handler_first_delay_ms: 50,
            identity_key: String::new().into(),
            identity_key_previous: String::new().into(),
            peers: BTreeMap::new(),
            demo: false,
            log: "info".to_owned(),
            log_format: LogFormat::Json,
            otlp_endpoint: String::new(),
            shutdown_delay_seconds: 0,
            shutdown_grace_seconds: 20,
        }
    }
}

impl Process {
    /// The database of a service.
    #[must_use]
    pub fn database_of(&self, service: &str) -> SecretString {
        self.database_url
            .expose_secret()
            .replace("{service}", service)
            .into()
    }

    /// How long a handler waits before try number `attempt` (the first retry is 1).
    pub(crate) fn handler_delay(&self, attempt: u32) -> Duration {
        let factor = 3_u64.saturating_pow(attempt.saturating_sub(1));
        Duration::from_millis(
            self.handler_first_delay_ms
                .saturating_mul(factor)
                .min(30_000),
        )
    }

    fn check(&self) -> anyhow::Result<()> {
        ensure!(
            self.identity_key.expose_secret().len() >= 32,
            "identity_key must have at least 32 characters (environment: VONK__IDENTITY_KEY)"
        );
        Ok(())
    }

    /// Refuses the embedded bus where services of other processes would never hear an event.
    pub(crate) fn check_bus(&self) -> anyhow::Result<()> {
        ensure!(
            self.bus == BusKind::Kafka || self.peers.is_empty(),
            "bus = \"embedded\" wants every service in one process, but peers are configured"
        );
        Ok(())
    }
}

/// Everything configured, for the process and for each service's section.
#[derive(Clone, Debug)]
pub struct Config(Figment);

impl Config {
    /// Reads the file that `VONK_CONFIG` names, if any, and the environment.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the environment"
    )]
    pub fn read() -> Self {
        let mut figment = Figment::new();
        if let Some(path) = std::env::var_os("VONK_CONFIG") {
            figment = figment.merge(Toml::file_exact(path));
        }
        Self(figment.merge(Env::prefixed("VONK__").split("__")))
    }

    /// Settings from TOML text alone, for tests.
    #[must_use]
    pub fn from_toml(text: &str) -> Self {
        Self(Figment::new().merge(Toml::string(text)))
    }

    /// The same with TOML text that wins.
    pub(crate) fn overlaid(self, text: &str) -> Self {
        Self(self.0.merge(Toml::string(text)))
    }

    /// The process's settings.
    pub fn process(&self) -> anyhow::Result<Process> {
        let process: Process = self.0.extract().context("configuration")?;
        process.check()?;
        Ok(process)
    }

    /// A service's settings: its section, or the defaults.
    pub fn section<C: DeserializeOwned + Default>(&self, name: &str) -> anyhow::Result<C> {
        // A broken file must not pass for an empty section.
        self.0
            .extract::<BTreeMap<String, figment::value::Value>>()
            .context("configuration")?;
        if self.0.find_value(name).is_err() {
            return Ok(C::default());
        }
        self.0
            .extract_inner(name)
            .with_context(|| format!("configuration of {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Gateway {
        limit: u32,
    }

    #[test]
    fn a_section_that_is_not_there_has_its_defaults() {
        let config = Config::from_toml("demo = true");
        assert_eq!(config.section::<Gateway>("gateway").unwrap().limit, 0);
    }

    #[test]
    fn a_wrong_value_names_itself() {
        let config = Config::from_toml("[gateway]\nlimit = \"many\"");
        let error = format!("{:#}", config.section::<Gateway>("gateway").unwrap_err());
        assert!(error.contains("gateway") && error.contains("limit") && error.contains("many"));
    }

    #[test]
    fn an_unknown_key_names_itself() {
        let config = Config::from_toml("[gateway]\nlimitt = 3");
        let error = format!("{:#}", config.section::<Gateway>("gateway").unwrap_err());
        assert!(error.contains("limitt"), "{error}");
    }

    #[test]
    fn a_short_identity_key_is_refused() {
        let error = Config::from_toml("identity_key = \"short\"")
            .process()
            .unwrap_err();
        assert!(error.to_string().contains("identity_key"));
    }

    #[test]
    #[expect(clippy::result_large_err, reason = "figment's own type")]
    fn the_environment_wins_over_the_file() {
        figment::Jail::expect_with(|jail| {
            jail.create_file("vonk.toml", "log = \"warn\"\n[gateway]\nlimit = 1")?;
            jail.set_env("VONK_CONFIG", "vonk.toml");
            jail.set_env("VONK__GATEWAY__LIMIT", "2");
            jail.set_env("VONK__IDENTITY_KEY", "0123456789abcdef0123456789abcdefx");
            jail.set_env("VONK__PEERS__ACCOUNTS", "http://accounts:9100");
            let config = Config::read();
            let process = config.process().unwrap();
            assert_eq!(process.log, "warn");
            assert_eq!(process.peers["accounts"], "http://accounts:9100");
            assert_eq!(config.section::<Gateway>("gateway").unwrap().limit, 2);
            Ok(())
        });
    }

    #[test]
    fn handlers_wait_longer_each_time_and_not_for_ever() {
        let process = Process::default();
        assert_eq!(process.handler_delay(1), Duration::from_millis(50));
        assert_eq!(process.handler_delay(2), Duration::from_millis(150));
        assert_eq!(process.handler_delay(60), Duration::from_secs(30));
    }
}
