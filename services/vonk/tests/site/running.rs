//! A whole site in real processes: together in one, or apart with Kafka between them.
//!
//! Each test gets databases, ports, a mailbox and, apart, Kafka topics of its own.

use std::{
    collections::BTreeMap,
    fs::File,
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
    time::{Duration, Instant},
};

use kit::{Chance, Clock};
use proto::accounts::v1::{Gender, SignUpRequest};
use sqlx::{Connection as _, PgConnection, PgPool};
use tempfile::TempDir;
use vonk::door::Door;

/// Long enough for a cold start on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);
const TOPICS: [&str; 7] = [
    "vonk.accounts.v1",
    "vonk.billing.v1",
    "vonk.chat.v1",
    "vonk.matching.v1",
    "vonk.notifications.v1",
    "vonk.profiles.v1",
    "vonk.settings.v1",
];
const APART: [&str; 8] = [
    "accounts",
    "settings",
    "notifications",
    "profiles",
    "matching",
    "chat",
    "billing",
    "gateway",
];

pub(crate) struct Site {
    folder: TempDir,
    environment: BTreeMap<String, String>,
    internal: BTreeMap<&'static str, u16>,
    processes: BTreeMap<&'static str, Child>,
    run: String,
    starts: u32,
    pub(crate) port: u16,
    mailbox: u16,
}

impl Site {
    /// Every service in one process.
    pub(crate) async fn together() -> Self {
        Self::start(&["vonk"], BTreeMap::new()).await
    }

    /// Every service in a process of its own; none when there is no Kafka to test with.
    pub(crate) async fn apart() -> Option<Self> {
        let brokers = kit::testing::kafka()?;
        let prefix = format!("test-{}.", run_name());
        create_topics(&brokers, &prefix).await;
        let kafka = BTreeMap::from([
            ("VONK__BUS".to_owned(), "kafka".to_owned()),
            ("VONK__KAFKA_BROKERS".to_owned(), brokers),
            ("VONK__KAFKA_PREFIX".to_owned(), prefix),
        ]);
        Some(Self::start(&APART, kafka).await)
    }

    async fn start(names: &[&'static str], extra: BTreeMap<String, String>) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().unwrap();
        let page = "<!doctype html><html lang=\"__VONK_LANG__\"><title>__VONK_TITLE__</title>\
            <script type=\"application/json\" id=\"site-settings\">__VONK_SETTINGS__</script></html>";
        std::fs::write(folder.path().join("index.html"), page).unwrap();
        let run = run_name();
        let (port, mailbox, sandbox) = (free_port(), free_port(), free_port());
        let server = kit::testing::database_server();
        let internal: BTreeMap<_, _> = names.iter().map(|&name| (name, free_port())).collect();
        let mut environment = extra;
        let mut set = |key: &str, value: String| environment.insert(format!("VONK__{key}"), value);
        set("DATABASE_URL", format!("{server}/test_{run}_{{service}}"));
        set("DATABASE_CONNECTIONS", "8".to_owned());
        set("IDENTITY_KEY", kit::testing::IDENTITY_KEY.to_owned());
        set("DEMO", "true".to_owned());
        set("PUBLIC_LISTEN", format!("127.0.0.1:{port}"));
        // One machine signs up more people a minute here than a household would, and they are quicker.
        for limit in [
            "CODE", "ENTRY", "LIKE", "MEMBER", "NETWORK", "PHOTO", "SEARCH", "SEND", "UPLOAD",
            "WEBHOOK",
        ] {
            set(&format!("GATEWAY__LIMITS__{limit}"), "100000".to_owned());
        }
        // A mail that a killed process had in hand is taken up again after this.
        set("NOTIFICATIONS__LEASE_SECONDS", "4".to_owned());
        set("NOTIFICATIONS__SMTP_TIMEOUT_SECONDS", "2".to_owned());
        set("NOTIFICATIONS__PUSH_TIMEOUT_SECONDS", "2".to_owned());
        set("GATEWAY__WEB_ROOT", folder.path().display().to_string());
        set(
            "NOTIFICATIONS__MAILBOX_LISTEN",
            format!("127.0.0.1:{mailbox}"),
        );
        set("BILLING__SANDBOX_LISTEN", format!("127.0.0.1:{sandbox}"));
        for service in ["profiles", "chat"] {
            let photos = folder.path().join("photos").join(service);
            set(
                &format!("{}__PHOTO_FOLDER", service.to_uppercase()),
                photos.display().to_string(),
            );
        }
        // Debug lines of our own code too: they must keep secrets as well.
        set(
            "LOG",
            "info,accounts=debug,billing=debug,chat=debug,gateway=debug,kit=debug,matching=debug,\
             notifications=debug,profiles=debug,settings=debug,sqlx=debug,tower_http=debug"
                .to_owned(),
        );
        if names.len() > 1 {
            for (name, port) in &internal {
                let url = format!("http://127.0.0.1:{port}");
                set(&format!("PEERS__{}", name.to_uppercase()), url);
            }
        }
        let mut site = Self {
            folder,
            environment,
            internal,
            processes: BTreeMap::new(),
            run,
            starts: 0,
            port,
            mailbox,
        };
        for name in names {
            site.spawn(name);
        }
        for name in names {
            site.wait_ready(name).await;
        }
        site.fill();
        site
    }

    fn program(name: &str) -> PathBuf {
        let program = PathBuf::from(env!("CARGO_BIN_EXE_vonk")).with_file_name(name);
        assert!(
            program.exists(),
            "{name} is not built: cargo build --workspace"
        );
        program
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(Self::program(name));
        command
            .env_clear()
            .envs(&self.environment)
            .stdin(Stdio::null());
        command
    }

    /// Starts one process, also after a kill.
    pub(crate) fn spawn(&mut self, name: &'static str) {
        self.starts += 1;
        let log = self
            .folder
            .path()
            .join(format!("{:03}-{name}.log", self.starts));
        let output = File::create(log).unwrap();
        let child = self
            .command(name)
            .env(
                "VONK__INTERNAL_LISTEN",
                format!("127.0.0.1:{}", self.internal[name]),
            )
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap();
        self.processes.insert(name, child);
    }

    /// Fills in the demonstration's sites; tests bring their own members.
    fn fill(&self) {
        let output = self.demo(&["--members", "0"], true);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// Runs `vonk demo`, told that this is a demonstration or that it is none.
    pub(crate) fn demo(&self, arguments: &[&str], demonstration: bool) -> Output {
        let internal = self
            .internal
            .get("settings")
            .or(self.internal.get("vonk"))
            .unwrap();
        self.command("vonk")
            .env("VONK__DEMO", demonstration.to_string())
            .args(["demo", "--public", &self.origin("localhost")])
            .args(["--internal", &format!("http://127.0.0.1:{internal}")])
            .args(["--mailbox", &format!("http://127.0.0.1:{}", self.mailbox)])
            .args(arguments)
            .output()
            .unwrap()
    }

    /// Kills one process at once, as a power cut would.
    pub(crate) fn kill(&mut self, name: &'static str) {
        let mut child = self.processes.remove(name).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    pub(crate) async fn wait_ready(&mut self, name: &'static str) {
        let url = format!("http://127.0.0.1:{}/readyz", self.internal[name]);
        let client = reqwest::Client::new();
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Ok(answer) = client.get(&url).send().await
                && answer.status().is_success()
            {
                return;
            }
            let ended = self.processes.get_mut(name).unwrap().try_wait().unwrap();
            assert!(ended.is_none(), "{name} ended: {}", self.logs());
            assert!(
                Instant::now() < deadline,
                "{name} is not ready: {}",
                self.logs()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Runs `vonk check-invariants`: whether all holds, and what it said.
    pub(crate) fn check_invariants(&self, patience: u32) -> (bool, String) {
        let output = self
            .command("vonk")
            .args(["check-invariants", "--patience", &patience.to_string()])
            .output()
            .unwrap();
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let said = String::from_utf8(output.stdout).unwrap();
        (output.status.success(), said)
    }

    /// Names of the processes.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.internal.keys().copied().collect()
    }

    /// Address of the site of a domain, as the browser sees it.
    pub(crate) fn origin(&self, domain: &str) -> String {
        format!("http://{domain}:{}", self.port)
    }

    /// Internal listener of the process that runs accounts.
    pub(crate) fn internal_url(&self) -> String {
        let port = self
            .internal
            .get("accounts")
            .or(self.internal.get("vonk"))
            .unwrap();
        format!("http://127.0.0.1:{port}")
    }

    /// A visitor of the Dutch site.
    pub(crate) fn door(&self) -> Door {
        self.door_of("localhost")
    }

    /// A visitor of the site of a domain.
    pub(crate) fn door_of(&self, domain: &str) -> Door {
        Door::new(
            &self.origin(domain),
            &format!("http://127.0.0.1:{}", self.mailbox),
        )
        .unwrap()
    }

    /// Everything that any process wrote so far.
    pub(crate) fn logs(&self) -> String {
        let mut files: Vec<_> = std::fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "log"))
            .collect();
        files.sort();
        files
            .iter()
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect()
    }

    /// Name of a service's database.
    pub(crate) fn database_name(&self, service: &str) -> String {
        format!("test_{}_{service}", self.run)
    }

    /// A service's database.
    pub(crate) async fn database(&self, service: &str) -> PgPool {
        let server = kit::testing::database_server();
        PgPool::connect(&format!("{server}/{}", self.database_name(service)))
            .await
            .unwrap()
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        for child in self.processes.values_mut() {
            drop(child.kill());
            drop(child.wait());
        }
        let databases: Vec<String> = APART
            .iter()
            .filter(|&&service| service != "gateway")
            .map(|service| self.database_name(service))
            // A test may have kept a copy.
            .flat_map(|name| [format!("{name}_kept"), name])
            .collect();
        let cleaner = std::thread::spawn(move || {
            tokio::runtime::Runtime::new()
                .unwrap()
                .block_on(drop_databases(&databases));
        });
        drop(cleaner.join());
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "a database cannot be named by a parameter"
)]
async fn drop_databases(databases: &[String]) {
    let server = format!("{}/postgres", kit::testing::database_server());
    let Ok(mut connection) = PgConnection::connect(&server).await else {
        return;
    };
    for name in databases {
        let statement = format!("drop database if exists {name} with (force)");
        drop(
            sqlx::query(sqlx::AssertSqlSafe(statement))
                .execute(&mut connection)
                .await,
        );
    }
}

/// The answers of somebody who signs up with this address.
pub(crate) fn newcomer(email: &str, password: &str, name: &str) -> SignUpRequest {
    SignUpRequest {
        email: email.to_owned(),
        password: password.to_owned(),
        profile_name: name.to_owned(),
        birth_date: "1990-05-17".to_owned(),
        gender: Gender::Woman.into(),
        seeking: vec![Gender::Man.into()],
        country: "NL".to_owned(),
        language: "nl".to_owned(),
        accept_terms: true,
        accept_sensitive: true,
        accept_tracking: false,
        tracking: None,
    }
}

fn run_name() -> String {
    let id = Chance::system()
        .uuid(Clock::system().now())
        .simple()
        .to_string();
    id[16..].to_owned()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port()
}

async fn create_topics(brokers: &str, prefix: &str) {
    use rdkafka::admin::{AdminClient, AdminOptions, NewTopic, TopicReplication};
    let admin: AdminClient<rdkafka::client::DefaultClientContext> = rdkafka::ClientConfig::new()
        .set("bootstrap.servers", brokers)
        .create()
        .unwrap();
    let names: Vec<String> = TOPICS
        .iter()
        .map(|topic| format!("{prefix}{topic}"))
        .collect();
    let topics: Vec<_> = names
        .iter()
        .map(|name| NewTopic::new(name, 4, TopicReplication::Fixed(1)))
        .collect();
    for outcome in admin
        .create_topics(&topics, &AdminOptions::new())
        .await
        .unwrap()
    {
        outcome.unwrap();
    }
}
