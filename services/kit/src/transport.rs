//! Carries gRPC requests to a peer, whether it lives in this process or elsewhere.

use std::{
    convert::Infallible,
    fmt,
    sync::{Arc, OnceLock},
    time::Duration,
};

use http::{HeaderValue, header::AUTHORIZATION};
use http_body_util::BodyExt as _;
use tonic::{Code, Status, body::Body, transport::Endpoint};
use tower::{BoxError, ServiceExt as _, util::BoxCloneSyncService};

use crate::{fault, identity::Signer, telemetry};

type Inner = BoxCloneSyncService<http::Request<Body>, http::Response<Body>, BoxError>;

/// Longest wait for the first byte of an answer, unless the request has a `Patience` of its own.
const DEADLINE: Duration = Duration::from_secs(5);
/// Tries of a call that is marked idempotent.
const TRIES: u32 = 3;

/// A way to one peer, for the generated clients. Cheap to clone.
#[derive(Clone)]
pub struct Transport {
    way: Arc<OnceLock<Inner>>,
    identity: Identity,
}

/// In whose name requests go out that carry no token yet.
#[derive(Clone)]
pub(crate) enum Identity {
    Service(Signer),
    /// A fixed token, for tests.
    Token(HeaderValue),
    /// None: what the request brings.
    Own,
}

/// The peer could not be reached; holds the status that the caller will see.
#[derive(Debug)]
pub struct Unreachable(Status);

impl fmt::Display for Unreachable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("peer could not be reached")
    }
}

impl std::error::Error for Unreachable {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

/// Marks a call that may be sent again when the peer was away.
#[derive(Clone, Copy, Debug)]
struct Idempotent;

/// Put into a request's extensions: how long to wait for the first byte of its answer, where a peer
/// has more to do than usual.
#[derive(Clone, Copy, Debug)]
pub struct Patience(pub Duration);

/// Allows the transport to send this request again when the peer was away.
pub fn idempotent<T>(message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    request.extensions_mut().insert(Idempotent);
    request
}

impl Transport {
    pub(crate) fn new(way: Arc<OnceLock<Inner>>, identity: Identity) -> Self {
        Self { way, identity }
    }

    /// A way to another process in the name of `signer`, for commands that host nothing.
    pub fn to(url: &str, signer: Signer) -> anyhow::Result<Self> {
        let way = Arc::new(OnceLock::from(Self::remote(url)?));
        Ok(Self::new(way, Identity::Service(signer)))
    }

    /// A way to routes of this process.
    pub(crate) fn local(routes: axum::Router) -> Inner {
        let routes = tower::ServiceBuilder::new()
            .map_response(|response: axum::response::Response| response.map(Body::new))
            .map_err(|never: Infallible| match never {})
            .service(routes);
        BoxCloneSyncService::new(routes)
    }

    /// A way to another process, connected when first used.
    pub(crate) fn remote(url: &str) -> anyhow::Result<Inner> {
        let channel = Endpoint::from_shared(url.to_owned())?
            .connect_timeout(Duration::from_secs(2))
            .http2_keep_alive_interval(Duration::from_secs(10))
            .keep_alive_while_idle(true)
            .tcp_nodelay(true)
            .connect_lazy();
        Ok(BoxCloneSyncService::new(channel.map_err(BoxError::from)))
    }

    fn prepare(&self, request: &mut http::Request<Body>) {
        if !request.headers().contains_key(AUTHORIZATION) {
            let token = match &self.identity {
                Identity::Service(signer) => {
                    HeaderValue::from_str(&format!("Bearer {}", signer.service_token())).ok()
                }
                Identity::Token(token) => Some(token.clone()),
                Identity::Own => None,
            };
            if let Some(mut token) = token {
                token.set_sensitive(true);
                request.headers_mut().insert(AUTHORIZATION, token);
            }
        }
        let traceparent = telemetry::traceparent().and_then(|text| text.parse().ok());
        if let Some(traceparent) = traceparent {
            request.headers_mut().insert("traceparent", traceparent);
        }
    }
}

impl fmt::Debug for Transport {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Transport")
    }
}

fn unreachable(code: Code, reason: &'static str) -> Unreachable {
    Unreachable(fault::status(code, reason, []))
}

async fn once(
    way: Inner,
    request: http::Request<Body>,
) -> Result<http::Response<Body>, Unreachable> {
    let patience = request.extensions().get::<Patience>();
    let deadline = patience.map_or(DEADLINE, |Patience(longer)| *longer);
    match tokio::time::timeout(deadline, way.oneshot(request)).await {
        Ok(Ok(response)) => Ok(response),
        Ok(Err(error)) => {
            tracing::debug!(error = %error, "peer is away");
            Err(unreachable(Code::Unavailable, "peer_away"))
        }
        Err(_) => Err(unreachable(Code::DeadlineExceeded, "peer_slow")),
    }
}

/// Sends the same request again, with a short pause, while the peer is away.
async fn again(
    way: Inner,
    request: http::Request<Body>,
) -> Result<http::Response<Body>, Unreachable> {
    let (head, body) = request.into_parts();
    let body = body
        .collect()
        .await
        .map_err(|_| unreachable(Code::Internal, "request_broken"))?
        .to_bytes();
    let mut tries = 1;
    loop {
        let body = Body::new(http_body_util::Full::new(body.clone()));
        let answer = once(way.clone(), http::Request::from_parts(head.clone(), body)).await;
        match answer {
            Err(away) if away.0.code() == Code::Unavailable && tries < TRIES => {
                tokio::time::sleep(Duration::from_millis(50) * 4_u32.pow(tries)).await;
                tries += 1;
            }
            other => return other,
        }
    }
}

impl tower::Service<http::Request<Body>> for Transport {
    type Response = http::Response<Body>;
    type Error = Unreachable;
    type Future = futures::future::BoxFuture<'static, Result<Self::Response, Unreachable>>;

    fn poll_ready(
        &mut self,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Result<(), Unreachable>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: http::Request<Body>) -> Self::Future {
        self.prepare(&mut request);
        let way = self.way.get().cloned();
        Box::pin(async move {
            let way = way.ok_or_else(|| unreachable(Code::Unavailable, "starting"))?;
            if request.extensions().get::<Idempotent>().is_some() {
                again(way, request).await
            } else {
                once(way, request).await
            }
        })
    }
}
