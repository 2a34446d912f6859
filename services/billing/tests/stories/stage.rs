//! The whole service on a real database, with the real adapter before the real sandbox.

use std::{
    net::TcpListener,
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering},
    },
    time::Duration,
};

use billing::sandbox::{Call, Fault, Planned, Script, Webhooks};
use kit::{
    Chance, MemberId, SiteId, Transport,
    testing::{self, TestHost},
};
use proto::{
    accounts::v1::AccountCreated,
    billing::v1::{
        billing_internal_service_client::BillingInternalServiceClient,
        billing_service_client::BillingServiceClient, *,
    },
    chat::v1::MessageSent,
};
use time::macros::datetime;
use tonic::Status;
use uuid::Uuid;

use crate::fakes::*;

/// What every purchase of these tests buys: 100 credits for 9.99.
pub(crate) const SMALL: &str = "credits-100";

pub(crate) struct Stage {
    pub(crate) host: TestHost,
    ground: Arc<testing::Stage>,
    settings: String,
    sandbox: String,
    pub(crate) http: reqwest::Client,
}

/// Billing as it comes: it asks the provider about an order once in three seconds.
pub(crate) const A_WHILE: &str = "ask_again_milliseconds = 3000";

/// What a member has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Has {
    pub(crate) available: u32,
    pub(crate) leased: u32,
    pub(crate) premium: bool,
}

pub(crate) fn fresh() -> Uuid {
    Chance::system().uuid(datetime!(2026-03-02 12:00 UTC))
}

pub(crate) fn reason(status: &Status) -> String {
    kit::fault::reason(status).unwrap_or_else(|| format!("no reason: {status:?}"))
}

/// The reason word of a call that must fail.
pub(crate) fn refusal<T>(outcome: Result<T, Status>) -> String {
    match outcome {
        Ok(_) => "it was allowed".to_owned(),
        Err(status) => reason(&status),
    }
}

/// A port that nobody listens on, below those that the system gives to outgoing connections.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let from = u16::try_from(std::process::id() % 1_000).unwrap() * 10;
    loop {
        let port = 20_000 + (from + NEXT.fetch_add(1, Ordering::Relaxed)) % 12_000;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

async fn host(stage: &Arc<testing::Stage>, settings: &str) -> TestHost {
    let assemble = async |host: &mut kit::Host| {
        host.mount::<FakeSettings>().await?;
        host.mount::<FakeAccounts>().await?;
        host.mount::<FakeChat>().await?;
        host.mount::<FakeGateway>().await?;
        host.mount::<billing::Billing>().await
    };
    stage.host(settings, assemble).await.unwrap()
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::with("").await
    }

    /// With settings of billing. Unless they say otherwise every look at an order asks the provider.
    pub(crate) async fn with(billing: &str) -> Self {
        let always = if billing.contains("ask_again") {
            ""
        } else {
            "ask_again_milliseconds = 0"
        };
        let stage = testing::Stage::new();
        let (public, sandbox) = (free_port(), free_port());
        let settings = format!(
            "
            demo = true
            public_listen = \"127.0.0.1:{public}\"
            [billing]
            sandbox_listen = \"127.0.0.1:{sandbox}\"
            settle_every_milliseconds = 10
            reconcile_every_milliseconds = 10
            {always}
            {billing}
            "
        );
        let host = host(&stage, &settings).await;
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        Self {
            host,
            ground: stage,
            settings,
            sandbox: format!("http://127.0.0.1:{sandbox}"),
            http,
        }
    }

    /// A power cut, and the same machine again. The sandbox's records outlive it.
    pub(crate) async fn crash(self) -> Self {
        self.host.crash();
        let host = host(&self.ground, &self.settings).await;
        Self { host, ..self }
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.host.clock.advance(Duration::from_secs(seconds));
    }

    pub(crate) fn member(&self, member: MemberId) -> BillingServiceClient<Transport> {
        BillingServiceClient::new(self.host.member("billing", SITE, member))
    }

    pub(crate) fn service(&self, name: &'static str) -> BillingInternalServiceClient<Transport> {
        BillingInternalServiceClient::new(self.host.service("billing", name))
    }

    /// Somebody new from the Netherlands.
    pub(crate) async fn join(&self) -> MemberId {
        let member = MemberId::new(fresh());
        self.tell_joined(member, SITE).await;
        member
    }

    pub(crate) async fn tell_joined(&self, member: MemberId, site: SiteId) {
        let created = AccountCreated {
            member_id: member.to_string(),
            site_id: site.to_string(),
            language: "nl".to_owned(),
            country: "NL".to_owned(),
        };
        self.tell("accounts", &created).await;
    }

    /// A service tells something, and everybody has heard it.
    pub(crate) async fn tell<E: proto::Event>(&self, service: &str, event: &E) {
        let mut tx = self.host.db(service).begin().await.unwrap();
        tx.emit(event).await.unwrap();
        tx.commit().await.unwrap();
        self.host.settle().await;
    }

    pub(crate) async fn wallet(&self, member: MemberId) -> Wallet {
        let answer = self.member(member).get_wallet(GetWalletRequest {}).await;
        answer.unwrap().into_inner().wallet.unwrap()
    }

    pub(crate) async fn has(&self, member: MemberId) -> Has {
        let wallet = self.wallet(member).await;
        Has {
            available: wallet.available,
            leased: wallet.leased,
            premium: wallet.paid_user,
        }
    }

    pub(crate) async fn order(
        &self,
        member: MemberId,
        order: Uuid,
        code: &str,
    ) -> Result<CreateOrderResponse, Status> {
        let request = CreateOrderRequest {
            order_id: order.to_string(),
            package_id: SMALL.to_owned(),
            method: "ideal".to_owned(),
            discount_code: code.to_owned(),
            accept_immediate: true,
        };
        let answer = self.member(member).create_order(request).await?;
        Ok(answer.into_inner())
    }

    /// The order as its owner sees it, which asks the provider while it is open.
    pub(crate) async fn look(&self, member: MemberId, order: Uuid) -> Order {
        let order_id = order.to_string();
        let answer = self
            .member(member)
            .get_order(GetOrderRequest { order_id })
            .await;
        answer.unwrap().into_inner().order.unwrap()
    }

    /// Where an order stands, without asking the provider.
    pub(crate) async fn status(&self, order: Uuid) -> String {
        let db = self.host.db("billing");
        sqlx::query_scalar!("select status from orders where id = $1", order)
            .fetch_one(db.pool())
            .await
            .unwrap()
    }

    /// Chooses an outcome on the sandbox's page.
    pub(crate) async fn choose(&self, checkout_url: &str, outcome: &str) {
        let answer = self
            .http
            .post(checkout_url)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("outcome={outcome}"))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 303);
    }

    /// Buys the small package and has paid for it.
    pub(crate) async fn buy(&self, member: MemberId) -> Uuid {
        self.buy_with(member, "").await
    }

    pub(crate) async fn buy_with(&self, member: MemberId, code: &str) -> Uuid {
        let order = fresh();
        let placed = self.order(member, order, code).await.unwrap();
        self.choose(&placed.checkout_url, "paid").await;
        assert_eq!(self.look(member, order).await.status(), OrderStatus::Paid);
        order
    }

    pub(crate) async fn script(&self, script: &Script) {
        let url = format!("{}/sandbox/script", self.sandbox);
        let answer = self.sandbox_post(&url).json(script).send().await.unwrap();
        assert_eq!(answer.status(), 204);
    }

    /// The next calls of a kind fail so.
    pub(crate) async fn fails(&self, on: Call, fault: Fault, times: u32) {
        let faults = vec![Planned { on, fault, times }];
        self.script(&Script {
            faults,
            webhooks: Webhooks::Never,
        })
        .await;
    }

    pub(crate) async fn webhooks(&self, webhooks: Webhooks) {
        self.script(&Script {
            faults: Vec::new(),
            webhooks,
        })
        .await;
    }

    pub(crate) fn sandbox_post(&self, url: &str) -> reqwest::RequestBuilder {
        self.http.post(url).bearer_auth("test_sandbox")
    }

    pub(crate) fn at_sandbox(&self, path: &str) -> String {
        format!("{}{path}", self.sandbox)
    }

    /// The provider's payments for an order.
    pub(crate) async fn payments(&self, order: Uuid) -> Vec<String> {
        let url = self.at_sandbox(&format!("/sandbox/payments?order_id={order}"));
        let answer = self.http.get(url).bearer_auth("test_sandbox").send().await;
        answer.unwrap().json().await.unwrap()
    }

    pub(crate) async fn hint(&self, payment: &str) {
        let request = ReceiveWebhookRequest {
            provider: "mollie".to_owned(),
            body: format!("id={payment}").into_bytes(),
        };
        self.service("gateway")
            .receive_webhook(request)
            .await
            .unwrap();
    }

    pub(crate) async fn grant(
        &self,
        member: MemberId,
        lease: Uuid,
        needed: u32,
        wanted: u32,
    ) -> Result<GrantLeaseResponse, Status> {
        let request = GrantLeaseRequest {
            lease_id: lease.to_string(),
            member_id: member.to_string(),
            site_id: SITE.to_string(),
            needed,
            wanted,
        };
        Ok(self
            .service("chat")
            .grant_lease(request)
            .await?
            .into_inner())
    }

    pub(crate) async fn close(&self, lease: Uuid, spent: u32) -> Result<u32, Status> {
        let lease_id = lease.to_string();
        let request = CloseLeaseRequest { lease_id, spent };
        let answer = self.service("chat").close_lease(request).await?;
        Ok(answer.into_inner().returned)
    }

    /// Chat tells of a paid message.
    pub(crate) async fn said(&self, member: MemberId, message: Uuid, lease: Uuid, price: u32) {
        let sent = MessageSent {
            conversation_id: fresh().to_string(),
            site_id: SITE.to_string(),
            message_id: message.to_string(),
            sender_id: member.to_string(),
            recipient_id: fresh().to_string(),
            sequence: 1,
            kind: "text".to_owned(),
            price,
            lease_id: lease.to_string(),
            first: false,
        };
        self.tell("chat", &sent).await;
    }

    /// Transactions of the ledger about a member, of one kind.
    pub(crate) async fn booked(&self, member: MemberId, kind: &str) -> i64 {
        let db = self.host.db("billing");
        sqlx::query_scalar!(
            r#"
            select count(*) as "booked!" from ledger_transactions where member_id = $1 and kind = $2
            "#,
            member.get(),
            kind,
        )
        .fetch_one(db.pool())
        .await
        .unwrap()
    }
}
