//! Files: members' photos, and those of the built web app.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use proto::settings::v1::Site;
use tower::ServiceExt;
use tower_http::services::ServeDir;

use crate::{App, page, photos, reply::Refusal};

/// Named by their content: another content has another name.
const HASHED: &str = "/assets/";

/// Longer names are none to a file system, and it would say so as an error of ours.
const LONGEST_NAME: usize = 255;

/// Answers a file; else the page that says there is nothing, to who wants a page.
pub(crate) async fn get(State(app): State<Arc<App>>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let site = request.extensions().get::<Arc<Site>>().cloned();
    if let Some(photo) = site.and_then(|site| photos::Name::of(&site, &path)) {
        let (parts, _) = request.into_parts();
        return photos::get(&app, &parts, photo).await;
    }
    let api = path.starts_with("/api/") || path.starts_with("/rpc/");
    if !api && servable(&path) {
        let (parts, body) = request.into_parts();
        let kept = parts.clone();
        let served = serve(&app, Request::from_parts(parts, body)).await;
        if served.status() != StatusCode::NOT_FOUND {
            return dated(&path, served);
        }
        if wants_page(&kept.headers) {
            return page::missing(&app, &kept).await;
        }
    } else if !api && wants_page(request.headers()) {
        let (parts, _) = request.into_parts();
        return page::missing(&app, &parts).await;
    }
    Refusal::not_found().into_response()
}

/// A plain path to a file: no empty, hidden or encoded part, through which the same file
/// would have many names. The raw page holds unfilled tokens, dot files are the build's own.
fn servable(path: &str) -> bool {
    let plain = |part: &str| {
        (1..=LONGEST_NAME).contains(&part.len())
            && !part.starts_with('.')
            && part
                .bytes()
                .all(|letter| letter.is_ascii_alphanumeric() || b"._-".contains(&letter))
    };
    path.strip_prefix('/')
        .is_some_and(|path| path.split('/').all(plain))
        && path != "/index.html"
}

fn wants_page(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|kinds| kinds.to_str().ok())
        .is_some_and(|kinds| kinds.contains("text/html"))
}

async fn serve(app: &App, request: Request) -> Response {
    let files = ServeDir::new(&app.config.web_root)
        .append_index_html_on_directories(false)
        .redirect_to_trailing_slash(false)
        .precompressed_br()
        .precompressed_gzip();
    match files.oneshot(request).await {
        Ok(response) => response.map(Body::new),
        Err(never) => match never {},
    }
}

/// Hashed files never change; the others, the service worker above all, are asked for again
/// each time and answered from the browser's own copy when their `ETag` still fits.
fn dated(path: &str, mut response: Response) -> Response {
    let status = response.status();
    if status.is_success() || status == StatusCode::NOT_MODIFIED {
        let rule = if path.starts_with(HASHED) {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static(rule));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_name() {
        for path in [
            "/robots.txt",
            "/assets/app-3f9d.js",
            "/icons/maskable-512.png",
        ] {
            assert!(servable(path), "{path}");
        }
        for path in [
            "/",
            "//robots.txt",
            "/assets/",
            "/assets//app.js",
            "/./robots.txt",
            "/assets/../robots.txt",
            "/.vite/manifest.json",
            "/%72obots.txt",
            "/index.html",
            "/a\\b",
            "robots.txt",
            &format!("/{}", "a".repeat(256)),
        ] {
            assert!(!servable(path), "{path}");
        }
    }
}
