//! Accounts and settings as profiles sees them, and the peers whose events it hears.

use std::{
    collections::{BTreeMap, HashMap},
    pin::Pin,
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicI64, Ordering},
    },
};

use kit::{Caller, Host, MemberId, Service, SiteId};
use proto::{
    accounts::v1::{
        self as accounts, AccountStatus, GetSignUpDataRequest, GetSignUpDataResponse,
        accounts_internal_service_server::{
            AccountsInternalService, AccountsInternalServiceServer,
        },
    },
    settings::v1::{
        self as settings,
        settings_internal_service_server::{
            SettingsInternalService, SettingsInternalServiceServer,
        },
    },
};
use sqlx::migrate::Migrator;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

/// An ordinary Dutch site.
pub(crate) const VONK: SiteId = SiteId::new(Uuid::from_u128(1));
/// A site of several countries, with fictional profiles and without visitors.
pub(crate) const SPARK: SiteId = SiteId::new(Uuid::from_u128(2));

static NO_TABLES: Migrator = Migrator::DEFAULT;

/// What accounts knows, in all tests: ids are never the same.
static SIGN_UPS: LazyLock<Mutex<HashMap<MemberId, GetSignUpDataResponse>>> =
    LazyLock::new(Mutex::default);
/// How often accounts fails before it answers.
static FAILURES: LazyLock<Mutex<BTreeMap<MemberId, u32>>> = LazyLock::new(Mutex::default);

/// Lets accounts know a member.
pub(crate) fn signed_up(member: MemberId, data: GetSignUpDataResponse) {
    SIGN_UPS.lock().unwrap().insert(member, data);
}

/// Lets accounts forget a member, as erasure does.
pub(crate) fn forgotten(member: MemberId) {
    SIGN_UPS.lock().unwrap().remove(&member);
}

/// Lets accounts fail so often before it answers for this member.
pub(crate) fn fails(member: MemberId, times: u32) {
    FAILURES.lock().unwrap().insert(member, times);
}

/// Lets accounts say that the address is proven.
pub(crate) fn confirmed(member: MemberId) {
    let mut known = SIGN_UPS.lock().unwrap();
    known
        .get_mut(&member)
        .unwrap()
        .set_status(AccountStatus::Active);
}

/// What `async_trait` makes of a method; it does not look into macros.
type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<Response<T>, Status>> + Send + 'a>>;

macro_rules! not_asked {
    ($($wire:ident::$call:ident: $request:ident -> $answer:ident),+ $(,)?) => {
        $(fn $call<'life0, 'async_trait>(
            &'life0 self,
            _: Request<$wire::$request>,
        ) -> Answer<'async_trait, $wire::$answer>
        where
            'life0: 'async_trait,
            Self: 'async_trait,
        {
            Box::pin(async { Err(Status::unimplemented("profiles does not ask this")) })
        })+
    };
}

/// Accounts, with a database to tell events from.
pub(crate) struct FakeAccounts;

impl Service for FakeAccounts {
    const NAME: &'static str = "accounts";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.database(&NO_TABLES).await?;
        host.grpc(AccountsInternalServiceServer::new(Self));
        Ok(())
    }
}

#[tonic::async_trait]
impl AccountsInternalService for FakeAccounts {
    async fn get_sign_up_data(
        &self,
        request: Request<GetSignUpDataRequest>,
    ) -> Result<Response<GetSignUpDataResponse>, Status> {
        Caller::of(&request)?.only_service(&["profiles"])?;
        let member: MemberId = request.into_inner().member_id.parse().unwrap();
        if let Some(left) = FAILURES.lock().unwrap().get_mut(&member)
            && *left > 0
        {
            *left -= 1;
            return Err(Status::unavailable("not now"));
        }
        let known = SIGN_UPS.lock().unwrap().get(&member).cloned();
        known
            .map(Response::new)
            .ok_or_else(|| kit::fault::status(Code::NotFound, "account_unknown", []))
    }

    not_asked! {
        accounts::log_in: LogInRequest -> LogInResponse,
        accounts::log_out: LogOutRequest -> LogOutResponse,
        accounts::authenticate: AuthenticateRequest -> AuthenticateResponse,
        accounts::touch_session: TouchSessionRequest -> TouchSessionResponse,
        accounts::prepare_mail: PrepareMailRequest -> PrepareMailResponse,
        accounts::set_staff_roles: SetStaffRolesRequest -> SetStaffRolesResponse,
    }
}

macro_rules! teller {
    ($(#[$meta:meta])* $service:ident, $name:literal) => {
        $(#[$meta])*
        pub(crate) struct $service;

        impl Service for $service {
            const NAME: &'static str = $name;

            async fn mount(host: &mut Host) -> anyhow::Result<()> {
                host.database(&NO_TABLES).await?;
                Ok(())
            }
        }
    };
}

/// The number of a decision of matching, later than all before.
pub(crate) fn new_decision() -> i64 {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

teller! {
    /// Tells of blocks.
    FakeMatching, "matching"
}
teller! {
    /// Tells of premium.
    FakeBilling, "billing"
}

/// Settings of the two sites.
pub(crate) struct FakeSettings;

impl Service for FakeSettings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.grpc(SettingsInternalServiceServer::new(Self));
        Ok(())
    }
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn site(id: SiteId) -> Option<settings::Site> {
    let site = settings::Site {
        id: id.to_string(),
        domain_language: "nl-NL".to_owned(),
        languages: texts(&["nl", "en"]),
        countries: texts(&["NL"]),
        visible_profile_fields: texts(&["age", "body_type", "hair_colour", "tattoos", "interests"]),
        search_fields: texts(&["body_type", "hair_colour", "interests"]),
        min_age: 18,
        time_zone: "Europe/Amsterdam".to_owned(),
        logged_out_search: true,
        ..settings::Site::default()
    };
    match id {
        VONK => Some(site),
        SPARK => Some(settings::Site {
            countries: texts(&["NL", "BE", "DE"]),
            visible_profile_fields: texts(&["tattoos"]),
            search_fields: vec![],
            logged_out_search: false,
            logged_out_search_trafficsource: true,
            fictional_enabled: true,
            ..site
        }),
        _ => None,
    }
}

#[tonic::async_trait]
impl SettingsInternalService for FakeSettings {
    async fn get_site(
        &self,
        request: Request<settings::GetSiteRequest>,
    ) -> Result<Response<settings::GetSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&["profiles"])?;
        let id = request.into_inner().site_id.parse().unwrap();
        let unknown = || kit::fault::status(Code::NotFound, "site_unknown", []);
        let site = Some(site(id).ok_or_else(unknown)?);
        Ok(Response::new(settings::GetSiteResponse { site }))
    }

    not_asked! {
        settings::get_company: GetCompanyRequest -> GetCompanyResponse,
        settings::get_site_by_domain: GetSiteByDomainRequest -> GetSiteByDomainResponse,
        settings::list_sites: ListSitesRequest -> ListSitesResponse,
        settings::put_site: PutSiteRequest -> PutSiteResponse,
        settings::put_company: PutCompanyRequest -> PutCompanyResponse,
        settings::put_page: PutPageRequest -> PutPageResponse,
        settings::list_site_versions: ListSiteVersionsRequest -> ListSiteVersionsResponse,
    }
}
