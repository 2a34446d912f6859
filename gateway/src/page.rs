//! The one page of the web app, with its site written in.

use std::{path::PathBuf, sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    response::{Html, IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, header, request::Parts};
use moka::future::Cache;
use serde::Serialize;
use serde_json::Value;

use crate::{App, api::settings::SiteSettings, caller::Visitor, reply::Refusal};

/// A new build is seen after this long.
const FRESH: Duration = Duration::from_secs(1);

/// The built page, cut at its tokens.
pub(crate) struct Pages {
    root: PathBuf,
    template: Cache<(), Arc<Vec<Piece>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Token(Token),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Lang,
    Title,
    Description,
    Niche,
    Settings,
}

const TOKENS: [(&str, Token); 5] = [
    ("__VONK_LANG__", Token::Lang),
    ("__VONK_TITLE__", Token::Title),
    ("__VONK_DESCRIPTION__", Token::Description),
    ("__VONK_NICHE__", Token::Niche),
    ("__VONK_SETTINGS__", Token::Settings),
];

/// What the page needs to know before its first call.
#[derive(Serialize)]
struct PageSettings {
    #[serde(flatten)]
    settings: SiteSettings,
    /// Language chosen for this request.
    locale: String,
}

impl Pages {
    pub(crate) fn new(root: PathBuf) -> Self {
        let template = Cache::builder().max_capacity(1).time_to_live(FRESH).build();
        Self { root, template }
    }

    async fn template(&self) -> Result<Arc<Vec<Piece>>, Refusal> {
        let read = async {
            let text = tokio::fs::read_to_string(self.root.join("index.html")).await?;
            Ok::<_, std::io::Error>(Arc::new(cut(&text)))
        };
        self.template.try_get_with((), read).await.map_err(|error| {
            tracing::error!(%error, "the web app's index.html cannot be read");
            Refusal::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "page_missing",
                "the page is not built",
            )
        })
    }

    async fn render(&self, visitor: Visitor, push_key: String) -> Result<String, Refusal> {
        let template = self.template().await?;
        let site = &visitor.site;
        let page = PageSettings {
            settings: SiteSettings::of(site, visitor.country.clone(), push_key),
            locale: visitor.language.clone(),
        };
        let settings = serde_json::to_string(&page).map_err(|_| Refusal::internal())?;
        let title = if site.index_title.is_empty() {
            &site.name
        } else {
            &site.index_title
        };
        // One pass: a token inside a site's text stays text.
        let written = template.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Token(Token::Lang) => html(&visitor.language),
            Piece::Token(Token::Title) => html(title),
            Piece::Token(Token::Description) => html(&site.description),
            Piece::Token(Token::Niche) => site.niche.to_string(),
            Piece::Token(Token::Settings) => script(&settings),
        });
        Ok(written.collect())
    }
}

fn cut(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    loop {
        let next = TOKENS
            .iter()
            .filter_map(|(name, token)| rest.find(name).map(|at| (at, name.len(), *token)))
            .min_by_key(|(at, ..)| *at);
        let Some((at, length, token)) = next else {
            break;
        };
        pieces.push(Piece::Text(rest[..at].to_owned()));
        pieces.push(Piece::Token(token));
        rest = &rest[at + length..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// JSON that cannot end the script element it stands in, nor open a comment there.
fn script(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// Shows a page of the app.
pub(crate) async fn known(State(app): State<Arc<App>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    show(&app, &parts, StatusCode::OK).await
}

/// Shows the app at an address it does not know, so that it says so in the visitor's language.
pub(crate) async fn missing(app: &App, parts: &Parts) -> Response {
    show(app, parts, StatusCode::NOT_FOUND).await
}

async fn show(app: &App, parts: &Parts, status: StatusCode) -> Response {
    let visitor = match Visitor::read(parts, app) {
        Ok(visitor) => visitor,
        Err(refusal) => return refusal.into_response(),
    };
    match app.pages.render(visitor, app.push_key.get().await).await {
        Ok(text) => (status, Html(text)).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// The manifest of the installed app, under the site's own name.
pub(crate) async fn manifest(State(app): State<Arc<App>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let visitor = match Visitor::read(&parts, &app) {
        Ok(visitor) => visitor,
        Err(refusal) => return refusal.into_response(),
    };
    let built = tokio::fs::read(app.pages.root.join("site.webmanifest"))
        .await
        .ok();
    let Some(Value::Object(mut manifest)) =
        built.and_then(|text| serde_json::from_slice(&text).ok())
    else {
        return Refusal::not_found().into_response();
    };
    let site = &visitor.site;
    for (key, value) in [
        ("name", &site.name),
        ("short_name", &site.name),
        ("description", &site.description),
        ("lang", &visitor.language),
    ] {
        manifest.insert(key.to_owned(), Value::from(value.as_str()));
    }
    let mut response = axum::Json(manifest).into_response();
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("application/manifest+json");
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_cut_at_its_tokens() {
        let text = |text: &str| Piece::Text(text.to_owned());
        assert_eq!(
            cut("a__VONK_LANG__b__VONK_TITLE____VONK_LANG__"),
            [
                text("a"),
                Piece::Token(Token::Lang),
                text("b"),
                Piece::Token(Token::Title),
                text(""),
                Piece::Token(Token::Lang),
                text(""),
            ]
        );
        assert_eq!(cut("__VONK_OTHER__"), [text("__VONK_OTHER__")]);
    }

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(html("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
        let json = serde_json::to_string("</script><!--<script>&").unwrap();
        let written = script(&json);
        assert!(!written.contains(['<', '>', '&']));
        let read: String = serde_json::from_str(&written).unwrap();
        assert_eq!(read, "</script><!--<script>&");
    }
}
