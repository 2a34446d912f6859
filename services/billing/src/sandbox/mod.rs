//! A payment provider for demonstrations and tests: speaks Mollie's HTTP API on a loopback
//! listener of its own, with a page on which the payer chooses the outcome, and faults on demand.
//!
//! It plays an outside party. Billing reaches it through its real Mollie adapter and nothing else.
//! Its records are in tables, not in memory: a provider does not forget a payment because our
//! process was killed, and the tests of just that need it to remember.

mod page;
mod payment;
mod script;
mod store;
mod wire;

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration as StdDuration,
};

use anyhow::{Context as _, ensure};
use axum::{
    Json, Router,
    extract::{Path, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use kit::{Chance, Clock, Db, Host};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use secrecy::{ExposeSecret as _, SecretString};
use time::Duration;
use tokio::net::TcpListener;
use url::Url;

pub use script::{Call, Fault, Planned, Script, Webhooks};

/// How often the sandbox looks at its clock.
const TICK: StdDuration = StdDuration::from_millis(50);

/// The sandbox.
#[derive(Debug)]
pub struct Sandbox;

/// What its calls work with.
#[derive(Clone)]
pub(crate) struct Desk {
    db: Db,
    clock: Clock,
    chance: Chance,
    key: SecretString,
    base: Url,
    later: Duration,
    script: Arc<Mutex<Script>>,
}

impl Desk {
    fn script<T>(&self, read: impl FnOnce(&mut Script) -> T) -> T {
        read(&mut self.script.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Sandbox {
    /// Listens at `listen` and answers the base URL of its API. Refused outside a demonstration,
    /// and anywhere but on loopback: whoever reaches it decides who has paid.
    pub async fn open(
        host: &mut Host,
        db: &Db,
        listen: SocketAddr,
        key: SecretString,
        later: Duration,
    ) -> anyhow::Result<Url> {
        ensure!(
            host.process().demo,
            "the payment sandbox is for demonstrations"
        );
        ensure!(
            listen.ip().is_loopback(),
            "the payment sandbox listens on loopback only"
        );
        ensure!(
            key.expose_secret().starts_with("test_"),
            "the payment sandbox takes play money: its key begins with test_"
        );
        let listener = TcpListener::bind(listen)
            .await
            .with_context(|| format!("billing.sandbox_listen {listen}"))?;
        let base: Url = format!("http://{}/", listener.local_addr()?).parse()?;
        tracing::info!(%base, "payment sandbox is up");
        let desk = Desk {
            db: db.clone(),
            clock: host.clock(),
            chance: host.chance(),
            key,
            base: base.clone(),
            later,
            script: Arc::default(),
        };
        let (routes, stop) = (routes(desk.clone()), host.stopping());
        host.task("payment sandbox", async move {
            axum::serve(listener, routes)
                .with_graceful_shutdown(stop.cancelled_owned())
                .await?;
            Ok(())
        });
        let (client, stop) = (messenger()?, host.stopping());
        host.task("payment sandbox's clock", async move {
            loop {
                tokio::select! {
                    () = stop.cancelled() => return Ok(()),
                    () = tokio::time::sleep(TICK) => {}
                }
                if let Err(error) = tick(&desk, &client).await {
                    tracing::warn!(%error, "payment sandbox stumbles");
                }
            }
        });
        Ok(base.join("v2/")?)
    }
}

fn routes(desk: Desk) -> Router {
    let api = Router::new()
        .route("/v2/payments", post(payment::create))
        .route(
            "/v2/payments/{id}",
            get(payment::fetch).delete(payment::cancel),
        )
        .route(
            "/v2/payments/{id}/refunds",
            get(payment::refunds).post(payment::refund),
        )
        .route("/sandbox/script", post(plan))
        .route("/sandbox/payments", get(count))
        .route(
            "/sandbox/payments/{id}/chargeback",
            post(payment::charge_back),
        )
        .route(
            "/sandbox/payments/{id}/refunds/return",
            post(payment::return_refunds),
        )
        .route("/sandbox/webhooks/release", post(release))
        .layer(middleware::from_fn_with_state(desk.clone(), authenticate));
    Router::new()
        .route("/pay/{id}", get(page::show).post(page::choose))
        .route("/style.css", get(page::style))
        .merge(api)
        .layer(middleware::from_fn(guard))
        .with_state(desk)
}

/// Answers only under a loopback name: a foreign page whose domain was bent to this machine
/// must not pay for anybody.
async fn guard(request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST);
    let name = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = name.rsplit_once(':').map_or(name, |(name, _)| name);
    if !matches!(name, "localhost" | "127.0.0.1" | "[::1]") {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        HeaderName::from_static("referrer-policy"),
        HeaderValue::from_static("no-referrer"),
    );
    response
}

async fn authenticate(
    State(desk): State<Desk>,
    headers: HeaderMap,
    request: Request,
    next: Next,
) -> Response {
    let expected = format!("Bearer {}", desk.key.expose_secret());
    let given = headers.get(header::AUTHORIZATION);
    if given.is_none_or(|given| given.as_bytes() != expected.as_bytes()) {
        return wire::problem(StatusCode::UNAUTHORIZED, "Missing or wrong API key", "");
    }
    next.run(request).await
}

/// Plans faults, for tests.
async fn plan(State(desk): State<Desk>, Json(script): Json<Script>) -> StatusCode {
    desk.script(|present| *present = script);
    StatusCode::NO_CONTENT
}

/// Sends the webhooks that were held back, the last first.
async fn release(State(desk): State<Desk>) -> Response {
    match store::release(desk.db.pool(), desk.clock.now()).await {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => wire::broken(&error),
    }
}

/// The payments made for an order, so that tests can count them.
async fn count(
    State(desk): State<Desk>,
    axum::extract::Query(wanted): axum::extract::Query<wire::Wanted>,
) -> Response {
    match store::of_order(desk.db.pool(), &wanted.order_id).await {
        Ok(ids) => Json(ids).into_response(),
        Err(error) => wire::broken(&error),
    }
}

/// What the clock brings: promised payments, expiry, webhooks.
async fn tick(desk: &Desk, client: &reqwest::Client) -> anyhow::Result<()> {
    let now = desk.clock.now();
    for (id, url) in store::end_due(desk.db.pool(), now).await? {
        announce(desk, &id, url.as_deref()).await?;
    }
    for webhook in store::take_webhooks(desk.db.pool(), now).await? {
        let body = format!("id={}", webhook.payment);
        let request = client
            .post(&webhook.url)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(body);
        let heard = request
            .send()
            .await
            .is_ok_and(|answer| answer.status().is_success());
        if heard || webhook.tries >= 10 {
            store::forget_webhook(desk.db.pool(), webhook.position).await?;
        }
    }
    Ok(())
}

/// Queues the webhook of a payment that changed, as the script wants it.
async fn announce(desk: &Desk, id: &str, url: Option<&str>) -> sqlx::Result<()> {
    let Some(url) = url else { return Ok(()) };
    let now = desk.clock.now();
    let (times, due) = match desk.script(|script| script.webhooks) {
        Webhooks::Once => (1, Some(now)),
        Webhooks::Twice => (2, Some(now)),
        Webhooks::Late { seconds } => (1, Some(now + Duration::seconds(seconds))),
        Webhooks::Hold => (1, None),
        Webhooks::Never => (0, None),
    };
    for _ in 0..times {
        store::queue_webhook(desk.db.pool(), id, url, due).await?;
    }
    Ok(())
}

/// A client that reaches this machine only, whatever name it is told.
fn messenger() -> anyhow::Result<reqwest::Client> {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(StdDuration::from_secs(2))
        .no_proxy()
        .dns_resolver(Arc::new(Loopback))
        .build()
        .context("HTTP client")
}

#[derive(Debug)]
struct Loopback;

impl Resolve for Loopback {
    fn resolve(&self, _name: Name) -> Resolving {
        let here = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Box::pin(async move { Ok(Box::new(std::iter::once(here)) as Addrs) })
    }
}

/// The payment's id in a path, if there is such a payment.
async fn known(desk: &Desk, Path(id): Path<String>) -> Result<store::Payment, Response> {
    match store::find(desk.db.pool(), &id).await {
        Ok(Some(payment)) => Ok(payment),
        Ok(None) => Err(wire::unknown()),
        Err(error) => Err(wire::broken(&error)),
    }
}
