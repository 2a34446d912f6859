//! What a process answers: gRPC behind identity tokens, and the operators' questions.

use std::time::{Duration, Instant};

use axum::{
    Router,
    extract::{Request, State},
    http::StatusCode,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use opentelemetry::{KeyValue, metrics::Histogram};
use tonic::{Code, service::RoutesBuilder};
use tower_http::catch_panic::CatchPanicLayer;
use tracing::Instrument as _;

use crate::{
    fault,
    health::Readiness,
    identity::{self, Verifier},
    telemetry::{self, Telemetry},
};

#[derive(Clone)]
struct Door {
    verifier: Verifier,
    durations: Histogram<f64>,
}

/// The gRPC routes: every call is verified, traced and measured.
pub(crate) fn routes(grpc: RoutesBuilder, any: bool, verifier: Verifier) -> Router {
    if !any {
        return Router::new();
    }
    let durations = opentelemetry::global::meter("vonk")
        .f64_histogram("rpc.server.duration")
        .with_unit("s")
        .with_description("time from a call to its answer, by method and gRPC code")
        .with_boundaries(vec![
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0,
        ])
        .build();
    grpc.routes()
        .prepare()
        .into_axum_router()
        .reset_fallback()
        // A peer of this process would panic with us.
        .layer(CatchPanicLayer::custom(|_| {
            fault::status(Code::Internal, "internal", []).into_http::<axum::body::Body>()
        }))
        .layer(middleware::from_fn_with_state(
            Door {
                verifier,
                durations,
            },
            admit,
        ))
}

async fn admit(State(door): State<Door>, mut request: Request, next: Next) -> Response {
    let method = request.uri().path().trim_start_matches('/').to_owned();
    let Some(caller) = door.verifier.caller(request.headers()) else {
        tracing::warn!(rpc.method = method, "call without a valid identity refused");
        return identity::refusal().into_http::<axum::body::Body>();
    };
    let span = tracing::info_span!("rpc", rpc.method = method, caller = caller.service);
    let traceparent = request
        .headers()
        .get("traceparent")
        .and_then(|value| value.to_str().ok());
    if let Some(traceparent) = traceparent {
        telemetry::continue_trace(&span, traceparent);
    }
    request.headers_mut().remove(http::header::AUTHORIZATION);
    request.extensions_mut().insert(caller);
    let started = Instant::now();
    let response = next.run(request).instrument(span).await;
    // Failures are trailers-only answers: their code stands in the headers.
    let code = response
        .headers()
        .get("grpc-status")
        .and_then(|code| code.to_str().ok());
    let code = code.unwrap_or("0").to_owned();
    // Names that somebody made up are no series of their own.
    let made_up = code == (Code::Unimplemented as i32).to_string();
    let labels = [
        KeyValue::new(
            "rpc.method",
            if made_up {
                "unknown".to_owned()
            } else {
                method
            },
        ),
        KeyValue::new("rpc.grpc.status_code", code),
    ];
    door.durations
        .record(started.elapsed().as_secs_f64(), &labels);
    response
}

#[derive(Clone)]
struct Operations {
    readiness: Readiness,
    registry: prometheus::Registry,
}

/// `/livez`, `/readyz` and `/metrics`, for the platform alone.
pub(crate) fn operations(readiness: Readiness, registry: prometheus::Registry) -> Router {
    Router::new()
        .route("/livez", get(async || "ok"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(Operations {
            readiness,
            registry,
        })
}

async fn ready(State(operations): State<Operations>) -> Response {
    let missing = operations.readiness.missing();
    if missing.is_empty() {
        return "ok".into_response();
    }
    (StatusCode::SERVICE_UNAVAILABLE, missing.join("\n")).into_response()
}

async fn metrics(State(operations): State<Operations>) -> String {
    Telemetry::scrape(&operations.registry)
}

/// How often a starting or stopping process looks whether it is time.
pub(crate) const LOOK: Duration = Duration::from_millis(20);
