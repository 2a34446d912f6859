//! The services around billing, and the door that takes the provider's webhooks.

use std::{
    collections::{HashMap, HashSet},
    pin::Pin,
    sync::{Mutex, PoisonError},
};

use axum::{Router, body::Bytes, extract::State, http::StatusCode, routing::post};
use kit::{Caller, Host, MemberId, Service, SiteId, Transport};
use proto::{
    billing::v1::{
        CloseLeaseRequest, GrantLeaseRequest, ReceiveWebhookRequest,
        billing_internal_service_client::BillingInternalServiceClient,
    },
    chat::v1::{
        self as chat,
        chat_internal_service_server::{ChatInternalService, ChatInternalServiceServer},
    },
    settings::v1::{
        self as settings,
        settings_internal_service_server::{
            SettingsInternalService, SettingsInternalServiceServer,
        },
    },
};
use sqlx::migrate::Migrator;
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// A Dutch site.
pub(crate) const SITE: SiteId = SiteId::new(Uuid::from_u128(1));
/// Another site, which gives credits for signing up.
pub(crate) const GENEROUS: SiteId = SiteId::new(Uuid::from_u128(2));

static NO_TABLES: Migrator = Migrator::DEFAULT;

/// Leases that chat has open, and what it spent of each, by member.
static PURSES: Mutex<Option<Purses>> = Mutex::new(None);

/// Members to whom chat lends again as soon as it has given back: how often, and how much.
static KEEN: Mutex<Option<HashMap<MemberId, (u32, u32)>>> = Mutex::new(None);
/// Members about whom chat does not answer.
static UNHEARD: Mutex<Option<HashSet<MemberId>>> = Mutex::new(None);

type Purses = HashMap<MemberId, Vec<(Uuid, u32)>>;
type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<Response<T>, Status>> + Send + 'a>>;

/// Chat holds this lease and has spent so much of it.
pub(crate) fn purse(member: MemberId, lease: Uuid, spent: u32) {
    let mut purses = PURSES.lock().unwrap_or_else(PoisonError::into_inner);
    let purse = purses.get_or_insert_default().entry(member).or_default();
    purse.retain(|(known, _)| *known != lease);
    purse.push((lease, spent));
}

/// The member goes on writing: the next `times` that chat gives back, it borrows so much again.
pub(crate) fn keen(member: MemberId, times: u32, credits: u32) {
    let mut keen = KEEN.lock().unwrap_or_else(PoisonError::into_inner);
    keen.get_or_insert_default()
        .insert(member, (times, credits));
}

fn is_keen(member: MemberId) -> Option<u32> {
    let mut keen = KEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let (times, credits) = keen.get_or_insert_default().get_mut(&member)?;
    *times = times.checked_sub(1)?;
    Some(*credits)
}

/// Chat does not answer about this member, or does so again.
pub(crate) fn unheard(member: MemberId, yes: bool) {
    let mut members = UNHEARD.lock().unwrap_or_else(PoisonError::into_inner);
    let members = members.get_or_insert_default();
    if yes {
        members.insert(member);
    } else {
        members.remove(&member);
    }
}

fn is_unheard(member: MemberId) -> bool {
    let mut members = UNHEARD.lock().unwrap_or_else(PoisonError::into_inner);
    members.get_or_insert_default().contains(&member)
}

macro_rules! not_asked {
    ($package:ident: $($call:ident: $request:ident -> $answer:ident),+ $(,)?) => {
        // Written out: the attribute that does so does not look into macros.
        $(fn $call<'life0, 'async_trait>(
            &'life0 self,
            _: Request<$package::$request>,
        ) -> Answer<'async_trait, $package::$answer>
        where
            'life0: 'async_trait,
            Self: 'async_trait,
        {
            Box::pin(async { Err(Status::unimplemented("billing does not ask this")) })
        })+
    };
}

/// Accounts, which only tells things here.
pub(crate) struct FakeAccounts;

impl Service for FakeAccounts {
    const NAME: &'static str = "accounts";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.database(&NO_TABLES).await?;
        Ok(())
    }
}

/// Settings of the sites above.
pub(crate) struct FakeSettings {
    origin: String,
}

impl Service for FakeSettings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let origin = format!("http://{}", host.process().public_listen);
        host.grpc(SettingsInternalServiceServer::new(Self { origin }));
        Ok(())
    }
}

#[tonic::async_trait]
impl SettingsInternalService for FakeSettings {
    async fn get_site(
        &self,
        request: Request<settings::GetSiteRequest>,
    ) -> Result<Response<settings::GetSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&["billing"])?;
        let id: SiteId = request.into_inner().site_id.parse().unwrap();
        if id != SITE && id != GENEROUS {
            return Err(kit::fault::status(
                tonic::Code::NotFound,
                "site_unknown",
                [],
            ));
        }
        let site = settings::Site {
            id: id.to_string(),
            origin: self.origin.clone(),
            time_zone: "Europe/Amsterdam".to_owned(),
            message_credits: 10,
            refund_days: 14,
            signup_credits: if id == GENEROUS { 30 } else { 0 },
            ..settings::Site::default()
        };
        Ok(Response::new(settings::GetSiteResponse {
            site: Some(site),
        }))
    }

    not_asked! {
        settings:
        get_company: GetCompanyRequest -> GetCompanyResponse,
        get_site_by_domain: GetSiteByDomainRequest -> GetSiteByDomainResponse,
        list_sites: ListSitesRequest -> ListSitesResponse,
        put_site: PutSiteRequest -> PutSiteResponse,
        put_company: PutCompanyRequest -> PutCompanyResponse,
        put_page: PutPageRequest -> PutPageResponse,
        list_site_versions: ListSiteVersionsRequest -> ListSiteVersionsResponse,
    }
}

/// Chat, as far as its purses go.
pub(crate) struct FakeChat {
    billing: BillingInternalServiceClient<Transport>,
}

impl Service for FakeChat {
    const NAME: &'static str = "chat";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.database(&NO_TABLES).await?;
        let billing = BillingInternalServiceClient::new(host.peer("billing"));
        host.grpc(ChatInternalServiceServer::new(Self { billing }));
        Ok(())
    }
}

#[tonic::async_trait]
impl ChatInternalService for FakeChat {
    async fn recall_purse(
        &self,
        request: Request<chat::RecallPurseRequest>,
    ) -> Result<Response<chat::RecallPurseResponse>, Status> {
        Caller::of(&request)?.only_service(&["billing"])?;
        let member: MemberId = request.into_inner().member_id.parse().unwrap();
        if is_unheard(member) {
            return Err(Status::unavailable("chat is away"));
        }
        let purse = {
            let mut purses = PURSES.lock().unwrap_or_else(PoisonError::into_inner);
            purses.get_or_insert_default().remove(&member)
        };
        for (lease, spent) in purse.unwrap_or_default() {
            let lease_id = lease.to_string();
            let mut billing = self.billing.clone();
            billing
                .close_lease(CloseLeaseRequest { lease_id, spent })
                .await?;
        }
        if let Some(wanted) = is_keen(member) {
            let lease = crate::stage::fresh();
            let request = GrantLeaseRequest {
                lease_id: lease.to_string(),
                member_id: member.to_string(),
                site_id: SITE.to_string(),
                needed: 1,
                wanted,
            };
            self.billing.clone().grant_lease(request).await?;
            self::purse(member, lease, 0);
        }
        Ok(Response::new(chat::RecallPurseResponse {}))
    }

    not_asked! {
        chat:
        list_conversations: ListConversationsRequest -> ListConversationsResponse,
        remove_conversation: RemoveConversationRequest -> RemoveConversationResponse,
        get_message: GetMessageRequest -> GetMessageResponse,
        record_block: RecordBlockRequest -> RecordBlockResponse,
        remove_block: RemoveBlockRequest -> RemoveBlockResponse,
        get_purse: GetPurseRequest -> GetPurseResponse,
    }
}

/// The gateway, as far as webhooks go.
pub(crate) struct FakeGateway;

impl Service for FakeGateway {
    const NAME: &'static str = "gateway";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let billing = BillingInternalServiceClient::new(host.peer("billing"));
        let routes = Router::new()
            .route("/api/webhooks/mollie", post(webhook))
            .with_state(billing);
        host.public(routes);
        Ok(())
    }
}

async fn webhook(
    State(mut billing): State<BillingInternalServiceClient<Transport>>,
    body: Bytes,
) -> StatusCode {
    let request = ReceiveWebhookRequest {
        provider: "mollie".to_owned(),
        body: body.to_vec(),
    };
    match billing.receive_webhook(request).await {
        Ok(_) => StatusCode::OK,
        Err(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}
