//! Photo files below the site's `cdn_prefix`: profiles' and, below `chat/`, those sent in chat.
//!
//! Names are random, and a name's content never changes. Whether these eyes may see it can
//! change at any moment, so the services are asked again also for what the browser still has.

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use proto::{chat::v1 as chat, profiles::v1 as profiles, settings::v1::Site};
use tonic::{Code, Status};

use crate::{App, caller::Caller, headers::Sandboxed, limits::Deed, reply::Refusal};

/// What members show of themselves may be asked for again: a block or a removal counts soon.
const SHOWN: &str = "private, max-age=120, must-revalidate";
/// What was sent in a conversation stays with both.
const SENT: &str = "private, max-age=86400, must-revalidate";

/// Bytes of a name at most.
const LONGEST: usize = 100;

const WEBP: &str = "image/webp";

/// A file that may be a photo's; its name is plain, so that it has no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Name<'a>(&'a str);

impl<'a> Name<'a> {
    /// The photo that an address of the site means, if any.
    pub(crate) fn of(site: &Site, path: &'a str) -> Option<Self> {
        let name = path.strip_prefix(&*site.cdn_prefix)?;
        let (folders, file) = name.rsplit_once('/')?;
        let (stem, width) = file.strip_suffix(".webp")?.split_once('-')?;
        let plain =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let mut parts = folders.split('/').chain([stem, width]);
        (name.len() <= LONGEST && parts.all(plain)).then_some(Self(name))
    }

    fn was_sent(self) -> bool {
        self.0.starts_with("chat/")
    }

    fn etag(self) -> String {
        format!("\"{}\"", self.0)
    }
}

/// Answers a photo's file to whom may see it.
pub(crate) async fn get(app: &App, parts: &Parts, name: Name<'_>) -> Response {
    let caller = match Caller::uncounted(parts, app).await {
        Ok(caller) => caller,
        Err(refusal) => return refusal.into_response(),
    };
    if let Err(refusal) = app.limits.deed(Deed::Photo, &caller) {
        return refusal.into_response();
    }
    let has_it = has_it(&parts.headers, &name.etag());
    match content(app, &caller, name, has_it).await {
        Ok(_) if has_it => dress(name, StatusCode::NOT_MODIFIED.into_response()),
        Ok(content) => dress(name, Body::from(content).into_response()),
        Err(status) if status.code() == Code::NotFound => Refusal::not_found().into_response(),
        // A name that the services do not know as one of theirs.
        Err(status) if status.code() == Code::InvalidArgument => {
            Refusal::not_found().into_response()
        }
        Err(status) => Refusal::from(status).into_response(),
    }
}

/// A photo's file, or with `only_whether` nothing, when the caller may see it.
async fn content(
    app: &App,
    caller: &Caller,
    Name(filename): Name<'_>,
    only_whether: bool,
) -> Result<Vec<u8>, Status> {
    let viewer_id = caller
        .session
        .as_ref()
        .map(|session| session.member.to_string());
    let filename = filename.to_owned();
    if Name(&filename).was_sent() {
        let viewer_id = viewer_id.ok_or_else(|| Status::not_found("nobody sent it"))?;
        let request = kit::idempotent(chat::GetPhotoFileRequest {
            viewer_id,
            filename,
            only_whether,
        });
        let mut peer = app.peers.chat_gateway();
        return Ok(peer.get_photo_file(request).await?.into_inner().content);
    }
    let request = kit::idempotent(profiles::GetPhotoFileRequest {
        site_id: caller.visitor.site.id.clone(),
        viewer_id: viewer_id.unwrap_or_default(),
        filename,
        only_whether,
        tracked: caller.visitor.tracked,
    });
    let mut peer = app.peers.photo_files();
    Ok(peer.get_photo_file(request).await?.into_inner().content)
}

fn has_it(headers: &HeaderMap, etag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == etag || tag == "*")
}

/// Only ever a picture, and only for the one who asked.
fn dress(name: Name<'_>, mut response: Response) -> Response {
    let rule = if name.was_sent() { SENT } else { SHOWN };
    response.extensions_mut().insert(Sandboxed);
    let headers = response.headers_mut();
    if let Ok(etag) = HeaderValue::try_from(name.etag()) {
        headers.insert(header::ETAG, etag);
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(WEBP));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(rule));
    // Who logs in after another in the same browser asks anew.
    headers.insert(header::VARY, HeaderValue::from_static("cookie"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name<'a>(prefix: &str, path: &'a str) -> Option<&'a str> {
        let site = Site {
            cdn_prefix: prefix.to_owned(),
            ..Site::default()
        };
        Name::of(&site, path).map(|Name(name)| name)
    }

    #[test]
    fn a_photo_lies_below_the_sites_prefix() {
        let stem = "0123456789abcdef0123456789abcdef";
        for (prefix, path, expected) in [
            (
                "/photos/",
                format!("/photos/01/{stem}-480.webp"),
                format!("01/{stem}-480.webp"),
            ),
            (
                "/p/q/",
                format!("/p/q/chat/01/{stem}-320.webp"),
                format!("chat/01/{stem}-320.webp"),
            ),
        ] {
            assert_eq!(name(prefix, &path), Some(&*expected), "{path}");
            assert_eq!(name("/other/", &path), None);
            assert_eq!(name("https://photos.example/", &path), None);
        }
    }

    #[test]
    fn a_photo_has_one_name() {
        for file in [
            "",
            "a",
            "a/",
            "a/b",
            "a/b.webp",
            "a/b-.webp",
            "a/-1.webp",
            "/b-1.webp",
            "a//b-1.webp",
            "a//c/b-1.webp",
            "a/./b-1.webp",
            "a/.b/c-1.webp",
            "a/../b-1.webp",
            "../a/b-1.webp",
            "a/b%2d1.webp",
            "a/b-1.webp/",
            "a/b-1-2.webp",
            "a/b-1.png",
            "a/b-1.WEBP",
            "a/b-1\".webp",
        ] {
            assert_eq!(name("/photos/", &format!("/photos/{file}")), None, "{file}");
        }
        let long = format!("/photos/a/{}-1.webp", "b".repeat(100));
        assert_eq!(name("/photos/", &long), None);
    }

    #[test]
    fn a_browser_may_have_it_already() {
        let sent = |tags: &'static str| {
            has_it(
                &HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(tags))]),
                "\"a\"",
            )
        };
        assert!(sent("\"a\"") && sent("\"b\", W/\"a\"") && sent("*"));
        assert!(!sent("\"b\"") && !sent("a") && !sent(""));
    }
}
