//! Headers of every answer.

use std::sync::Arc;

use axum::{extract::Request, middleware::Next, response::Response};
use http::{HeaderName, HeaderValue, header};
use proto::settings::v1::Site;

/// Everything from our own host and nothing inline. Pictures may be drawn by the page itself.
const CONTENT_SECURITY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'";

/// A picture needs nothing and may do nothing, also when it is opened by itself.
const SANDBOX: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; sandbox";

/// Put into an answer's extensions: it is somebody else's content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sandboxed;

const ALWAYS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Addresses of mailed links carry tokens.
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "geolocation=(self), browsing-topics=(), camera=(), display-capture=(), microphone=(), \
         midi=(), payment=(), serial=(), usb=()",
    ),
    (header::X_FRAME_OPTIONS, "DENY"),
];

const TRANSPORT_SECURITY: &str = "max-age=31536000; includeSubDomains";

/// Adds what every answer carries. What has no caching rule of its own is not stored.
pub(crate) async fn protect(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let tls = response
        .extensions()
        .get::<Arc<Site>>()
        .is_some_and(|site| site.origin.starts_with("https://"));
    let sandboxed = response.extensions().get::<Sandboxed>().is_some();
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if sandboxed {
        let policy = HeaderValue::from_static(SANDBOX);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if tls {
        let value = HeaderValue::from_static(TRANSPORT_SECURITY);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}
