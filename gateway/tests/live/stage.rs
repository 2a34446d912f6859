//! A running gateway, members with sessions, and the browsers they watch with.

use std::{
    collections::VecDeque,
    fmt::Write as _,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use kit::testing::TestHost;
use prost::Message as _;
use proto::{
    Event,
    chat::v1::{self as chat, message::Content},
    live::v1::{LikeMade, WatchRequest, WatchResponse, watch_response::What},
    matching::v1 as matching,
};
use reqwest::{Client, Response};
use tonic::Status;
use uuid::Uuid;

use crate::played::{Accounts, Chat, Deed, Matching, SITES, Settings, WORLD, World, framed};

/// Longest wait for something that must come.
const SOON: Duration = Duration::from_secs(10);

pub(crate) struct Stage {
    pub(crate) host: TestHost,
    pub(crate) world: Arc<World>,
    pub(crate) client: Client,
}

/// A logged-in member.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) session: String,
    pub(crate) token: String,
    pub(crate) domain: &'static str,
}

/// An id nobody has.
pub(crate) fn new_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let low = u128::from(NEXT.fetch_add(1, Ordering::Relaxed));
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + low).to_string()
}

/// What the gateway is set to; peers that play no part are somewhere else.
pub(crate) fn settings(live: &str, away: &[&str]) -> String {
    let mut text = String::from("[peers]\n");
    for peer in away {
        writeln!(text, "{peer} = \"http://127.0.0.1:1\"").unwrap();
    }
    text + "[gateway.limits]\nnetwork = 1000000\nmember = 1000000\n[gateway.live]\n" + live
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::with("").await
    }

    /// With lines of the section `[gateway.live]`.
    pub(crate) async fn with(live: &str) -> Self {
        let away = ["notifications", "profiles", "billing"];
        let world = World::new();
        let settings = settings(live, &away);
        let set = TestHost::with(&settings, async |host| {
            host.mount::<gateway::Gateway>().await?;
            host.mount::<Accounts>().await?;
            host.mount::<Settings>().await?;
            host.mount::<Matching>().await?;
            host.mount::<Chat>().await
        });
        let host = WORLD.scope(Arc::clone(&world), set).await;
        Self {
            host,
            world,
            client: client(),
        }
    }

    /// Logs a new member in.
    pub(crate) fn join(&self) -> Person {
        self.join_on(SITES[0].0)
    }

    pub(crate) fn join_on(&self, domain: &'static str) -> Person {
        self.log_in(new_id(), domain)
    }

    /// Opens a session.
    pub(crate) fn log_in(&self, id: String, domain: &'static str) -> Person {
        let session = new_id();
        let person = Person {
            token: format!("token-{}", session.replace('-', "")),
            id,
            session,
            domain,
        };
        let site = SITES.iter().find(|(of, _)| *of == domain).unwrap().1;
        self.world.sessions.lock().unwrap().insert(
            (site.to_owned(), person.token.clone()),
            (person.id.clone(), person.session.clone()),
        );
        person
    }

    /// The request of a page of the person's site to watch.
    pub(crate) fn request(&self, person: &Person, revision: &str) -> reqwest::RequestBuilder {
        let message = WatchRequest {
            revision: revision.to_owned(),
        };
        let url = format!(
            "{}/rpc/vonk.live.v1.LiveService/Watch",
            self.host.public_url()
        );
        self.client
            .post(url)
            .header("host", person.domain)
            .header("sec-fetch-site", "same-origin")
            .header("cookie", format!("auth.session={}", person.token))
            .header("content-type", "application/grpc-web+proto")
            .header("accept-encoding", "gzip, br")
            .body(framed(&message.encode_to_vec()))
    }

    /// Opens a stream, and answers what it began with.
    pub(crate) async fn watch_from(&self, person: &Person, revision: &str) -> (Browser, bool) {
        let response = self.request(person, revision).send().await.unwrap();
        let mut browser = Browser::new(response);
        let first = browser.next().await;
        let What::Started(started) = first else {
            panic!("begins with {first:?}")
        };
        (browser, started.resync)
    }

    /// Opens a stream from now on.
    pub(crate) async fn watch(&self, person: &Person) -> Browser {
        let (browser, resync) = self.watch_from(person, "").await;
        assert!(!resync);
        browser
    }

    /// Lets a service tell something.
    pub(crate) async fn tell<E: Event>(&self, event: &E) {
        let mut tx = self.host.db("chat").begin().await.unwrap();
        tx.emit(event).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// Stores a message and tells of it.
    pub(crate) async fn say(&self, from: &Person, to: &Person, text: &str, deed: Deed) -> String {
        let id = new_id();
        let message = chat::Message {
            id: id.clone(),
            conversation_id: conversation(from, to),
            sender_id: from.id.clone(),
            price: 10,
            content: Some(Content::Text(text.to_owned())),
            ..chat::Message::default()
        };
        let stored = (message, deed);
        self.world
            .messages
            .lock()
            .unwrap()
            .insert(id.clone(), stored);
        self.tell(&chat::MessageSent {
            conversation_id: conversation(from, to),
            message_id: id.clone(),
            sender_id: from.id.clone(),
            recipient_id: to.id.clone(),
            ..chat::MessageSent::default()
        })
        .await;
        id
    }

    pub(crate) async fn say_now(&self, from: &Person, to: &Person, text: &str) -> String {
        self.say(from, to, text, Deed::Answer(Duration::ZERO)).await
    }

    /// Somebody likes a member; a mark in the stream.
    pub(crate) async fn like(&self, liked: &Person, from: &str) {
        self.tell(&matching::LikeMade {
            pair_id: liked.id.clone(),
            liker_id: from.to_owned(),
            liked_id: liked.id.clone(),
            ..matching::LikeMade::default()
        })
        .await;
    }
}

pub(crate) fn client() -> Client {
    Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap()
}

/// The conversation of two.
pub(crate) fn conversation(one: &Person, other: &Person) -> String {
    let (low, high) = (
        one.id.as_str().min(&other.id),
        one.id.as_str().max(&other.id),
    );
    format!("{low}+{high}")
}

/// Waits until something becomes true by itself.
pub(crate) async fn until(what: &str, mut check: impl FnMut() -> bool) {
    let seen = async {
        while !check() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(SOON, seen).await.expect(what);
}

/// A page that watches.
pub(crate) struct Browser {
    response: Response,
    unread: Vec<u8>,
    /// Messages that have arrived.
    arrived: VecDeque<WatchResponse>,
    status: Option<Status>,
    /// Of the latest message that was read.
    pub(crate) revision: String,
}

impl Browser {
    pub(crate) fn new(response: Response) -> Self {
        let status = Status::from_header_map(response.headers());
        Self {
            response,
            unread: Vec::new(),
            arrived: VecDeque::new(),
            status,
            revision: String::new(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.response.headers().get(name)?.to_str().ok()
    }

    /// Reads frames until a message or the end has come; false at the end.
    async fn read(&mut self) -> bool {
        while self.arrived.is_empty() {
            if self.status.is_some() {
                return false;
            }
            let Some(chunk) = self.response.chunk().await.expect("the line holds") else {
                panic!("ended without a status")
            };
            self.unread.extend_from_slice(&chunk);
            while let [flags, a, b, c, d, rest @ ..] = &self.unread[..] {
                let length = u32::from_be_bytes([*a, *b, *c, *d]) as usize;
                if rest.len() < length {
                    break;
                }
                let frame = &rest[..length];
                if flags & 0x80 == 0 {
                    self.arrived
                        .push_back(WatchResponse::decode(frame).unwrap());
                } else {
                    let mut trailers = http::HeaderMap::new();
                    for line in std::str::from_utf8(frame).unwrap().lines() {
                        let (name, value) = line.split_once(':').unwrap();
                        let name: http::HeaderName = name.trim().parse().unwrap();
                        trailers.insert(name, value.trim().parse().unwrap());
                    }
                    self.status = Status::from_header_map(&trailers);
                }
                self.unread.drain(..5 + length);
            }
        }
        true
    }

    /// The next message.
    pub(crate) async fn next(&mut self) -> What {
        let came = tokio::time::timeout(SOON, self.read()).await;
        let came = came.expect("something comes");
        assert!(came, "ended: {:?}", self.status);
        let message = self.arrived.pop_front().unwrap();
        self.revision = message.revision;
        message.what.unwrap()
    }

    /// What the next message says in words.
    pub(crate) async fn hears(&mut self) -> String {
        match self.next().await {
            What::MessageSent(sent) => text(&sent.message.unwrap()).to_owned(),
            What::LikeMade(LikeMade { member_id }) => member_id,
            other => format!("{other:?}"),
        }
    }

    /// The reason word it ends with, or `OK`.
    pub(crate) async fn end(mut self) -> String {
        let ended = async {
            while self.read().await {
                self.arrived.clear();
            }
        };
        tokio::time::timeout(SOON, ended).await.expect("it ends");
        let status = self.status.unwrap();
        match kit::fault::reason(&status) {
            Some(reason) => reason,
            None => format!("{:?}", status.code()).to_uppercase(),
        }
    }
}

/// What a message says.
pub(crate) fn text(message: &chat::Message) -> &str {
    match &message.content {
        Some(Content::Text(text)) => text,
        _ => panic!("message {} is no text", message.id),
    }
}
