//! The rule against forged requests: whoever changes state must come from our own page.
//!
//! SameSite=Lax alone does not do: sibling subdomains are the same site.

use std::sync::Arc;

use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{Extensions, HeaderMap, StatusCode, Uri, header};
use proto::settings::v1::Site;

use crate::{reply::Refusal, site::AskedHost};

const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// Which content types a state change may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// `application/json`.
    Json,
    /// `application/json`, or `text/plain` as `sendBeacon` sends a plain text.
    Beacon,
    /// `application/grpc-web` and its variants.
    GrpcWeb,
}

fn refused(problem: &'static str) -> Refusal {
    Refusal::new(
        StatusCode::FORBIDDEN,
        "csrf_refused",
        "the request does not come from our page",
    )
    .with("problem", problem)
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or(""))
}

/// The host that was asked and the origin of its site, as `site::find` left them.
fn place(extensions: &Extensions) -> Result<(&str, &str), Refusal> {
    match (extensions.get::<AskedHost>(), extensions.get::<Arc<Site>>()) {
        (Some(host), Some(site)) => Ok((&host.0, &site.origin)),
        _ => Err(Refusal::internal()),
    }
}

/// Stands before every `/api/` call: none that can change state is let in unchecked.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    if request.method().is_safe() {
        return next.run(request).await;
    }
    let content = match request.uri().path() {
        "/api/page-hidden.php" => Content::Beacon,
        _ => Content::Json,
    };
    match check(request.headers(), request.extensions(), content) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Admits a state change from our own page only.
pub(crate) fn check(
    headers: &HeaderMap,
    extensions: &Extensions,
    content: Content,
) -> Result<(), Refusal> {
    let (host, site_origin) = place(extensions)?;
    state_change(headers, host, site_origin, content)
}

/// Admits a GET that ends the session: from our own page's scripts only.
pub(crate) fn check_own_page(headers: &HeaderMap, extensions: &Extensions) -> Result<(), Refusal> {
    let (host, site_origin) = place(extensions)?;
    own_page(headers, host, site_origin)
}

fn state_change(
    headers: &HeaderMap,
    host: &str,
    site_origin: &str,
    content: Content,
) -> Result<(), Refusal> {
    match text(headers, "sec-fetch-site") {
        // The browser's own word; scripts cannot set it.
        Some("same-origin") => {}
        Some(_) => return Err(refused("cross_site")),
        None => match text(headers, header::ORIGIN) {
            Some(origin) if is_ours(origin, host, site_origin) => {}
            Some(_) => return Err(refused("cross_site")),
            None => return Err(refused("origin_missing")),
        },
    }
    let kind = text(headers, header::CONTENT_TYPE).unwrap_or("");
    let kind = kind
        .split(';')
        .next()
        .unwrap_or("")
        .trim()
        .to_ascii_lowercase();
    let fits = match content {
        Content::Json => kind == "application/json",
        Content::Beacon => kind == "application/json" || kind == "text/plain",
        Content::GrpcWeb => matches!(
            kind.as_str(),
            "application/grpc-web"
                | "application/grpc-web+proto"
                | "application/grpc-web-text"
                | "application/grpc-web-text+proto"
        ),
    };
    if !fits {
        return Err(refused("content_type"));
    }
    match text(headers, IDEMPOTENCY_KEY) {
        Some("") => Err(Refusal::field("Idempotency-Key", "missing")),
        Some(key) if key.len() > 200 => Err(Refusal::field("Idempotency-Key", "too_long")),
        _ => Ok(()),
    }
}

/// A link, an image or a redirect elsewhere carries the cookie too, as does an
/// address typed or pasted in; these have another `Sec-Fetch-Site`, or none and no referrer of ours.
fn own_page(headers: &HeaderMap, host: &str, site_origin: &str) -> Result<(), Refusal> {
    match text(headers, "sec-fetch-site") {
        Some("same-origin") => Ok(()),
        None | Some("none") => {
            let referrer = text(headers, header::REFERER).and_then(|page| page.parse::<Uri>().ok());
            let origin = referrer.as_ref().and_then(|page| {
                Some(format!(
                    "{}://{}",
                    page.scheme_str()?,
                    page.authority()?.as_str()
                ))
            });
            match origin {
                Some(origin) if is_ours(&origin, host, site_origin) => Ok(()),
                _ => Err(refused("cross_site")),
            }
        }
        Some(_) => Err(refused("cross_site")),
    }
}

/// Ours is the site's configured origin, or the very host that was asked: no browser
/// lets a page choose the Host header.
fn is_ours(origin: &str, host: &str, site_origin: &str) -> bool {
    let authority = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"))
        .unwrap_or("");
    origin == site_origin || (!authority.is_empty() && authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    fn change(pairs: &[(&'static str, &'static str)], content: Content) -> bool {
        state_change(
            &headers(pairs),
            "vonk.example",
            "https://vonk.example",
            content,
        )
        .is_ok()
    }

    const JSON: (&str, &str) = ("content-type", "application/json; charset=utf-8");

    #[test]
    fn our_page_may_change_state() {
        assert!(change(
            &[("sec-fetch-site", "same-origin"), JSON],
            Content::Json
        ));
        assert!(change(
            &[("origin", "https://vonk.example"), JSON],
            Content::Json
        ));
        assert!(change(
            &[
                ("sec-fetch-site", "same-origin"),
                ("content-type", "application/grpc-web+proto")
            ],
            Content::GrpcWeb
        ));
    }

    #[test]
    fn others_may_not() {
        for from in [
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
            ("sec-fetch-site", "none"),
            ("sec-fetch-site", ""),
            ("origin", "https://evil.example"),
            ("origin", "https://vonk.example.evil.example"),
            ("origin", "https://evil.example/vonk.example"),
            ("origin", "null"),
            ("origin", ""),
            ("referer", "https://vonk.example/"),
        ] {
            assert!(!change(&[from, JSON], Content::Json), "{from:?}");
        }
        // The browser's word on the site weighs more than an origin.
        let both = [
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://vonk.example"),
            JSON,
        ];
        assert!(!change(&both, Content::Json));
    }

    #[test]
    fn a_form_cannot_pose_as_a_call() {
        for kind in [
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "text/plain",
            "application/jsonp",
            "application/grpc",
            "",
        ] {
            let from = ("sec-fetch-site", "same-origin");
            assert!(
                !change(&[from, ("content-type", kind)], Content::Json),
                "{kind}"
            );
            assert!(
                !change(&[from, ("content-type", kind)], Content::GrpcWeb),
                "{kind}"
            );
        }
        assert!(change(
            &[
                ("sec-fetch-site", "same-origin"),
                ("content-type", "text/plain;charset=UTF-8")
            ],
            Content::Beacon
        ));
    }

    #[test]
    fn only_our_page_logs_out() {
        let out = |pairs: &[(&'static str, &'static str)]| {
            own_page(&headers(pairs), "vonk.example", "https://vonk.example").is_ok()
        };
        assert!(out(&[("sec-fetch-site", "same-origin")]));
        assert!(out(&[
            ("sec-fetch-site", "none"),
            ("referer", "https://vonk.example/profile")
        ]));
        assert!(out(&[("referer", "https://vonk.example/profile")]));
        assert!(!out(&[]));
        assert!(!out(&[("sec-fetch-site", "none")]));
        assert!(!out(&[
            ("sec-fetch-site", "same-site"),
            ("referer", "https://vonk.example/")
        ]));
        assert!(!out(&[("referer", "https://vonk.example.evil.example/")]));
    }
}
