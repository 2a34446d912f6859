//! Forwards gRPC-Web calls of the browser to the member-facing services, bytes untouched.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{FromRequestParts, Request},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use http_body_util::Full;
use tonic::{Code, Status, body::Body};
use tonic_web::GrpcWebLayer;
use tower::{Layer, ServiceExt};

use crate::{
    App,
    caller::Caller,
    fields::{self, Patience},
    limits::{Deed, ENTRIES},
    origin::{self, Content},
    peers::Peer,
    reply::Refusal,
    uploads,
};

/// Headers of the browser that a peer may see. All else is left behind: identities,
/// tokens, forwarding and trace headers are ours to set.
const UP: [HeaderName; 2] = [header::CONTENT_TYPE, header::ACCEPT];

/// Headers of a peer that the browser may see.
const DOWN: [HeaderName; 4] = [
    header::CONTENT_TYPE,
    HeaderName::from_static("grpc-status"),
    HeaderName::from_static("grpc-message"),
    HeaderName::from_static("grpc-status-details-bin"),
];

/// One method of a service that the world may call.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) peer: Peer,
    pub(crate) service: &'static str,
    pub(crate) method: String,
}

/// Methods that bring a photo.
const UPLOADS: [(&str, &str); 2] = [
    ("vonk.profiles.v1.ProfilesService", "AddPhoto"),
    ("vonk.chat.v1.ChatService", "AddPhoto"),
];

/// A peer may take this long to decode and encode a photo; others wait before it.
const ENCODING: Duration = Duration::from_secs(30);

/// How long a call to this address may take, when that is longer than usual.
pub(crate) fn patience(app: &App, path: &str) -> Option<Duration> {
    let (service, method) = path.strip_prefix("/rpc/")?.split_once('/')?;
    let upload = UPLOADS.contains(&(service, method));
    upload.then(|| uploads::WAIT + Duration::from_secs(app.config.upload_seconds) + ENCODING)
}

/// Sends a call on in the caller's name.
pub(crate) async fn forward(app: Arc<App>, target: Target, request: Request) -> Response {
    let name = (target.service, target.method.as_str());
    let sent = if UPLOADS.contains(&name) {
        upload(&app, &target, request).await
    } else {
        let entry = target.peer == Peer::Accounts && ENTRIES.contains(&name.1);
        match enter(&app, name, entry, request).await {
            Ok(entered) => Ok(send(&app, target.peer, entered).await),
            Err(refused) => Err(refused),
        }
    };
    sent.unwrap_or_else(|refused| refused)
}

async fn send(app: &App, peer: Peer, (caller, request): (Caller, http::Request<Body>)) -> Response {
    let peer = GrpcWebLayer::new().layer(app.peers.on_behalf(peer, &caller));
    match peer.oneshot(request).await {
        Ok(response) => leave(response),
        Err(away) => answer(Status::from_error(Box::new(away)).into_http()),
    }
}

/// Sends a photo on: by members only, a few at the same time, larger and slower than other calls.
async fn upload(app: &Arc<App>, target: &Target, request: Request) -> Result<Response, Response> {
    let name = (target.service, target.method.as_str());
    let refuse = |code, reason| answer(kit::fault::status(code, reason, []).into_http());
    let (caller, request) = admit(app, name, false, request).await?;
    let Some(session) = &caller.session else {
        return Err(refuse(Code::PermissionDenied, "not_logged_in"));
    };
    let Some(_turn) = app.uploads.turn(session.member).await else {
        return Err(refuse(Code::ResourceExhausted, "busy"));
    };
    let patience = Patience {
        whole: Duration::from_secs(app.config.upload_seconds),
        quiet: Duration::from_secs(app.config.upload_quiet_seconds),
    };
    let limit = app.config.upload_bytes;
    let mut request = read(name, request, (patience, limit)).await?;
    request.extensions_mut().insert(kit::Patience(ENCODING));
    Ok(send(app, target.peer, (caller, request)).await)
}

/// Admits a call of the browser: from our own page, by whom it is, within the limits; read whole,
/// and with nothing of the browser's besides its message. Else what to answer.
pub(crate) async fn enter(
    app: &Arc<App>,
    name: (&str, &str),
    entry: bool,
    request: Request,
) -> Result<(Caller, http::Request<Body>), Response> {
    let (caller, request) = admit(app, name, entry, request).await?;
    let patience = Patience::of(&app.config);
    let limit = app.config.rpc_bytes;
    Ok((caller, read(name, request, (patience, limit)).await?))
}

async fn admit(
    app: &Arc<App>,
    (service, method): (&str, &str),
    entry: bool,
    request: Request,
) -> Result<(Caller, Request), Response> {
    if !method.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(Refusal::not_found().into_response());
    }
    // Our own page never does this, so there is nobody to tell in gRPC.
    origin::check(request.headers(), request.extensions(), Content::GrpcWeb)
        .map_err(IntoResponse::into_response)?;
    let (mut parts, body) = request.into_parts();
    let caller = async {
        let caller = Caller::from_request_parts(&mut parts, app).await?;
        if entry {
            app.limits.entry(&caller.visitor.network)?;
        }
        if let Some(deed) = Deed::of(service, method) {
            app.limits.deed(deed, &caller)?;
        }
        Ok::<_, Refusal>(caller)
    };
    let caller = caller
        .await
        .map_err(|refusal| answer(refusal.into_status().into_http()))?;
    Ok((caller, Request::from_parts(parts, body)))
}

/// Reads whole first: a browser sends one message, and a slow one does not hold a peer up.
async fn read(
    (service, method): (&str, &str),
    request: Request,
    (patience, limit): (Patience, usize),
) -> Result<http::Request<Body>, Response> {
    let upward = only(&UP, request.headers());
    let body = fields::body_within(patience, request, limit)
        .await
        .map_err(IntoResponse::into_response)?;
    let mut request = http::Request::new(Body::new(Full::new(body)));
    *request.method_mut() = Method::POST;
    *request.headers_mut() = upward;
    *request.uri_mut() = format!("/{service}/{method}")
        .parse()
        .map_err(|_| Refusal::not_found().into_response())?;
    Ok(request)
}

/// An answer as the browser may see it; a stream goes on.
pub(crate) fn leave(response: http::Response<Body>) -> Response {
    let headers = only(&DOWN, response.headers());
    let mut response = response.map(axum::body::Body::new);
    *response.headers_mut() = headers;
    response
}

/// A status of our own as a gRPC-Web answer without a message.
fn answer(status: http::Response<axum::body::Body>) -> Response {
    let mut response = status;
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/grpc-web+proto"),
    );
    response
}

fn only(names: &[HeaderName], headers: &HeaderMap) -> HeaderMap {
    let kept = |name: &HeaderName| headers.get(name).map(|value| (name.clone(), value.clone()));
    names.iter().filter_map(kept).collect()
}
