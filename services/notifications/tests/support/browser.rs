//! Browsers with their keys, and the push service that they subscribed at.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    body::Body,
    extract::{Path, State},
    response::{IntoResponse as _, Response},
    routing::post,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use futures::stream;
use kit::{MemberId, testing::TestHost};
use proto::notifications::v1::{
    SavePushSubscriptionRequest,
    notifications_internal_service_client::NotificationsInternalServiceClient,
};
use reqwest::header::HeaderMap;
use serde_json::Value;
use web_push_native::{
    Auth,
    p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint as _},
};

/// What a push service answers to one push.
#[derive(Clone, Debug)]
pub enum Answer {
    Status(u16),
    /// With a header of this name and value.
    With(u16, &'static str, String),
    /// Takes the push and never answers.
    Hang,
    /// 201, and a body without an end.
    Endless,
}

/// A push as the push service gets it.
#[derive(Clone, Debug)]
pub struct Taken {
    pub browser: String,
    pub headers: HeaderMap,
    pub sealed: Vec<u8>,
}

impl Taken {
    pub fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

#[derive(Default)]
struct Desk {
    answers: Mutex<VecDeque<Answer>>,
    taken: Mutex<Vec<Taken>>,
    slowness: Mutex<Duration>,
    busy: Mutex<Vec<String>>,
    /// Most pushes at the same time, in all and to one browser.
    busiest: AtomicUsize,
    busiest_browser: AtomicUsize,
}

/// A push service on this machine; every push without an answer of its own is taken.
pub struct PushService {
    desk: Arc<Desk>,
    pub port: u16,
    server: tokio::task::JoinHandle<()>,
}

impl Drop for PushService {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl PushService {
    pub async fn open() -> Self {
        let desk = Arc::new(Desk::default());
        let routes = Router::new()
            .route("/push/{browser}", post(take))
            .with_state(Arc::clone(&desk));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        #[expect(clippy::disallowed_methods, reason = "it ends with the test")]
        let server = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        Self { desk, port, server }
    }

    /// Answers the coming pushes so, one after the other.
    pub fn answer(&self, answers: impl IntoIterator<Item = Answer>) {
        self.desk.answers.lock().unwrap().extend(answers);
    }

    /// Takes this long for each push.
    pub fn be_slow(&self, slowness: Duration) {
        *self.desk.slowness.lock().unwrap() = slowness;
    }

    /// Every push so far.
    pub fn taken(&self) -> Vec<Taken> {
        self.desk.taken.lock().unwrap().clone()
    }

    /// Most pushes on their way at the same time: in all, and to one browser.
    pub fn busiest(&self) -> (usize, usize) {
        (
            self.desk.busiest.load(Ordering::SeqCst),
            self.desk.busiest_browser.load(Ordering::SeqCst),
        )
    }
}

async fn take(
    State(desk): State<Arc<Desk>>,
    Path(browser): Path<String>,
    headers: HeaderMap,
    body: axum::body::Bytes,
) -> Response {
    {
        let mut busy = desk.busy.lock().unwrap();
        busy.push(browser.clone());
        desk.busiest.fetch_max(busy.len(), Ordering::SeqCst);
        let same = busy.iter().filter(|other| **other == browser).count();
        desk.busiest_browser.fetch_max(same, Ordering::SeqCst);
    }
    let slowness = *desk.slowness.lock().unwrap();
    tokio::time::sleep(slowness).await;
    let taken = Taken {
        browser: browser.clone(),
        headers,
        sealed: body.to_vec(),
    };
    desk.taken.lock().unwrap().push(taken);
    {
        let mut busy = desk.busy.lock().unwrap();
        let place = busy.iter().position(|other| *other == browser).unwrap();
        busy.swap_remove(place);
    }
    let answer = desk.answers.lock().unwrap().pop_front();
    match answer.unwrap_or(Answer::Status(201)) {
        Answer::Status(status) => status_of(status).into_response(),
        Answer::With(status, name, value) => (status_of(status), [(name, value)]).into_response(),
        Answer::Hang => std::future::pending().await,
        Answer::Endless => {
            let chunk = || Ok::<_, std::io::Error>(axum::body::Bytes::from_static(&[0; 4096]));
            let forever = stream::repeat_with(chunk);
            (status_of(201), Body::from_stream(forever)).into_response()
        }
    }
}

fn status_of(status: u16) -> reqwest::StatusCode {
    reqwest::StatusCode::from_u16(status).unwrap()
}

/// A browser that subscribed.
#[derive(Clone)]
pub struct Browser {
    pub endpoint: String,
    name: String,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    /// One that is subscribed at nobody's yet.
    pub fn at(service: &PushService) -> Self {
        let chance = kit::Chance::system();
        let name = super::fresh().simple().to_string();
        let secret = loop {
            if let Ok(secret) = SecretKey::from_slice(&chance.bytes::<32>()) {
                break secret;
            }
        };
        Self {
            endpoint: format!("http://localhost:{}/push/{name}", service.port),
            name,
            secret,
            auth: chance.bytes(),
        }
    }

    /// Subscribes in a member's name.
    pub async fn subscribe(&self, host: &TestHost, member: MemberId) {
        let public = self.secret.public_key().to_encoded_point(false);
        NotificationsInternalServiceClient::new(host.service("notifications", "gateway"))
            .save_push_subscription(SavePushSubscriptionRequest {
                member_id: member.to_string(),
                endpoint: self.endpoint.clone(),
                p256dh: URL_SAFE_NO_PAD.encode(public.as_bytes()),
                auth: URL_SAFE_NO_PAD.encode(self.auth),
            })
            .await
            .unwrap();
    }

    /// What the service worker gets of a push.
    pub fn open(&self, taken: &Taken) -> Value {
        assert_eq!(taken.browser, self.name, "a push for another browser");
        let auth = Auth::from(self.auth);
        let message = web_push_native::decrypt(taken.sealed.clone(), &self.secret, &auth).unwrap();
        serde_json::from_slice(&message).unwrap()
    }

    /// All pushes to this browser so far, opened.
    pub fn shown(&self, service: &PushService) -> Vec<Value> {
        let taken = service.taken();
        let mine = taken.iter().filter(|taken| taken.browser == self.name);
        mine.map(|taken| self.open(taken)).collect()
    }
}
