//! A browser at the gateway's public door, and the doors it can be at.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use http::StatusCode;
use kit::testing::TestHost;
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use crate::{
    fakes::{ANNAS_TOKEN, Accounts, Notifications, Settings, WORLD, World},
    people::{Billing, Chat, Matching, Profiles},
};

/// A running gateway and the services played for it.
pub(crate) struct Door {
    pub(crate) host: TestHost,
    pub(crate) world: Arc<World>,
    pub(crate) web_root: PathBuf,
    client: Client,
}

const INDEX: &str = r#"<!doctype html>
<html lang="__VONK_LANG__" data-niche="__VONK_NICHE__">
<title>__VONK_TITLE__</title>
<meta name="description" content="__VONK_DESCRIPTION__">
<script type="application/json" id="site-settings">__VONK_SETTINGS__</script>
</html>
"#;

/// The built web app, as far as the gateway looks at it.
fn build_web() -> PathBuf {
    static BUILT: AtomicUsize = AtomicUsize::new(0);
    let number = BUILT.fetch_add(1, Relaxed);
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("web-{number}"));
    for (file, content) in [
        ("index.html", INDEX),
        ("assets/app-3f9d.js", "console.log('app')"),
        ("assets/app-3f9d.js.br", "not really brotli"),
        ("sw-push.js", "self"),
        ("robots.txt", "User-agent: *\n"),
        ("site.webmanifest", r#"{"name": "x", "start_url": "/"}"#),
        (".vite/manifest.json", "{}"),
    ] {
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    root
}

impl Door {
    /// With the defaults.
    pub(crate) async fn open() -> Self {
        Self::with("", false).await
    }

    /// With lines of the gateway's section; `telling` services can publish events.
    pub(crate) async fn with(settings: &str, telling: bool) -> Self {
        let world = World::new(telling);
        let web_root = build_web();
        let root = web_root.display();
        let settings = format!("[gateway]\nweb_root = \"{root}\"\n{settings}");
        let host = WORLD.scope(
            Arc::clone(&world),
            TestHost::with(&settings, async |host| {
                host.mount::<gateway::Gateway>().await?;
                host.mount::<Accounts>().await?;
                host.mount::<Settings>().await?;
                host.mount::<Notifications>().await?;
                host.mount::<Profiles>().await?;
                host.mount::<Matching>().await?;
                host.mount::<Chat>().await?;
                host.mount::<Billing>().await
            }),
        );
        let host = host.await;
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self {
            host,
            world,
            web_root,
            client,
        }
    }

    /// A request by nobody in particular: no site, no cookie, no sign of a browser.
    pub(crate) fn bare(&self, method: &str, path: &str) -> RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        self.client
            .request(method, format!("{}{path}", self.host.public_url()))
    }

    /// A request by the page of vonk.test.
    pub(crate) fn page(&self, method: &str, path: &str) -> RequestBuilder {
        self.bare(method, path)
            .header("host", "vonk.test")
            .header("sec-fetch-site", "same-origin")
    }

    /// The same, with Anna's session.
    pub(crate) fn anna(&self, method: &str, path: &str) -> RequestBuilder {
        self.page(method, path)
            .header("cookie", format!("auth.session={ANNAS_TOKEN}"))
    }

    /// An address opened in the browser.
    pub(crate) fn visit(&self, path: &str) -> RequestBuilder {
        self.bare("GET", path)
            .header("host", "vonk.test")
            .header("accept", "text/html")
    }

    /// A gRPC-Web call by the page of vonk.test.
    pub(crate) fn rpc(&self, path: &str, message: &[u8]) -> RequestBuilder {
        self.page("POST", path)
            .header("content-type", "application/grpc-web+proto")
            .body(crate::stage::framed(message))
    }
}

/// Sends bytes as they are, where a client would tidy them up, and reads the answer's text.
pub(crate) async fn raw(door: &Door, request: &str) -> String {
    let mut stream = TcpStream::connect(door.host.public()).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

/// Sends, and reads status and JSON.
pub(crate) async fn json(request: RequestBuilder) -> (StatusCode, Value) {
    let response = request.send().await.unwrap();
    let status = response.status();
    let text = response.text().await.unwrap();
    let body = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{status}: {text}"));
    (status, body)
}

/// Sends, and reads status and the code of the error.
pub(crate) async fn refusal(request: RequestBuilder) -> (u16, String) {
    let (status, body) = json(request).await;
    (
        status.as_u16(),
        body["error"]["code"].as_str().unwrap_or("").to_owned(),
    )
}

pub(crate) fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

/// A gRPC-Web answer: its messages and its trailers.
pub(crate) struct WebAnswer {
    pub(crate) messages: Vec<Vec<u8>>,
    pub(crate) status: tonic::Status,
}

/// Reads a gRPC-Web answer, trailers in the headers or in the body.
pub(crate) async fn web_answer(response: Response) -> WebAnswer {
    assert_eq!(response.status(), 200);
    let mut trailers = response.headers().clone();
    let body = response.bytes().await.unwrap();
    let mut messages = Vec::new();
    let mut rest = &body[..];
    while let [flags, a, b, c, d, tail @ ..] = rest {
        let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
        let (frame, next) = tail.split_at(length);
        rest = next;
        if flags & 0x80 == 0 {
            messages.push(frame.to_vec());
            continue;
        }
        for line in std::str::from_utf8(frame).unwrap().lines() {
            let (name, value) = line.split_once(':').unwrap();
            let name: http::HeaderName = name.trim().parse().unwrap();
            trailers.insert(name, value.trim().parse().unwrap());
        }
    }
    let status = tonic::Status::from_header_map(&trailers).expect("a status");
    WebAnswer { messages, status }
}
