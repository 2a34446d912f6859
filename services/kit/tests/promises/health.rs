//! What the platform asks a process, on the internal listener.

use std::net::SocketAddr;

use kit::testing::TestHost;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    desk::{Visitor, open},
    probe::{Bus, Writer, all_heard, eventually, outside, pair, tell},
};

/// Status and body of a plain GET; none when nobody answers.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let request = format!("GET {path} HTTP/1.0\r\nhost: test\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some((status, body.to_owned()))
}

fn internal(host: &TestHost) -> SocketAddr {
    let url = host.internal_url();
    url.trim_start_matches("http://").parse().expect("address")
}

fn answer(status: u16, body: &str) -> (u16, String) {
    (status, body.to_owned())
}

#[tokio::test]
async fn a_process_answers_the_platform() {
    let host = TestHost::start(async |host| open(host).await.map(drop)).await;
    let address = internal(&host);
    assert_eq!(get(address, "/livez").await, Some(answer(200, "ok")));
    assert_eq!(get(address, "/readyz").await, Some(answer(200, "ok")));
    let (status, _) = get(address, "/metrics").await.expect("metrics");
    assert_eq!(status, 200);
    // What is not for the platform is a call, and refused as one.
    let (_, body) = get(address, "/elsewhere").await.expect("answer");
    assert_eq!(body, "");
}

#[tokio::test]
async fn a_process_is_ready_when_its_last_latch_is_dropped() {
    let mut latch = None;
    let host = TestHost::start(async |host| {
        host.mount::<Visitor>().await?;
        latch = Some(host.ready_when("sites are known"));
        Ok(())
    })
    .await;
    let address = internal(&host);
    assert_eq!(
        get(address, "/readyz").await,
        Some(answer(503, "sites are known"))
    );
    assert_eq!(get(address, "/livez").await, Some(answer(200, "ok")));
    drop(latch);
    assert_eq!(get(address, "/readyz").await, Some(answer(200, "ok")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_without_its_database_is_not_ready_until_it_is_back() {
    let settings = Bus::Embedded.settings();
    let host = TestHost::with(settings, async |host| pair(host, Writer::willing()).await).await;
    let (teller, scribe) = (host.db("teller"), host.db("scribe"));
    let address = internal(&host);
    let database: String = sqlx::query_scalar("select current_database()::text")
        .fetch_one(teller.pool())
        .await
        .expect("name");
    tell(&teller, "ann", "before").await;
    all_heard(&teller, &scribe, 1).await;

    let mut server = outside().await;
    let close = format!("alter database {database} allow_connections false");
    sqlx::query(sqlx::AssertSqlSafe(close))
        .execute(&mut server)
        .await
        .expect("close");
    sqlx::query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1")
        .bind(&database)
        .execute(&mut server)
        .await
        .expect("terminate");
    eventually("not ready", async || {
        (get(address, "/readyz").await == Some(answer(503, "teller"))).then_some(())
    })
    .await;
    assert_eq!(get(address, "/livez").await, Some(answer(200, "ok")));

    let open = format!("alter database {database} allow_connections true");
    sqlx::query(sqlx::AssertSqlSafe(open))
        .execute(&mut server)
        .await
        .expect("open");
    eventually("ready again", async || {
        (get(address, "/readyz").await == Some(answer(200, "ok"))).then_some(())
    })
    .await;
    tell(&teller, "ann", "after").await;
    all_heard(&teller, &scribe, 2).await;
}
