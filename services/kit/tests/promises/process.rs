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
use sqlx::PgPool;
use tokio::task::JoinSet;

use crate::{
    desk::{OUTLIVE, Visitor, ask, open},
    health::get,
    leader::leader,
    probe::{
        Bus, Hold, Writer, all_heard, count, eventually, on_each_bus, pair, published, said, tell,
        words,
    },
};

const PROGRAM: &str = "VONK_TEST_PROGRAM";

#[test]
#[ignore = "what the processes run that the other tests start"]
fn program() -> ExitCode {
    let wanted = std::env::var(PROGRAM).unwrap_or_default();
    let assemble = async |host: &mut Host| match wanted.as_str() {
        "pair" => pair(host, Writer::willing()).await,
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
struct Process {
    child: Child,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Process {
    fn spawn(stage: &Stage, program: &str, settings: &[(&str, &str)]) -> Self {
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

    async fn start(stage: &Stage, program: &str, settings: &[(&str, &str)]) -> (Self, SocketAddr) {
        let process = Self::spawn(stage, program, settings);
        let address = eventually("the process is up", async || {
            let line = process.line("process is up")?;
            let line: serde_json::Value = serde_json::from_str(&line).ok()?;
            line["internal"].as_str()?.parse().ok()
        })
        .await;
        (process, address)
    }

    fn line(&self, words: &str) -> Option<String> {
        let lines = self.lines.lock().expect("lines");
        lines.iter().find(|line| line.contains(words)).cloned()
    }

    fn kill(&mut self) {
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

async fn stage_for(bus: Bus) -> Arc<Stage> {
    let stage = Stage::new();
    if bus == Bus::Kafka {
        stage.make_topics().await.expect("topics");
    }
    stage
}

fn bus_of(bus: Bus) -> (&'static str, &'static str) {
    let name = if bus == Bus::Kafka {
        "kafka"
    } else {
        "embedded"
    };
    ("BUS", name)
}

/// A service's database as seen from here, without a host and thus without a relay.
async fn pool(stage: &Stage, service: &str) -> PgPool {
    let settings: HashMap<_, _> = stage.settings().into_iter().collect();
    let url = settings["database_url"].replace("{service}", service);
    PgPool::connect(&url).await.expect("connect")
}

/// Commits an event as a process would that dies before it can wake its relay.
async fn tell_and_die(teller: &PgPool, member: &str, word: &str) {
    sqlx::query(
        "
        insert into outbox (id, aggregatetype, aggregateid, type, payload, created_at)
        values (gen_random_uuid(), 'vonk.accounts.v1', $1, 'LanguageChanged', $2, now())
        ",
    )
    .bind(member)
    .bind(said(member, word).encode_to_vec())
    .execute(teller)
    .await
    .expect("insert");
}

async fn heard_by(scribe: &PgPool) -> Vec<(String, String)> {
    sqlx::query_as("select member, word from heard order by position")
        .fetch_all(scribe)
        .await
        .expect("heard")
}

on_each_bus! {
    async fn a_process_killed_between_publishing_and_deleting_causes_no_second_effect(bus: Bus) {
        let stage = stage_for(bus).await;
        let (mut process, _) = Process::start(&stage, "pair", &[bus_of(bus)]).await;
        let host = stage
            .host(bus.settings(), async |host| pair(host, Writer::willing()).await)
            .await
            .expect("start");
        let (teller, scribe) = (host.db("teller"), host.db("scribe"));
        let led = leader(&teller, 0).await;
        let hold = Hold::new(&teller).await;
        tell(&teller, "ann", "one").await;
        eventually("the event is heard", async || (count(&scribe, "heard").await == 1).then_some(())).await;
        assert_eq!(hold.waiting(&teller).await, led, "the process leads");
        process.kill();
        // Its statement waits in the server; a process killed a moment earlier had not sent it.
        sqlx::query("select pg_terminate_backend($1)")
            .bind(led)
            .execute(teller.pool())
            .await
            .expect("terminate");
        eventually("the host publishes the event again", async || {
            (hold.waiting(&teller).await != led).then_some(())
        })
        .await;
        hold.release().await;
        tell(&teller, "ann", "two").await;
        all_heard(&teller, &scribe, 2).await;
        assert_eq!(words(&scribe, "ann").await, ["one", "two"]);
        match bus {
            Bus::Embedded => {
                let seen = host.events::<proto::accounts::v1::LanguageChanged>();
                assert_eq!(seen.len(), 2, "the first was delivered again");
            }
            Bus::Kafka => assert_eq!(published(&stage).len(), 3, "the first was published twice"),
        }
    }

    async fn processes_killed_under_load_lose_and_repeat_nothing(bus: Bus) {
        const KEYS: u32 = 10;
        let many = if bus == Bus::Kafka { 300 } else { 600 };
        let kills = if bus == Bus::Kafka { 2 } else { 5 };
        let stage = stage_for(bus).await;
        let mut processes = vec![
            Process::start(&stage, "pair", &[bus_of(bus)]).await.0,
            Process::start(&stage, "pair", &[bus_of(bus)]).await.0,
        ];
        let (teller, scribe) = (pool(&stage, "teller").await, pool(&stage, "scribe").await);
        let mut load = JoinSet::new();
        let told = teller.clone();
        load.spawn(async move {
            for step in 0..many {
                tell_and_die(&told, &format!("m{}", step % KEYS), &step.to_string()).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        });
        for kill in 1..=kills {
            let enough = (many / (kills + 1) * kill) as usize;
            eventually("more is heard", async || (heard_by(&scribe).await.len() >= enough).then_some(())).await;
            // The oldest leads, or did a moment ago.
            processes.remove(0).kill();
            processes.push(Process::spawn(&stage, "pair", &[bus_of(bus)]));
        }
        load.join_all().await;
        eventually("everything is heard", async || {
            (heard_by(&scribe).await.len() >= many as usize).then_some(())
        })
        .await;
        eventually("the outbox is empty", async || {
            let left: i64 = sqlx::query_scalar("select count(*) from outbox")
                .fetch_one(&teller)
                .await
                .expect("count");
            (left == 0).then_some(())
        })
        .await;
        let all = heard_by(&scribe).await;
        assert_eq!(all.len(), many as usize, "nothing twice");
        for member in 0..KEYS {
            let mine: Vec<&str> = all
                .iter()
                .filter(|(who, _)| *who == format!("m{member}"))
                .map(|(_, word)| word.as_str())
                .collect();
            let told: Vec<String> = (0..many)
                .filter(|step| step % KEYS == member)
                .map(|step| step.to_string())
                .collect();
            assert_eq!(mine, told, "in order");
        }
    }

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
