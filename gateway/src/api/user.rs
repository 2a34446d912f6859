//! `/api/user.php`: who is logged in, login, language, push subscription.

use std::sync::Arc;

use axum::{
    Json,
    extract::{FromRequest, RawQuery, Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode};
use proto::{
    accounts::v1::{Account, AccountStatus, LogInRequest, LogOutRequest, SetLanguageRequest},
    notifications::v1::{GetDisabledRequest, SavePushSubscriptionRequest},
    settings::v1::Site,
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::moment;
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

/// Who is logged in.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UserAnswer {
    /// Null for a visitor.
    #[schema(required)]
    user: Option<User>,
}

/// The logged-in member.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the contract says paid_user")]
pub(crate) struct User {
    #[schema(format = Uuid)]
    id: String,
    status: UserStatus,
    credits: u32,
    paid_user: bool,
    /// RFC 3339.
    #[schema(required, format = DateTime)]
    signup_date: Option<String>,
    /// ISO 639-1.
    language: String,
    /// Marks fictional profiles.
    fictional_icon: String,
    /// Switched-off notification types; also `fbl`, `bounce` and `list-unsubscribe`.
    notifications_disabled: Vec<String>,
    profile: Profile,
}

/// State of the account.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UserStatus {
    NotConfirmed,
    Active,
    Deleted,
}

/// The member as others see them.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Profile {
    #[schema(format = Uuid)]
    id: String,
    name: String,
    kind: ProfileKind,
    /// ISO 3166-1 alpha-2.
    country: String,
    status: ProfileStatus,
    /// Null while there is none.
    #[schema(required)]
    main_image: Option<Image>,
}

/// Whether a person stands behind a profile.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProfileKind {
    Member,
}

/// Whether others can see a profile.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProfileStatus {
    Disabled,
    Active,
}

/// A photo in its sizes; each a path after the site's `cdn_prefix`.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Image {
    filename: String,
    thumb_filename: String,
    r#match: String,
}

/// Body of a login.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `log_in` reads by name")]
pub(crate) struct LogIn {
    #[schema(max_length = 254)]
    email: String,
    #[schema(max_length = 256)]
    password: String,
}

/// Body of `?push=1`: what the browser's `PushSubscription.toJSON()` gives.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `save_push` reads by name")]
pub(crate) struct SavePush {
    subscription: Subscription,
}

/// A browser's push subscription.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[expect(dead_code, reason = "describes what `save_push` reads by name")]
pub(crate) struct Subscription {
    #[schema(max_length = 1000)]
    endpoint: String,
    /// Not used.
    #[schema(required = false)]
    expiration_time: Option<f64>,
    keys: SubscriptionKeys,
}

/// Keys of a push subscription, base64url.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `save_push` reads by name")]
pub(crate) struct SubscriptionKeys {
    #[schema(max_length = 200)]
    p256dh: String,
    #[schema(max_length = 200)]
    auth: String,
}

/// A login, or with `?push=1` a subscription.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what `post` reads by name")]
pub(crate) enum PostBody {
    LogIn(LogIn),
    SavePush(SavePush),
}

/// Body of a change of language.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "describes what `put` reads by name")]
pub(crate) struct SetLanguage {
    /// ISO 639-1, one of the site's.
    #[schema(max_length = 10)]
    language: String,
}

impl User {
    async fn of(app: &App, site: &Site, account: &Account) -> Self {
        let status = match account.status() {
            AccountStatus::NotConfirmed | AccountStatus::Unspecified => UserStatus::NotConfirmed,
            AccountStatus::Active => UserStatus::Active,
            AccountStatus::Deleted => UserStatus::Deleted,
        };
        Self {
            id: account.id.clone(),
            status,
            // Billing and profiles are not there yet: nobody has bought, everybody is seen
            // as soon as the address is confirmed, and the profile goes by the member's id.
            credits: 0,
            paid_user: false,
            signup_date: moment(account.created_at.as_ref()),
            language: account.language.clone(),
            fictional_icon: site.fictional_icon.clone(),
            notifications_disabled: disabled(app, &account.id).await,
            profile: Profile {
                id: account.id.clone(),
                name: account.profile_name.clone(),
                kind: ProfileKind::Member,
                country: account.country.clone(),
                status: match status {
                    UserStatus::Active => ProfileStatus::Active,
                    UserStatus::NotConfirmed | UserStatus::Deleted => ProfileStatus::Disabled,
                },
                main_image: None,
            },
        }
    }
}

/// Switched-off notifications; none while notifications is away, as members must still get in.
async fn disabled(app: &App, member_id: &str) -> Vec<String> {
    let request = GetDisabledRequest {
        member_id: member_id.to_owned(),
    };
    match app.peers.notifications().get_disabled(request).await {
        Ok(answer) => answer.into_inner().disabled,
        Err(status) => {
            tracing::warn!(member.id = member_id, code = ?status.code(), "switched-off notifications are not known");
            Vec::new()
        }
    }
}

/// Who is logged in, if anybody.
#[utoipa::path(
    get,
    operation_id = "user",
    path = "/api/user.php",
    responses((status = 200, body = UserAnswer))
)]
pub(crate) async fn get(State(app): State<Arc<App>>, caller: Caller) -> Json<UserAnswer> {
    let Some(session) = &caller.session else {
        return Json(UserAnswer { user: None });
    };
    let (user, ()) = tokio::join!(
        User::of(&app, &caller.visitor.site, &session.account),
        app.sessions.touch(session, false),
    );
    Json(UserAnswer { user: Some(user) })
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
    let account = opened.account.ok_or_else(Refusal::internal)?;

    // The session that this one replaces in the browser must not live on unseen.
    if let Some(old) = cookies::token(headers, cookies::SESSION) {
        let message = LogOutRequest {
            session_token: old.expose_secret().to_owned(),
        };
        if let Err(status) = app.peers.accounts().log_out(message).await {
            tracing::warn!(code = ?status.code(), "a replaced session lives on");
        }
        app.sessions.forget(&site.id, &old).await;
    }
    let user = User::of(app, site, &account).await;
    let mut response = Json(UserAnswer { user: Some(user) }).into_response();
    Jar::of(&site.origin)
        .session(&SecretString::from(opened.session_token))
        .device(&SecretString::from(opened.device_token))
        .write(response.headers_mut());
    Ok(response)
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
    let account = Account {
        language: language.clone(),
        ..session.account.clone()
    };
    let user = User::of(&app, site, &account).await;
    let mut response = Json(UserAnswer { user: Some(user) }).into_response();
    Jar::of(&site.origin)
        .language(&language)
        .write(response.headers_mut());
    Ok(response)
}
