//! The way to a peer is the same whether it lives here or behind a socket.

use std::sync::atomic::{AtomicU32, Ordering};
use std::{net::SocketAddr, sync::Arc};

use kit::{Transport, fault, idempotent, testing::TestHost};
use proto::notifications::v1::notifications_service_client::NotificationsServiceClient;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tonic::{Code, Status};
use tonic_health::{
    ServingStatus,
    pb::{HealthCheckRequest, health_client::HealthClient},
    server::HealthReporter,
};

use crate::desk::{BREAK, PANIC, REFUSE, Visitor, WELL, ask, open, order};

/// A desk, and ways to it within its process and from another.
struct Ways {
    desk: TestHost,
    near: Transport,
    _visitor: TestHost,
    far: Transport,
    reporter: HealthReporter,
}

async fn ways() -> Ways {
    let (reporter, health) = tonic_health::server::health_reporter();
    let desk = TestHost::start(async |host| {
        open(host).await?;
        host.grpc(health);
        Ok(())
    })
    .await;
    let (visitor, far) = visitor(&desk.internal_url()).await;
    Ways {
        near: desk.service("desk", "visitor"),
        desk,
        _visitor: visitor,
        far,
        reporter,
    }
}

/// A process whose desk lives elsewhere.
async fn visitor(desk: &str) -> (TestHost, Transport) {
    let mut way = None;
    let settings = format!("[peers]\ndesk = \"{desk}\"");
    let host = TestHost::with(&settings, async |host| {
        host.mount::<Visitor>().await?;
        way = Some(host.peer("desk"));
        Ok(())
    })
    .await;
    (host, way.expect("peer"))
}

fn reason(status: &Status) -> Option<String> {
    fault::reason(status)
}

#[tokio::test]
async fn a_fault_keeps_its_reason_and_details_on_every_way() {
    let ways = ways().await;
    for way in [&ways.near, &ways.far] {
        ask(way.clone(), WELL).await.expect("an answer");
        let refused = ask(way.clone(), REFUSE).await.expect_err("refused");
        assert_eq!(refused.code(), Code::ResourceExhausted);
        assert_eq!(reason(&refused).as_deref(), Some("login_blocked"));
        assert_eq!(fault::detail(&refused, "minutes").as_deref(), Some("15"));
        let broken = ask(way.clone(), BREAK).await.expect_err("broken");
        assert_eq!(broken.code(), Code::Internal);
        assert_eq!(reason(&broken).as_deref(), Some("internal"));
        assert!(!format!("{broken:?}").contains("logs only"), "{broken:?}");
    }
}

#[tokio::test]
async fn a_call_that_panics_is_answered_and_harms_no_other() {
    let ways = ways().await;
    for way in [&ways.near, &ways.far] {
        let failed = ask(way.clone(), PANIC).await.expect_err("panicked");
        assert_eq!(failed.code(), Code::Internal, "{failed:?}");
        assert_eq!(reason(&failed).as_deref(), Some("internal"));
        ask(way.clone(), WELL).await.expect("the next one is well");
    }
}

#[tokio::test]
async fn a_stream_flows_on_every_way() {
    let ways = ways().await;
    for way in [&ways.near, &ways.far] {
        let name = "a thing";
        let reporter = ways.reporter.clone();
        reporter
            .set_service_status(name, ServingStatus::Serving)
            .await;
        let mut client = HealthClient::new(way.clone());
        let request = HealthCheckRequest {
            service: name.to_owned(),
        };
        let mut states = client.watch(request).await.expect("stream").into_inner();
        let first = states.message().await.expect("well").expect("open");
        assert_eq!(first.status, 1);
        // The second is told only after the first has arrived: nothing waits for the end.
        reporter
            .set_service_status(name, ServingStatus::NotServing)
            .await;
        let second = states.message().await.expect("well").expect("open");
        assert_eq!(second.status, 2);
    }
}

#[tokio::test]
async fn a_peer_that_is_away_says_so() {
    // Bound and closed again: nobody listens there.
    let port = TcpListener::bind("127.0.0.1:0").await.expect("port");
    let nowhere = port.local_addr().expect("address");
    drop(port);
    let (_visitor, way) = visitor(&format!("http://{nowhere}")).await;
    let away = ask(way, WELL).await.expect_err("away");
    assert_eq!(away.code(), Code::Unavailable);
    assert_eq!(reason(&away).as_deref(), Some("peer_away"));
}

#[tokio::test]
async fn a_peer_that_does_not_answer_is_given_up() {
    let deaf = TcpListener::bind("127.0.0.1:0").await.expect("port");
    let address = deaf.local_addr().expect("address");
    let (_visitor, way) = visitor(&format!("http://{address}")).await;
    let slow = ask(way, WELL).await.expect_err("slow");
    assert_eq!(slow.code(), Code::DeadlineExceeded);
    assert_eq!(reason(&slow).as_deref(), Some("peer_slow"));
}

/// A door that shuts in the face of the first callers.
struct Shy {
    address: SocketAddr,
    callers: Arc<AtomicU32>,
    _door: JoinSet<()>,
}

async fn shy(to: &str, refusals: u32) -> Shy {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("port");
    let address = listener.local_addr().expect("address");
    let to = to.trim_start_matches("http://").to_owned();
    let callers = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&callers);
    let mut door = JoinSet::new();
    door.spawn(async move {
        let mut inside = JoinSet::new();
        loop {
            let (mut caller, _) = listener.accept().await.expect("caller");
            if counter.fetch_add(1, Ordering::SeqCst) < refusals {
                continue;
            }
            let mut desk = TcpStream::connect(&to).await.expect("desk");
            inside.spawn(async move { drop(copy_bidirectional(&mut caller, &mut desk).await) });
        }
    });
    Shy {
        address,
        callers,
        _door: door,
    }
}

#[tokio::test]
async fn only_a_call_that_may_be_repeated_is() {
    let ways = ways().await;
    let door = shy(&ways.desk.internal_url(), 1).await;
    let (_visitor, way) = visitor(&format!("http://{}", door.address)).await;
    let once = ask(way, WELL).await.expect_err("away");
    assert_eq!(reason(&once).as_deref(), Some("peer_away"));
    assert_eq!(door.callers.load(Ordering::SeqCst), 1);

    let door = shy(&ways.desk.internal_url(), 2).await;
    let (_visitor, way) = visitor(&format!("http://{}", door.address)).await;
    let mut client = NotificationsServiceClient::new(way);
    client
        .set_preference(idempotent(order(WELL)))
        .await
        .expect("the third try arrives");
    assert_eq!(door.callers.load(Ordering::SeqCst), 3);

    // A refusal is an answer: it is not asked for again.
    let refused = client
        .set_preference(idempotent(order(REFUSE)))
        .await
        .expect_err("refused");
    assert_eq!(reason(&refused).as_deref(), Some("login_blocked"));
    assert_eq!(door.callers.load(Ordering::SeqCst), 3);
}
