//! `/api/user.php`: who is logged in, login, language, push subscription.

mod answer;
mod body;

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequest, RawQuery, Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode};
use proto::{
    accounts::v1::{Account, LogInRequest, LogInResponse, LogOutRequest, SetLanguageRequest},
    notifications::v1::SavePushSubscriptionRequest,
};
use secrecy::{ExposeSecret, SecretString};

use self::{
    answer::{User, UserAnswer},
    body::{PostBody, SetLanguage},
};
use crate::{
    App,
    caller::Caller,
    cookies::{self, Jar},
    device,
    fields::Fields,
    openapi::ErrorAnswer,
    reply::Refusal,
    site,
};

/// Who is logged in, if anybody.
#[utoipa::path(
    get,
    operation_id = "user",
    path = "/api/user.php",
    responses(
        (status = 200, body = UserAnswer),
        (status = 503, body = ErrorAnswer, description = "the member's credits are not known now"),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<UserAnswer>, Refusal> {
    let Some(session) = &caller.session else {
        return Ok(Json(UserAnswer { user: None }));
    };
    let who = (session.member, &session.account);
    let (user, (), ()) = tokio::join!(
        User::of(&app, &caller.visitor.site, who),
        app.sessions.touch(session, false),
        app.presence.touch(&app.peers, session.member),
    );
    Ok(Json(UserAnswer { user: Some(user?) }))
}

/// Logs in; with `?push=1` stores the browser's push subscription.
#[utoipa::path(
    post,
    operation_id = "log_in",
    path = "/api/user.php",
    params(("push" = Option<String>, Query, description = "`1` with a subscription")),
    request_body = PostBody,
    responses(
        (status = 200, body = UserAnswer, description = "logged in; sets the session's cookie"),
        (status = 204, description = "the subscription is stored"),
        (status = 400, body = ErrorAnswer),
        (status = 401, body = ErrorAnswer, description = "login_failed"),
        (status = 403, body = ErrorAnswer, description = "authentication_required, csrf_refused"),
        (status = 429, body = ErrorAnswer, description = "login_blocked with `minutes`"),
        (status = 503, body = ErrorAnswer, description = "not logged in: the credits are not known now"),
    )
)]
pub(crate) async fn post(
    State(app): State<Arc<App>>,
    caller: Caller,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, Refusal> {
    let push = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes())
        .find(|(name, _)| name == "push")
        .map(|(_, value)| value.into_owned());
    let headers = request.headers().clone();
    match push.as_deref() {
        None => log_in(&app, &caller, &headers, read(&app, request).await?).await,
        Some("1") => {
            caller.member()?;
            save_push(&app, &caller, read(&app, request).await?).await
        }
        Some(_) => Err(Refusal::field("push", "unknown")),
    }
}

async fn read(app: &Arc<App>, request: Request) -> Result<Fields, Refusal> {
    Fields::from_request(request, app).await
}

async fn log_in(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    mut fields: Fields,
) -> Result<Response, Refusal> {
    let email = fields.text("email", 254)?;
    let password = fields.secret("password", 256)?;
    fields.end()?;
    app.limits.entry(&caller.visitor.network)?;

    let site = &caller.visitor.site;
    let device = cookies::token(headers, cookies::DEVICE);
    let request = LogInRequest {
        site_id: site.id.clone(),
        email,
        password: password.expose_secret().to_owned(),
        device_token: device
            .map(|token| token.expose_secret().to_owned())
            .unwrap_or_default(),
        device: device::words(headers),
    };
    let opened = app.peers.accounts().log_in(request).await?.into_inner();
    let user = match shown(app, caller, &opened).await {
        Ok(user) => user,
        Err(refusal) => {
            // Nobody got its token, so nobody could end it.
            end(app, &opened.session_token).await;
            return Err(refusal);
        }
    };
    // The session that this one replaces in the browser must not live on unseen.
    if let Some(old) = cookies::token(headers, cookies::SESSION) {
        end(app, old.expose_secret()).await;
        app.sessions.forget(&site.id, &old).await;
    }
    let mut response = Json(UserAnswer { user: Some(user) }).into_response();
    Jar::of(&site.origin)
        .session(&SecretString::from(opened.session_token))
        .device(&SecretString::from(opened.device_token))
        .write(response.headers_mut());
    Ok(response)
}

async fn shown(app: &App, caller: &Caller, opened: &LogInResponse) -> Result<User, Refusal> {
    let account = opened.account.as_ref().ok_or_else(Refusal::internal)?;
    let member = account.id.parse().map_err(|_| Refusal::internal())?;
    let (user, ()) = tokio::join!(
        User::of(app, &caller.visitor.site, (member, account)),
        app.presence.touch(&app.peers, member),
    );
    user
}

async fn end(app: &App, session_token: &str) {
    let message = LogOutRequest {
        session_token: session_token.to_owned(),
    };
    if let Err(status) = app.peers.accounts().log_out(message).await {
        tracing::warn!(code = ?status.code(), "a session without a browser lives on");
    }
}

async fn save_push(app: &App, caller: &Caller, mut fields: Fields) -> Result<Response, Refusal> {
    let mut subscription = fields.object("subscription")?;
    fields.end()?;
    let endpoint = subscription.text("endpoint", 1_000)?;
    subscription.ignore_number("expirationTime")?;
    let mut keys = subscription.object("keys")?;
    subscription.end()?;
    let p256dh = keys.text("p256dh", 200)?;
    let auth = keys.text("auth", 200)?;
    keys.end()?;
    let member_id = caller.member()?.member.to_string();
    let request = SavePushSubscriptionRequest {
        member_id,
        endpoint,
        p256dh,
        auth,
    };
    app.peers
        .notifications()
        .save_push_subscription(request)
        .await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Stores the language of the site and the mails for the logged-in member.
#[utoipa::path(
    put,
    operation_id = "set_language",
    path = "/api/user.php",
    request_body = SetLanguage,
    responses(
        (status = 200, body = UserAnswer, description = "sets the language's cookie too"),
        (status = 400, body = ErrorAnswer),
        (status = 403, body = ErrorAnswer, description = "authentication_required, csrf_refused"),
        (status = 503, body = ErrorAnswer, description = "not stored: the member's credits are not known now"),
    )
)]
pub(crate) async fn put(
    State(app): State<Arc<App>>,
    caller: Caller,
    request: Request,
) -> Result<Response, Refusal> {
    let session = caller.member()?;
    let token = cookies::token(request.headers(), cookies::SESSION);
    let mut fields = read(&app, request).await?;
    let language = fields.text("language", 10)?;
    fields.end()?;
    let site = &caller.visitor.site;
    if !site::has_language(site, &language) {
        return Err(Refusal::field("language", "unknown"));
    }
    let account = Account {
        language: language.clone(),
        ..session.account.clone()
    };
    // First, so that what cannot be answered is not done either.
    let user = User::of(&app, site, (session.member, &account)).await?;
    let message = SetLanguageRequest {
        language: language.clone(),
    };
    app.peers
        .accounts_for(&caller)
        .set_language(message)
        .await?;
    if let Some(token) = token {
        app.sessions.forget(&site.id, &token).await;
    }
    let mut response = Json(UserAnswer { user: Some(user) }).into_response();
    Jar::of(&site.origin)
        .language(&language)
        .write(response.headers_mut());
    Ok(response)
}
