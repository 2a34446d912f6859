//! Forwards gRPC-Web calls of the browser to the member-facing services, bytes untouched.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, Request},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use http_body_util::Full;
use tonic::{Status, body::Body};
use tonic_web::GrpcWebLayer;
use tower::{Layer, ServiceExt};

use crate::{
    App,
    caller::Caller,
    fields,
    limits::ENTRIES,
    origin::{self, Content},
    peers::Peer,
    reply::Refusal,
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

/// Sends a call on in the caller's name.
pub(crate) async fn forward(app: Arc<App>, target: Target, request: Request) -> Response {
    if !target
        .method
        .bytes()
        .all(|letter| letter.is_ascii_alphanumeric())
    {
        return Refusal::not_found().into_response();
    }
    // Our own page never does this, so there is nobody to tell in gRPC.
    if let Err(refusal) = origin::check(request.headers(), request.extensions(), Content::GrpcWeb) {
        return refusal.into_response();
    }
    let (mut parts, body) = request.into_parts();
    let caller = match admit(&app, &target, &mut parts).await {
        Ok(caller) => caller,
        Err(refusal) => return answer(refusal.into_status().into_http()),
    };
    let upward = only(&UP, &parts.headers);
    let request = Request::from_parts(parts, body);
    let body = match fields::body(&app, request, app.config.rpc_bytes).await {
        Ok(body) => body,
        Err(refusal) => return refusal.into_response(),
    };
    // Read whole first: a browser sends one message, and a slow one does not hold a peer up.
    let mut request = http::Request::new(Body::new(Full::new(body)));
    *request.method_mut() = Method::POST;
    *request.headers_mut() = upward;
    let Ok(uri) = format!("/{}/{}", target.service, target.method).parse() else {
        return Refusal::not_found().into_response();
    };
    *request.uri_mut() = uri;

    let peer = GrpcWebLayer::new().layer(app.peers.on_behalf(target.peer, &caller));
    match peer.oneshot(request).await {
        Ok(response) => {
            let headers = only(&DOWN, response.headers());
            let mut response = response.map(axum::body::Body::new);
            *response.headers_mut() = headers;
            response
        }
        Err(away) => answer(Status::from_error(Box::new(away)).into_http()),
    }
}

async fn admit(
    app: &Arc<App>,
    target: &Target,
    parts: &mut http::request::Parts,
) -> Result<Caller, Refusal> {
    let caller = Caller::from_request_parts(parts, app).await?;
    if target.peer == Peer::Accounts && ENTRIES.contains(&target.method.as_str()) {
        app.limits.entry(&caller.visitor.network)?;
    }
    Ok(caller)
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
