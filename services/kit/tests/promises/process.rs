//! Real processes: killed, asked to stop, and failing.

use std::{
    collections::HashMap,
    io::{BufRead as _, BufReader},
    net::SocketAddr,
    process::{Child, Command, ExitCode, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use kit::{
    Clock, Host,
    identity::Signer,
    testing::{IDENTITY_KEY, Stage, TestHost},
};
use prost::Message as _;
use proto::notifications::v1::{SetPreferenceRequest, SetPreferenceResponse};
use sqlx::PgPool;
use tokio::{io::AsyncWriteExt as _, net::TcpStream, task::JoinSet};
use tonic::Code;

use crate::{
    desk::{OUTLIVE, Visitor, WELL, ask, open, order},
    health::get,
    probe::{Bus, Deed, Stubborn, Writer, eventually, on_each_bus, pair, said},
};

const PROGRAM: &str = "VONK_TEST_PROGRAM";

#[test]
#[ignore = "what the processes run that the other tests start"]
fn program() -> ExitCode {
    let wanted = std::env::var(PROGRAM).unwrap_or_default();
    let assemble = async |host: &mut Host| match wanted.as_str() {
        "pair" => pair(host, Writer::willing()).await,
        "stuck" => {
            let writer = Writer::new(|word, _| match word {
                "stuck" => Deed::Fail,
                _ => Deed::Take,
            });
            pair(host, Stubborn(writer)).await
        }
        "stubborn" => pair(host, Stubborn(Writer::new(|_, _| Deed::Fail))).await,
        "desk" => open(host).await.map(drop),
        "failing" => {
            host.task("doomed", async { anyhow::bail!("by design") });
            Ok(())
        }
        "panicking" => {
            host.task("doomed", async { panic!("by design") });
            Ok(())
        }
        "endless" => {
            host.task("endless", std::future::pending());
            Ok(())
        }
        other => anyhow::bail!("there is no program {other}"),
    };
    if wanted.is_empty() {
        return ExitCode::SUCCESS;
    }
    kit::run("probe", assemble)
}

/// This test program as another process, running one of the programs above.
pub(crate) struct Process {
    child: Child,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Process {
    pub(crate) fn spawn(stage: &Stage, program: &str, settings: &[(&str, &str)]) -> Self {
        let mut command = Command::new(std::env::current_exe().expect("own path"));
        command
            .args(["--exact", "process::program", "--ignored", "--nocapture"])
            .env(PROGRAM, program)
            .env("VONK__HANDLER_FIRST_DELAY_MS", "2")
            .stdout(Stdio::piped());
        for (key, value) in stage.settings() {
            command.env(format!("VONK__{}", key.to_uppercase()), value);
        }
        for (key, value) in settings {
            command.env(format!("VONK__{key}"), value);
        }
        let mut child = command.spawn().expect("spawn");
        let lines = Arc::new(Mutex::new(Vec::new()));
        let (written, output) = (Arc::clone(&lines), child.stdout.take().expect("output"));
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                written.lock().expect("lines").push(line);
            }
        });
        Self { child, lines }
    }

    pub(crate) async fn start(
        stage: &Stage,
        program: &str,
        settings: &[(&str, &str)],
    ) -> (Self, SocketAddr) {
        let process = Self::spawn(stage, program, settings);
        let address = eventually("the process is up", async || {
            let line = process.line("process is up")?;
            let line: serde_json::Value = serde_json::from_str(&line).ok()?;
            line["internal"].as_str()?.parse().ok()
        })
        .await;
        (process, address)
    }

    pub(crate) fn line(&self, words: &str) -> Option<String> {
        let lines = self.lines.lock().expect("lines");
        lines.iter().find(|line| line.contains(words)).cloned()
    }

    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("gone");
    }

    fn terminate(&self) {
        let sent = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        assert!(sent.expect("kill").success());
    }

    async fn exit_code(&mut self) -> Option<i32> {
        let child = Mutex::new(&mut self.child);
        eventually("the process has ended", async || {
            child.lock().expect("child").try_wait().expect("wait")
        })
        .await
        .code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

pub(crate) async fn stage_for(bus: Bus) -> Arc<Stage> {
    let stage = Stage::new();
    if bus == Bus::Kafka {
        stage.make_topics().await.expect("topics");
    }
    stage
}

pub(crate) fn bus_of(bus: Bus) -> (&'static str, &'static str) {
    let name = if bus == Bus::Kafka {
        "kafka"
    } else {
        "embedded"
    };
    ("BUS", name)
}

/// A service's database as seen from here, without a host and thus without a relay.
pub(crate) async fn pool(stage: &Stage, service: &str) -> PgPool {
    let settings: HashMap<_, _> = stage.settings().into_iter().collect();
    let url = settings["database_url"].replace("{service}", service);
    PgPool::connect(&url).await.expect("connect")
}

/// Commits an event as a process would that dies before it can wake its relay.
pub(crate) async fn tell_and_die(teller: &PgPool, member: &str, word: &str) {
    post(teller, member, &said(member, word).encode_to_vec(), 0).await;
}

async fn post(teller: &PgPool, member: &str, payload: &[u8], seconds_ago: i32) {
    sqlx::query(
        "
        insert into outbox (id, aggregatetype, aggregateid, type, payload, created_at)
        values (gen_random_uuid(), 'vonk.accounts.v1', $1, 'LanguageChanged', $2,
                now() - $3 * interval '1 s')
        ",
    )
    .bind(member)
    .bind(payload)
    .bind(seconds_ago)
    .execute(teller)
    .await
    .expect("insert");
}

pub(crate) async fn heard_by(scribe: &PgPool) -> Vec<(String, String)> {
    sqlx::query_as("select member, word from heard order by position")
        .fetch_all(scribe)
        .await
        .expect("heard")
}

on_each_bus! {
    async fn a_process_asked_to_stop_looks_away_first_and_can_start_again(bus: Bus) {
        let stage = stage_for(bus).await;
        let settings = [bus_of(bus), ("SHUTDOWN_DELAY_SECONDS", "2")];
        let (mut process, address) = Process::start(&stage, "pair", &settings).await;
        let (teller, scribe) = (pool(&stage, "teller").await, pool(&stage, "scribe").await);
        tell_and_die(&teller, "ann", "one").await;
        eventually("one is heard", async || (heard_by(&scribe).await.len() == 1).then_some(())).await;
        assert_eq!(get(address, "/readyz").await, Some((200, "ok".to_owned())));
        process.terminate();
        eventually("not ready, and still there", async || {
            (get(address, "/readyz").await == Some((503, "stopping".to_owned()))).then_some(())
        })
        .await;
        assert_eq!(get(address, "/livez").await, Some((200, "ok".to_owned())));
        assert_eq!(process.exit_code().await, Some(0));
        tell_and_die(&teller, "ann", "two").await;
        let _again = Process::start(&stage, "pair", &[bus_of(bus)]).await;
        eventually("two is heard", async || (heard_by(&scribe).await.len() == 2).then_some(())).await;
        let words: Vec<String> = heard_by(&scribe).await.into_iter().map(|(_, word)| word).collect();
        assert_eq!(words, ["one", "two"]);
    }
}

#[tokio::test]
async fn a_call_in_hand_is_answered_before_the_process_ends() {
    let stage = Stage::new();
    let (mut process, address) = Process::start(&stage, "desk", &[]).await;
    let settings = format!("[peers]\ndesk = \"http://{address}\"");
    let visitor = TestHost::with(&settings, async |host| {
        host.mount::<Visitor>().await?;
        host.peer("desk");
        Ok(())
    })
    .await;
    // The process lives by the system's time, not by the visitor's clock.
    let signer = Signer::new("visitor", &IDENTITY_KEY.into(), Clock::system());
    let mut call = JoinSet::new();
    call.spawn(ask(
        visitor.bearing("desk", &signer.service_token()),
        OUTLIVE,
    ));
    eventually("the call is in hand", async || {
        process.line("is asked to outlive")
    })
    .await;
    process.terminate();
    call.join_next()
        .await
        .expect("one call")
        .expect("no panic")
        .expect("answered");
    assert_eq!(process.exit_code().await, Some(0));
}

#[tokio::test]
async fn a_stranger_who_never_ends_their_request_keeps_no_process() {
    let stage = Stage::new();
    let settings = [("SHUTDOWN_GRACE_SECONDS", "2")];
    let (mut process, address) = Process::start(&stage, "desk", &settings).await;
    let _silent = TcpStream::connect(address).await.expect("connect");
    let mut slow = TcpStream::connect(address).await.expect("connect");
    slow.write_all(b"GET /livez HTTP/1.1\r\nhost: te")
        .await
        .expect("write");
    // Answered on the same listener, so the half request before it has come in.
    assert_eq!(get(address, "/livez").await, Some((200, "ok".to_owned())));
    process.terminate();
    assert_eq!(process.exit_code().await, Some(0));
}

#[tokio::test]
async fn invented_calls_are_one_series_of_the_metrics() {
    let stage = Stage::new();
    let (_process, address) = Process::start(&stage, "desk", &[]).await;
    let settings = format!("[peers]\ndesk = \"http://{address}\"");
    let visitor = TestHost::with(&settings, async |host| {
        host.mount::<Visitor>().await?;
        host.peer("desk");
        Ok(())
    })
    .await;
    let signer = Signer::new("visitor", &IDENTITY_KEY.into(), Clock::system());
    for name in ["Alpha", "Beta"] {
        let way = visitor.bearing("desk", &signer.service_token());
        let mut client = tonic::client::Grpc::new(way);
        client.ready().await.expect("ready");
        let path = format!("/vonk.notifications.v1.NotificationsService/{name}");
        let codec =
            tonic_prost::ProstCodec::<SetPreferenceRequest, SetPreferenceResponse>::default();
        let path = path.parse().expect("path");
        let refused = client
            .unary(tonic::Request::new(order(WELL)), path, codec)
            .await;
        assert_eq!(
            refused.expect_err("no such call").code(),
            Code::Unimplemented
        );
    }
    let (_, text) = get(address, "/metrics").await.expect("metrics");
    let many = metric(&text, "rpc_server_duration_seconds_count", "unknown");
    assert_eq!(many, Some(2.0));
    assert!(!text.contains("Alpha") && !text.contains("Beta"), "{text}");
}

#[tokio::test]
async fn a_task_that_fails_or_panics_fails_the_process() {
    let stage = Stage::new();
    for (program, why) in [("failing", "by design"), ("panicking", "panicked")] {
        let mut process = Process::spawn(&stage, program, &[]);
        let code = process.exit_code().await;
        assert!(code.is_some_and(|code| code != 0), "{program}: {code:?}");
        let line = eventually("it says why", async || process.line("task failed")).await;
        assert!(line.contains("doomed") && line.contains(why), "{line}");
    }
}

#[tokio::test]
async fn a_process_that_cannot_end_is_cut_off_and_says_so() {
    let stage = Stage::new();
    let settings = [("SHUTDOWN_GRACE_SECONDS", "1")];
    let (mut process, _) = Process::start(&stage, "endless", &settings).await;
    process.terminate();
    assert_ne!(process.exit_code().await, Some(0));

    let settings = [("SHUTDOWN_GRACE_SECONDS", "600")];
    let (mut process, _) = Process::start(&stage, "endless", &settings).await;
    process.terminate();
    eventually("it heard the first signal", async || {
        process.line("asked to stop")
    })
    .await;
    process.terminate();
    assert_ne!(process.exit_code().await, Some(0));
}

#[tokio::test]
async fn time_to_look_away_is_not_taken_from_time_to_end() {
    let stage = Stage::new();
    let settings = [
        ("SHUTDOWN_DELAY_SECONDS", "3"),
        ("SHUTDOWN_GRACE_SECONDS", "2"),
    ];
    let (mut process, _) = Process::start(&stage, "desk", &settings).await;
    process.terminate();
    assert_eq!(process.exit_code().await, Some(0));
}

/// The value of a metric's first line with this label.
fn metric(text: &str, name: &str, label: &str) -> Option<f64> {
    let mut lines = text.lines();
    let line = lines.find(|line| line.starts_with(name) && line.contains(label))?;
    line.rsplit(' ').next()?.parse().ok()
}

#[tokio::test]
async fn an_event_that_cannot_leave_shows_in_the_age_of_the_outbox() {
    let stage = Stage::new();
    let settings = [("HANDLER_FIRST_DELAY_MS", "400")];
    let (_process, address) = Process::start(&stage, "stubborn", &settings).await;
    let teller = pool(&stage, "teller").await;
    let age = async || {
        let (_, text) = get(address, "/metrics").await?;
        metric(&text, "outbox_oldest_seconds", "teller")
    };
    eventually("the age is known", async || {
        age().await.filter(|&age| age < 1.0)
    })
    .await;
    post(&teller, "ann", &said("ann", "one").encode_to_vec(), 1000).await;
    tell_and_die(&teller, "bob", "two").await;
    eventually("the age shows", async || {
        age().await.filter(|&age| age > 900.0)
    })
    .await;
    // It stays so while the relay is busy with it and reads others.
    for step in 0..12 {
        tell_and_die(&teller, &format!("m{step}"), "three").await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert!(age().await.expect("age") > 900.0);
    }
}

#[tokio::test]
async fn an_event_that_is_put_aside_is_counted() {
    let stage = Stage::new();
    let (_process, address) = Process::start(&stage, "pair", &[]).await;
    let teller = pool(&stage, "teller").await;
    post(&teller, "ann", b"\xff", 0).await;
    eventually("it is counted", async || {
        let (_, text) = get(address, "/metrics").await?;
        metric(&text, "events_parked_total", "scribe.Writer").filter(|&many| many > 0.0)
    })
    .await;
}
