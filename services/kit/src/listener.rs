//! Accepts connections and answers on them, and lets nobody keep one that is not used.

use std::{net::SocketAddr, time::Duration};

use axum::{Router, body::Body, extract::ConnectInfo};
use http::Request;
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{
        conn::auto::Builder,
        graceful::{GracefulShutdown, Watcher},
    },
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// Time for the first byte of a connection.
const FIRST_BYTE: Duration = Duration::from_secs(15);
/// Time for the head of a request, and between two requests; more than proxies keep a connection.
const HEAD: Duration = Duration::from_secs(75);
/// A connection of many calls is asked this often whether it lives, and has the second to say so.
const ALIVE: (Duration, Duration) = (Duration::from_secs(20), Duration::from_secs(10));
/// Rest after the system had no connection to give, for example no file.
const REST: Duration = Duration::from_millis(500);

/// Serves until told to stop, then lets requests that are being answered end, for as long as
/// `patience`: who is slower than that must not keep the process.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    stop: CancellationToken,
    patience: Duration,
) -> anyhow::Result<()> {
    let mut protocol = Builder::new(TokioExecutor::new());
    protocol
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD);
    protocol
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(ALIVE.0)
        .keep_alive_timeout(ALIVE.1);
    let graceful = GracefulShutdown::new();
    let mut open = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            Some(_) = open.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let (protocol, routes) = (protocol.clone(), routes.clone());
                let (stop, graceful) = (stop.clone(), graceful.watcher());
                open.spawn(async move {
                    let spoke = tokio::select! {
                        () = stop.cancelled() => return,
                        spoke = tokio::time::timeout(FIRST_BYTE, stream.readable()) => spoke,
                    };
                    if matches!(spoke, Ok(Ok(()))) {
                        answer((stream, peer), &protocol, routes, graceful).await;
                    }
                });
            }
            Err(error) => {
                tracing::warn!(%error, "connection not accepted");
                tokio::time::sleep(REST).await;
            }
        }
    }
    drop(listener);
    if tokio::time::timeout(patience, graceful.shutdown())
        .await
        .is_err()
    {
        tracing::info!(connections = open.len(), "connections are cut off");
    }
    Ok(())
}

async fn answer(
    (stream, peer): (TcpStream, SocketAddr),
    protocol: &Builder<TokioExecutor>,
    routes: Router,
    graceful: Watcher,
) {
    // Else the second of two small pieces of a stream waits for the other side's delayed
    // acknowledgement of the first.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "connection keeps its delay");
    }
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let (routes, mut request) = (routes.clone(), request.map(Body::new));
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.oneshot(request)
    });
    let connection = protocol.serve_connection(TokioIo::new(stream), service);
    if let Err(error) = graceful.watch(connection.into_owned()).await {
        tracing::debug!(%error, "connection ended badly");
    }
}
