//! The gRPC servers that the fakes play on: they read and write frames, and ask the world
//! of the test what to answer.

use std::{
    convert::Infallible,
    sync::Arc,
    task::{Context, Poll},
};

use axum::body::Bytes;
use futures::{StreamExt, stream};
use http_body_util::{BodyExt, StreamBody};
use kit::Caller;
use tonic::{Status, body::Body, server::NamedService};

use crate::fakes::{Call, World};

/// gRPC's frame around a message.
pub(crate) fn framed(message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap();
    [&[0], &length.to_be_bytes()[..], message].concat()
}

async fn respond(world: Arc<World>, request: http::Request<Body>) -> http::Response<Body> {
    let (parts, body) = request.into_parts();
    let frame = body
        .collect()
        .await
        .map(http_body_util::Collected::to_bytes)
        .unwrap_or_default();
    if frame.len() < 5 {
        return Status::invalid_argument("no message").into_http();
    }
    let call = Call {
        path: parts.uri.path().to_owned(),
        caller: parts
            .extensions
            .get::<Caller>()
            .cloned()
            .expect("a verified caller"),
        headers: parts.headers,
        message: frame.slice(5..),
    };
    world.calls.lock().unwrap().push(call.clone());
    match world.answer(&call) {
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
            let kind = http::HeaderValue::from_static("application/grpc");
            response
                .headers_mut()
                .insert(http::header::CONTENT_TYPE, kind);
            response
        }
    }
}

macro_rules! play {
    ($($server:ident = $name:literal),+ $(,)?) => {
        $(
            #[derive(Clone)]
            pub(crate) struct $server(pub(crate) Arc<World>);

            impl NamedService for $server {
                const NAME: &'static str = $name;
            }

            impl tower::Service<http::Request<Body>> for $server {
                type Response = http::Response<Body>;
                type Error = Infallible;
                type Future = futures::future::BoxFuture<'static, Result<Self::Response, Infallible>>;

                fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
                    Poll::Ready(Ok(()))
                }

                fn call(&mut self, request: http::Request<Body>) -> Self::Future {
                    let world = Arc::clone(&self.0);
                    Box::pin(async move { Ok(respond(world, request).await) })
                }
            }
        )+
    };
}

play! {
    AccountsPublic = "vonk.accounts.v1.AccountsService",
    AccountsInternal = "vonk.accounts.v1.AccountsInternalService",
    SettingsPublic = "vonk.settings.v1.SettingsService",
    SettingsInternal = "vonk.settings.v1.SettingsInternalService",
    NotificationsPublic = "vonk.notifications.v1.NotificationsService",
    NotificationsInternal = "vonk.notifications.v1.NotificationsInternalService",
    NotificationsGateway = "vonk.notifications.v1.NotificationsGatewayService",
    ProfilesPublic = "vonk.profiles.v1.ProfilesService",
    ProfilesInternal = "vonk.profiles.v1.ProfilesInternalService",
    PhotoFiles = "vonk.profiles.v1.PhotoFilesService",
    MatchingPublic = "vonk.matching.v1.MatchingService",
    MatchingInternal = "vonk.matching.v1.MatchingInternalService",
    ChatPublic = "vonk.chat.v1.ChatService",
    ChatInternal = "vonk.chat.v1.ChatInternalService",
    ChatGateway = "vonk.chat.v1.ChatGatewayService",
    BillingPublic = "vonk.billing.v1.BillingService",
    BillingInternal = "vonk.billing.v1.BillingInternalService",
}
