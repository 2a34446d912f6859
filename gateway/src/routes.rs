//! Every public address, and nothing else.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{Path, Request, State},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use http::StatusCode;
use tower_http::{catch_panic::CatchPanicLayer, compression::CompressionLayer};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    App,
    api::{
        auto_like, chat, chats, companyinfo, discountcode, geocode, interests, likes, logout,
        page_hidden, regions, settings, user, webhooks,
    },
    files, headers, live, openapi, origin, page,
    peers::PUBLIC,
    record,
    reply::Refusal,
    rpc, site, unsubscribe,
};

/// The calls of the HTTP contract, one file in `api/` each.
pub(crate) fn php() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(openapi::head())
        .routes(routes!(settings::get))
        .routes(routes!(companyinfo::get))
        .routes(routes!(user::get, user::post, user::put))
        .routes(routes!(logout::get))
        .routes(routes!(page_hidden::post))
        .routes(routes!(likes::get))
        .routes(routes!(auto_like::get))
        .routes(routes!(chats::get))
        .routes(routes!(chat::delete))
        .routes(routes!(interests::get))
        .routes(routes!(regions::get))
        .routes(routes!(geocode::get))
        .routes(routes!(discountcode::get))
        .route_layer(from_fn(origin::guard))
        // From here without that guard: no page calls these.
        .routes(routes!(webhooks::mollie))
}

/// gRPC-Web, one address for each method of the services that the world may call.
fn browser_rpc() -> Router<Arc<App>> {
    let live = format!("/rpc/{}/{{method}}", live::watch::NAME);
    let router = Router::new().route(&live, post(live::watch::call));
    PUBLIC.into_iter().fold(router, |router, (service, peer)| {
        let forward = move |State(app), Path(method): Path<String>, request: Request| {
            rpc::forward(
                app,
                rpc::Target {
                    peer,
                    service,
                    method,
                },
                request,
            )
        };
        router.route(&format!("/rpc/{service}/{{method}}"), post(forward))
    })
}

/// Addresses that show a page of the web app.
const PAGES: [&str; 52] = [
    "/",
    "/login",
    "/signup",
    "/complete-signup",
    "/signup-matches",
    "/match-finder",
    "/members",
    "/members/{id}",
    "/members/{id}/chat",
    "/members/{id}/landing",
    "/members/{id}/signup",
    "/members/{id}/landing2",
    "/members/{id}/landing2/{slug}",
    "/members/{id}/landing3",
    "/members/{id}/landing3/{slug}",
    "/likes",
    "/likes/{type}",
    "/likes/m/{id}",
    "/chats",
    "/chats/{id}",
    "/profile",
    "/notifications",
    "/premium",
    "/pricing",
    "/credits",
    "/credits/repeat-order",
    "/credits/{id}",
    "/credits/{id}/{paymentmethod}",
    "/directdebit",
    "/transactions",
    "/transactions/{id}",
    "/reset-password",
    "/reset-password/do",
    "/mail-change/do",
    "/activate",
    "/activate/done",
    "/activate/error",
    "/reactivate",
    "/account-deleted",
    "/complaints",
    "/lang-config",
    "/swipe-game",
    "/landers/tinderswipe",
    "/landers/{kind}",
    "/landers/{kind}/{slug}",
    "/pages/ban",
    "/pages/cookies",
    "/pages/faq",
    "/pages/privacy",
    "/pages/return-policy",
    "/pages/service",
    "/pages/terms",
];

/// All of it, with what stands before every route.
pub(crate) fn all(app: Arc<App>) -> Router {
    let (php, _) = php().split_for_parts();
    let pages = PAGES.into_iter().fold(Router::new(), |router, address| {
        router.route(address, get(page::known))
    });
    php.merge(pages)
        .route("/site.webmanifest", get(page::manifest))
        .route("/manifest.webmanifest", get(page::manifest))
        .layer(CompressionLayer::new())
        .merge(browser_rpc())
        .route(
            "/unsubscribe",
            get(unsubscribe::get).post(unsubscribe::post),
        )
        .route(
            "/unsubscribe/{token}",
            get(unsubscribe::get).post(unsubscribe::post),
        )
        // Files of the built app, and the page that says 404.
        .fallback_service(
            get(files::get)
                .fallback(nothing_here)
                .layer(CompressionLayer::new())
                .with_state(Arc::clone(&app)),
        )
        .method_not_allowed_fallback(wrong_method)
        // From here each stands before the ones above it.
        .layer(from_fn_with_state(Arc::clone(&app), in_time))
        .layer(from_fn_with_state(Arc::clone(&app), site::find))
        .layer(CatchPanicLayer::custom(|_| {
            Refusal::internal().into_response()
        }))
        .layer(from_fn(short_address))
        .layer(from_fn_with_state(Arc::clone(&app), record::request))
        .layer(from_fn(headers::protect))
        .with_state(app)
}

async fn nothing_here() -> Refusal {
    Refusal::not_found()
}

async fn wrong_method() -> Refusal {
    Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "this address does not take that method",
    )
}

/// Longest address, in bytes.
const LONGEST_ADDRESS: usize = 8_192;

async fn short_address(request: Request, next: Next) -> Response {
    let length = request
        .uri()
        .path_and_query()
        .map_or(0, |address| address.as_str().len());
    if length > LONGEST_ADDRESS {
        let text = "the address is too long";
        return Refusal::new(StatusCode::URI_TOO_LONG, "address_too_long", text).into_response();
    }
    next.run(request).await
}

/// Gives up what does not begin to answer in time; a stream may then go on.
async fn in_time(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let usual = Duration::from_secs(app.config.timeout_seconds);
    let limit = rpc::patience(&app, request.uri().path()).unwrap_or(usual);
    tokio::time::timeout(limit, next.run(request))
        .await
        .unwrap_or_else(|_| {
            Refusal::new(StatusCode::GATEWAY_TIMEOUT, "timeout", "this took too long")
                .into_response()
        })
}
