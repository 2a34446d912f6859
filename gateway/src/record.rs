//! What is written down of a request: its route, never its address, query or sender.

use std::{sync::Arc, time::Instant};

use axum::{
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::Response,
};
use http::header;
use opentelemetry::{KeyValue, metrics::Histogram};
use tracing::Instrument;

use crate::App;

/// Time from a request to the head of its answer, by method, route and status.
pub(crate) fn durations() -> Histogram<f64> {
    opentelemetry::global::meter("vonk")
        .f64_histogram("http.server.duration")
        .with_unit("s")
        .with_description("time from a request to its answer, by method, route and status")
        .with_boundaries(vec![
            0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0,
        ])
        .build()
}

/// One span, one line and one measurement for each request.
pub(crate) async fn request(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    // Files and unknown addresses share a word: anybody can think of a new address.
    let route = request.extensions().get::<MatchedPath>().cloned();
    let route = route
        .as_ref()
        .map_or("other", MatchedPath::as_str)
        .to_owned();
    let method = known_method(request.method());
    let span = tracing::info_span!("http", http.method = method, http.route = route);
    let started = Instant::now();
    let response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    span.in_scope(|| {
        if response.headers().contains_key(header::ETAG) {
            tracing::debug!(http.status = status, "file served");
        } else {
            tracing::info!(http.status = status, "request answered");
        }
    });
    let labels = [
        KeyValue::new("http.method", method),
        KeyValue::new("http.route", route),
        KeyValue::new("http.status", i64::from(status)),
    ];
    app.durations
        .record(started.elapsed().as_secs_f64(), &labels);
    response
}

/// A client may invent methods too.
fn known_method(method: &http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "DELETE" => "DELETE",
        _ => "other",
    }
}
