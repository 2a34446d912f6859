//! `vonk.live.v1.LiveService`, answered by the gateway itself.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{Path, Request, State},
    response::Response,
};
use futures::{StreamExt as _, stream::BoxStream};
use http::{HeaderName, HeaderValue};
use proto::live::v1::{
    WatchRequest, WatchResponse,
    live_service_server::{LiveService, LiveServiceServer},
};
use secrecy::SecretString;
use tonic::Status;
use tonic_web::GrpcWebLayer;
use tower::{Layer as _, ServiceExt as _};

use super::{hub::End, stream::LiveStream};
use crate::{App, caller::Caller, cookies, rpc, sessions::Session};

/// The service's name in addresses.
pub(crate) const NAME: &str = "vonk.live.v1.LiveService";

/// How long a stream lives on when the event that ends its session is lost, and some more.
const LOOK_AGAIN: Duration = Duration::from_mins(4);

/// Proxies that gather an answer before they pass it on are asked not to.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");

/// Who watches, and the token that says so.
#[derive(Clone)]
struct Watcher {
    caller: Caller,
    token: Option<SecretString>,
}

struct Api(Arc<App>);

/// Answers a call of the live service.
pub(crate) async fn call(
    State(app): State<Arc<App>>,
    Path(method): Path<String>,
    request: Request,
) -> Response {
    let token = cookies::token(request.headers(), cookies::SESSION);
    let (caller, mut request) = match rpc::enter(&app, (NAME, &method), false, request).await {
        Ok(entered) => entered,
        Err(refused) => return refused,
    };
    request.extensions_mut().insert(Watcher { caller, token });
    let service = GrpcWebLayer::new().layer(LiveServiceServer::new(Api(app)));
    match service.oneshot(request).await {
        Ok(response) => {
            let mut response = rpc::leave(response);
            let headers = response.headers_mut();
            headers.insert(UNBUFFERED, HeaderValue::from_static("no"));
            response
        }
        Err(never) => match never {},
    }
}

fn refusal(end: End) -> Status {
    end.status()
        .unwrap_or_else(|| kit::fault::status(tonic::Code::Unavailable, "stopping", []))
}

#[tonic::async_trait]
impl LiveService for Api {
    type WatchStream = BoxStream<'static, Result<WatchResponse, Status>>;

    async fn watch(
        &self,
        request: tonic::Request<WatchRequest>,
    ) -> Result<tonic::Response<Self::WatchStream>, Status> {
        let watcher = request.extensions().get::<Watcher>().cloned();
        let logged_out = || refusal(End::LoggedOut);
        let Watcher { caller, token } = watcher.ok_or_else(logged_out)?;
        let (session, token) = caller.session.zip(token).ok_or_else(logged_out)?;
        let app = &self.0;
        let alive = Duration::from_secs(app.config.live.alive_seconds.max(1));
        let revision = &request.get_ref().revision;
        let stream = LiveStream::join(
            app.live.hub(),
            (session.member, session.id),
            revision,
            alive,
        );
        let stream = stream.map_err(refusal)?;
        // It may have ended before the stream was there to be ended.
        let site_id = caller.visitor.site.id.clone();
        if !is_open(app, &site_id, &token, &session).await {
            return Err(logged_out());
        }
        let over = session_is_over(Arc::clone(app), site_id, token, session);
        Ok(tonic::Response::new(stream.take_until(over).boxed()))
    }
}

/// Whether a session is still what it was. Where accounts does not answer, it was so a moment ago.
async fn is_open(app: &App, site_id: &str, token: &SecretString, session: &Session) -> bool {
    match app.sessions.of(site_id, token).await {
        Ok(Some(now)) => now.id == session.id && now.member == session.member,
        Ok(None) => false,
        Err(_) => true,
    }
}

/// Ends with the session, also when nobody tells: then the browser comes again and is refused.
async fn session_is_over(
    app: Arc<App>,
    site_id: String,
    token: SecretString,
    session: Arc<Session>,
) {
    loop {
        // Not all streams of a replica at the same moment.
        let share = 0.5 + app.live.chance().fraction();
        tokio::time::sleep(LOOK_AGAIN.mul_f64(share)).await;
        if !is_open(&app, &site_id, &token, &session).await {
            return;
        }
    }
}
