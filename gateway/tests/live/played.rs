//! The services behind the live stream, played: frames in, frames out.

use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::body::Bytes;
use futures::{FutureExt as _, StreamExt as _, future::BoxFuture, stream, stream::BoxStream};
use http_body_util::{BodyExt as _, StreamBody};
use kit::{Caller, Host, Service};
use prost::Message as _;
use proto::{
    accounts::v1::{Account, AuthenticateRequest, AuthenticateResponse},
    chat::v1::{
        Conversation, GetMessageRequest, GetMessageResponse, ListConversationsRequest,
        ListConversationsResponse, Message, WatchTypingResponse,
    },
    matching::v1::{LikeLine, ListLikesRequest, ListLikesResponse},
    profiles::v1::RecordBlockResponse,
    settings::v1::{
        GetSiteByDomainRequest, GetSiteByDomainResponse, GetSiteRequest, GetSiteResponse, Site,
    },
};
use sqlx::migrate::Migrator;
use tokio::sync::broadcast;
use tonic::{Code, Status, body::Body, server::NamedService};

/// Sites by domain.
pub(crate) const SITES: [(&str, &str); 2] = [
    ("vonk.test", "01890000-0000-7000-8000-000000000001"),
    ("spark.test", "01890000-0000-7000-8000-000000000002"),
];

/// What chat does when it is asked for a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Answers after a while.
    Answer(Duration),
    /// One of the two has shut the other out.
    Refuse,
    Break,
}

/// What the services know, and what they were asked.
pub(crate) struct World {
    /// Member and session by site and token.
    pub(crate) sessions: Mutex<HashMap<(String, String), (String, String)>>,
    pub(crate) messages: Mutex<HashMap<String, (Message, Deed)>>,
    /// For whom which message was asked.
    pub(crate) fetches: Mutex<Vec<(String, String)>>,
    /// Who writes with whom, and who likes whom.
    pub(crate) writes: Mutex<Vec<(String, String)>>,
    pub(crate) likes: Mutex<Vec<(String, String)>>,
    /// Look-ups of conversations that fail from now on.
    pub(crate) failing: AtomicUsize,
    pub(crate) typing: Mutex<broadcast::Sender<WatchTypingResponse>>,
    pub(crate) typing_watched: AtomicUsize,
}

tokio::task_local! {
    pub(crate) static WORLD: Arc<World>;
}

type Answer = Result<BoxStream<'static, Vec<u8>>, Status>;

#[expect(
    clippy::unnecessary_wraps,
    clippy::needless_pass_by_value,
    reason = "reads as an answer"
)]
fn one(message: impl prost::Message) -> Answer {
    Ok(stream::iter([message.encode_to_vec()]).boxed())
}

fn fault(code: Code, reason: &'static str) -> Status {
    kit::fault::status(code, reason, [])
}

impl World {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            sessions: Mutex::default(),
            messages: Mutex::default(),
            fetches: Mutex::default(),
            writes: Mutex::default(),
            likes: Mutex::default(),
            failing: AtomicUsize::new(0),
            typing: Mutex::new(broadcast::Sender::new(64)),
            typing_watched: AtomicUsize::new(0),
        })
    }

    async fn answer(&self, method: &str, caller: &Caller, message: Bytes) -> Answer {
        caller.only_service(&["gateway", "chat", "matching"])?;
        match method {
            "GetSiteByDomain" => {
                let asked = GetSiteByDomainRequest::decode(message).unwrap().domain;
                let site = SITES.iter().find(|(domain, _)| *domain == asked);
                let (domain, id) = site.ok_or_else(|| fault(Code::NotFound, "site_unknown"))?;
                one(GetSiteByDomainResponse {
                    site: Some(site_of(domain, id)),
                })
            }
            "GetSite" => {
                let asked = GetSiteRequest::decode(message).unwrap().site_id;
                one(GetSiteResponse {
                    site: Some(site_of("vonk.test", &asked)),
                })
            }
            "Authenticate" => self.authenticate(message),
            "ListConversations" => {
                let fewer = |left: usize| left.checked_sub(1);
                if self.failing.fetch_update(SeqCst, SeqCst, fewer).is_ok() {
                    return Err(fault(Code::Internal, "database"));
                }
                let of = ListConversationsRequest::decode(message).unwrap().member_id;
                let peers = peers(&self.writes, &of).into_iter();
                let conversations = peers.map(|peer_id| Conversation {
                    peer_id,
                    ..Conversation::default()
                });
                one(ListConversationsResponse {
                    conversations: conversations.collect(),
                })
            }
            "ListLikes" => {
                let of = ListLikesRequest::decode(message).unwrap().member_id;
                let likes = self.likes.lock().unwrap().clone();
                let line = |member_id: &String| LikeLine {
                    member_id: member_id.clone(),
                    ..LikeLine::default()
                };
                let given = likes.iter().filter(|(from, _)| *from == of);
                let received = likes.iter().filter(|(_, to)| *to == of);
                one(ListLikesResponse {
                    given: given.map(|(_, to)| line(to)).collect(),
                    received: received.map(|(from, _)| line(from)).collect(),
                })
            }
            "RecordBlock" => one(RecordBlockResponse {}),
            "GetMessage" => self.message(message).await,
            "WatchTyping" => {
                self.typing_watched.fetch_add(1, SeqCst);
                let heard = self.typing.lock().unwrap().subscribe();
                let heard = stream::unfold(heard, async |mut heard| {
                    let notice: WatchTypingResponse = heard.recv().await.ok()?;
                    Some((notice.encode_to_vec(), heard))
                });
                Ok(heard.boxed())
            }
            _ => Err(Status::unimplemented("not played")),
        }
    }

    fn authenticate(&self, message: Bytes) -> Answer {
        let request = AuthenticateRequest::decode(message).unwrap();
        let key = (request.site_id.clone(), request.session_token);
        let known = self.sessions.lock().unwrap().get(&key).cloned();
        let (member, session) =
            known.ok_or_else(|| fault(Code::Unauthenticated, "session_unknown"))?;
        one(AuthenticateResponse {
            account: Some(Account {
                id: member,
                site_id: request.site_id,
                language: "nl".to_owned(),
                roles: vec!["member".to_owned()],
                ..Account::default()
            }),
            session_id: session,
            expires_at: None,
        })
    }

    async fn message(&self, message: Bytes) -> Answer {
        let request = GetMessageRequest::decode(message).unwrap();
        let (id, member) = (request.message_id, request.member_id);
        self.fetches
            .lock()
            .unwrap()
            .push((member.clone(), id.clone()));
        let known = self.messages.lock().unwrap().get(&id).cloned();
        let unknown = || fault(Code::NotFound, "conversation_unknown");
        let (mut message, deed) = known.ok_or_else(unknown)?;
        match deed {
            Deed::Answer(after) => tokio::time::sleep(after).await,
            Deed::Refuse => return Err(unknown()),
            Deed::Break => return Err(fault(Code::Internal, "database")),
        }
        if message.sender_id != member {
            message.price = 0;
        }
        one(GetMessageResponse {
            message: Some(message),
        })
    }
}

fn peers(pairs: &Mutex<Vec<(String, String)>>, of: &str) -> Vec<String> {
    let pairs = pairs.lock().unwrap();
    let peers = pairs.iter().filter_map(|(one, other)| match of {
        of if of == one => Some(other.clone()),
        of if of == other => Some(one.clone()),
        _ => None,
    });
    peers.collect()
}

fn site_of(domain: &str, id: &str) -> Site {
    Site {
        id: id.to_owned(),
        version: 1,
        name: "Vonk".to_owned(),
        domain: domain.to_owned(),
        origin: format!("https://{domain}"),
        domain_language: "nl-NL".to_owned(),
        languages: vec!["nl".to_owned()],
        message_length: 10_000,
        time_zone: "Europe/Amsterdam".to_owned(),
        ..Site::default()
    }
}

/// gRPC's frame around a message.
pub(crate) fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap();
    [&[0], &length.to_be_bytes()[..], message].concat()
}

async fn respond(world: Arc<World>, request: http::Request<Body>) -> http::Response<Body> {
    let (parts, body) = request.into_parts();
    let frame = body.collect().await.unwrap().to_bytes();
    let method = parts.uri.path().rsplit('/').next().unwrap_or("");
    let caller = parts.extensions.get::<Caller>().expect("a verified caller");
    match world.answer(method, caller, frame.slice(5..)).await {
        Err(status) => status.into_http(),
        Ok(messages) => {
            let trailers = http::HeaderMap::from_iter([(
                http::HeaderName::from_static("grpc-status"),
                http::HeaderValue::from_static("0"),
            )]);
            let data = messages
                .map(|message| http_body::Frame::data(Bytes::from(framed(&message))))
                .chain(stream::iter([http_body::Frame::trailers(trailers)]))
                .map(Ok::<_, Infallible>);
            let mut response = http::Response::new(Body::new(StreamBody::new(data)));
            response.headers_mut().insert(
                http::header::CONTENT_TYPE,
                http::HeaderValue::from_static("application/grpc"),
            );
            response
        }
    }
}

static NO_TABLES: Migrator = Migrator::DEFAULT;

macro_rules! play {
    ($($service:ident $name:literal: $($server:ident = $path:literal),+;)+) => {$(
        pub(crate) struct $service;

        impl Service for $service {
            const NAME: &'static str = $name;

            async fn mount(host: &mut Host) -> anyhow::Result<()> {
                let world = WORLD.get();
                $(host.grpc($server(Arc::clone(&world)));)+
                // Its outbox is what the tests tell with.
                host.database(&NO_TABLES).await?;
                Ok(())
            }
        }

        $(
            #[derive(Clone)]
            struct $server(Arc<World>);

            impl NamedService for $server {
                const NAME: &'static str = $path;
            }

            impl tower::Service<http::Request<Body>> for $server {
                type Response = http::Response<Body>;
                type Error = Infallible;
                type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

                fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
                    Poll::Ready(Ok(()))
                }

                fn call(&mut self, request: http::Request<Body>) -> Self::Future {
                    respond(Arc::clone(&self.0), request).map(Ok).boxed()
                }
            }
        )+
    )+};
}

play! {
    Accounts "accounts": AccountsInternal = "vonk.accounts.v1.AccountsInternalService";
    Settings "settings": SettingsInternal = "vonk.settings.v1.SettingsInternalService";
    Matching "matching": MatchingInternal = "vonk.matching.v1.MatchingInternalService";
    Profiles "profiles": ProfilesInternal = "vonk.profiles.v1.ProfilesInternalService";
    Chat "chat": ChatInternal = "vonk.chat.v1.ChatInternalService",
        ChatGateway = "vonk.chat.v1.ChatGatewayService";
}
