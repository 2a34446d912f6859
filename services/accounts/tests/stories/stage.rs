//! The whole service on a real database, with settings faked.

use std::time::Duration;

use kit::{
    Caller, Clock, Host, MemberId, Service, SessionId, SiteId, Transport, testing::TestHost,
};
use proto::{
    accounts::v1::{
        accounts_internal_service_client::AccountsInternalServiceClient,
        accounts_service_client::AccountsServiceClient, *,
    },
    settings::v1::{
        self as settings, SiteChanged,
        settings_internal_service_server::{
            SettingsInternalService, SettingsInternalServiceServer,
        },
    },
};
use sqlx::migrate::Migrator;
use time::OffsetDateTime;
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// An ordinary site.
pub const DUTCH: SiteId = SiteId::new(Uuid::from_u128(1));
/// Another ordinary site.
pub const POLISH: SiteId = SiteId::new(Uuid::from_u128(2));
/// Tells on screen who is a member.
pub const TALKATIVE: SiteId = SiteId::new(Uuid::from_u128(3));
/// Takes no sign-ups.
pub const CLOSED: SiteId = SiteId::new(Uuid::from_u128(4));
/// Takes visitors of traffic sources only.
pub const SOURCED: SiteId = SiteId::new(Uuid::from_u128(5));
/// Asks for 21 years.
pub const GROWN: SiteId = SiteId::new(Uuid::from_u128(6));
/// Takes no sign-ups from the second hour of a test on.
pub const CLOSING: SiteId = SiteId::new(Uuid::from_u128(7));

pub const ANNA: &str = "anna@example.com";
pub const PASSWORD: &str = "tulip-anchor-violin-92";
pub const OTHER_PASSWORD: &str = "zebra Monday 44 lantern";

/// Passwords hashed as cheaply as can be: what is tested is not the cost.
pub const CHEAP: &str = "
[accounts.hashing]
memory_kib = 64
passes = 1
";

pub struct Stage {
    pub host: TestHost,
}

/// What a browser keeps after a login.
#[derive(Clone)]
pub struct Browser {
    pub session: String,
    pub session_id: SessionId,
    pub device: String,
    pub member: MemberId,
}

impl Stage {
    pub async fn set() -> Self {
        Self::with(CHEAP).await
    }

    pub async fn with(settings: &str) -> Self {
        let host = TestHost::with(settings, async |host| {
            host.mount::<accounts::Accounts>().await?;
            host.mount::<FakeSettings>().await
        })
        .await;
        Self { host }
    }

    pub fn visitor(&self, site: SiteId) -> AccountsServiceClient<Transport> {
        AccountsServiceClient::new(self.host.visitor("accounts", site))
    }

    pub fn member(&self, site: SiteId, member: MemberId) -> AccountsServiceClient<Transport> {
        AccountsServiceClient::new(self.host.member("accounts", site, member))
    }

    /// A logged-in member in the session of a browser.
    pub fn browser(&self, site: SiteId, browser: &Browser) -> AccountsServiceClient<Transport> {
        let caller = Caller {
            site: Some(site),
            member: Some(browser.member),
            session: Some(browser.session_id),
            ..Caller::default()
        };
        AccountsServiceClient::new(self.host.caller("accounts", &caller))
    }

    pub fn gateway(&self) -> AccountsInternalServiceClient<Transport> {
        self.service("gateway")
    }

    pub fn service(&self, name: &'static str) -> AccountsInternalServiceClient<Transport> {
        AccountsInternalServiceClient::new(self.host.service("accounts", name))
    }

    pub async fn sign_up(&self, site: SiteId, email: &str) {
        self.visitor(site).sign_up(form(email)).await.unwrap();
    }

    /// Signs up and confirms the address.
    pub async fn join(&self, site: SiteId, email: &str) {
        self.sign_up(site, email).await;
        let token = self.mailed(MailKind::Activation).await.token;
        self.visitor(site).activate(ActivateRequest { token }).await.unwrap();
    }

    pub async fn log_in(&self, site: SiteId, email: &str, password: &str) -> Result<Browser, Status> {
        self.log_in_from(site, email, password, "").await
    }

    pub async fn log_in_from(
        &self,
        site: SiteId,
        email: &str,
        password: &str,
        device: &str,
    ) -> Result<Browser, Status> {
        let request = LogInRequest {
            site_id: site.to_string(),
            email: email.to_owned(),
            password: password.to_owned(),
            device_token: device.to_owned(),
            device: "Firefox on Windows".to_owned(),
        };
        let answer = self.gateway().log_in(request).await?.into_inner();
        Ok(Browser {
            session: answer.session_token,
            session_id: answer.session_id.parse().unwrap(),
            device: answer.device_token,
            member: answer.account.unwrap().id.parse().unwrap(),
        })
    }

    pub async fn authenticate(&self, site: SiteId, session: &str) -> Result<Account, Status> {
        let request = AuthenticateRequest {
            site_id: site.to_string(),
            session_token: session.to_owned(),
        };
        Ok(self.gateway().authenticate(request).await?.into_inner().account.unwrap())
    }

    pub async fn is_in(&self, site: SiteId, browser: &Browser) -> bool {
        match self.authenticate(site, &browser.session).await {
            Ok(_) => true,
            Err(status) => {
                assert_eq!(reason(&status), "session_unknown");
                false
            }
        }
    }

    /// Mails asked for so far, of one kind.
    pub async fn requests(&self, kind: MailKind) -> Vec<MailRequested> {
        self.host.settle().await;
        let mut requests = self.host.events::<MailRequested>();
        requests.retain(|request| request.kind() == kind);
        requests
    }

    pub async fn prepare(&self, request: &MailRequested) -> Result<PrepareMailResponse, Status> {
        let request = PrepareMailRequest { request_id: request.request_id.clone() };
        Ok(self.service("notifications").prepare_mail(request).await?.into_inner())
    }

    /// The last mail of a kind, as its sender gets it.
    pub async fn mailed(&self, kind: MailKind) -> PrepareMailResponse {
        let requests = self.requests(kind).await;
        self.prepare(requests.last().expect("a mail was asked for")).await.unwrap()
    }

    pub async fn forgets_password(&self, site: SiteId, email: &str) -> Result<(), Status> {
        let request = RequestPasswordResetRequest { email: email.to_owned() };
        self.visitor(site).request_password_reset(request).await.map(|_| ())
    }

    pub async fn resets_password(
        &self,
        site: SiteId,
        token: &str,
        password: &str,
    ) -> Result<(), Status> {
        let request = ResetPasswordRequest {
            token: token.to_owned(),
            new_password: password.to_owned(),
        };
        self.visitor(site).reset_password(request).await.map(|_| ())
    }

    pub async fn deletes(&self, site: SiteId, browser: &Browser) -> Result<(), Status> {
        let request = DeleteAccountRequest {
            password: PASSWORD.to_owned(),
            reason: "found somebody".to_owned(),
        };
        self.browser(site, browser).delete_account(request).await.map(|_| ())
    }

    pub fn advance(&self, by: time::Duration) {
        self.host.clock.advance(Duration::try_from(by).unwrap());
    }

    /// Rows of every table, to see that nothing changed.
    pub async fn rows(&self) -> Vec<(String, i64)> {
        let db = self.host.db("accounts");
        let counts = sqlx::query!(
            r#"
            select  'accounts' as "table!", count(*) as "rows!" from accounts
            union all select 'sessions', count(*) from sessions
            union all select 'devices', count(*) from devices
            union all select 'mail_requests', count(*) from mail_requests
            union all select 'mail_tokens', count(*) from mail_tokens
            union all select 'consents', count(*) from consents
            union all select 'tracking_records', count(*) from tracking_records
            union all select 'throttles', count(*) from throttles
            union all select 'allowances', count(*) from allowances
            order by 1
            "#
        )
        .fetch_all(db.pool())
        .await
        .unwrap();
        counts.into_iter().map(|row| (row.table, row.rows)).collect()
    }

    pub async fn rows_of(&self, table: &str) -> i64 {
        self.rows().await.into_iter().find(|(name, _)| name == table).unwrap().1
    }
}

/// A sign-up that keeps every rule.
pub fn form(email: &str) -> SignUpRequest {
    SignUpRequest {
        email: email.to_owned(),
        password: PASSWORD.to_owned(),
        profile_name: "Sunny".to_owned(),
        birth_date: "1990-12-31".to_owned(),
        gender: Gender::Woman.into(),
        seeking: vec![Gender::Man.into()],
        country: "NL".to_owned(),
        language: String::new(),
        accept_terms: true,
        accept_sensitive: true,
        accept_tracking: false,
        tracking: None,
    }
}

pub fn reason(status: &Status) -> String {
    kit::fault::reason(status).unwrap_or_else(|| format!("no reason: {status:?}"))
}

/// The reason word of a call that must fail.
pub fn refusal<T>(outcome: Result<T, Status>) -> String {
    match outcome {
        Ok(_) => "it was allowed".to_owned(),
        Err(status) => reason(&status),
    }
}

static NO_TABLES: Migrator = Migrator::DEFAULT;

/// Settings of the sites above.
pub struct FakeSettings {
    clock: Clock,
    start: OffsetDateTime,
}

impl Service for FakeSettings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.database(&NO_TABLES).await?;
        let clock = host.clock();
        let fake = Self { start: clock.now(), clock };
        host.grpc(SettingsInternalServiceServer::new(fake));
        Ok(())
    }
}

/// Tells that a site changed, as settings does.
pub async fn tell_changed(stage: &Stage, site: SiteId) {
    let mut tx = stage.host.db("settings").begin().await.unwrap();
    let changed = SiteChanged { site_id: site.to_string(), domain: String::new(), version: 2 };
    tx.emit(&changed).await.unwrap();
    tx.commit().await.unwrap();
    stage.host.settle().await;
}

impl FakeSettings {
    fn site(&self, id: SiteId) -> Option<settings::Site> {
        let mut site = settings::Site {
            id: id.to_string(),
            domain_language: "nl-NL".to_owned(),
            languages: vec!["nl".to_owned(), "en".to_owned()],
            countries: vec!["NL".to_owned(), "BE".to_owned()],
            min_age: 18,
            time_zone: "Europe/Amsterdam".to_owned(),
            company_id: Uuid::from_u128(99).to_string(),
            ..settings::Site::default()
        };
        site.set_signups(settings::Signups::All);
        match id {
            DUTCH => {}
            POLISH => {
                site.domain_language = "pl-PL".to_owned();
                site.languages = vec!["pl".to_owned()];
                site.countries = vec!["PL".to_owned()];
            }
            TALKATIVE => site.disclose_membership = true,
            CLOSED => site.set_signups(settings::Signups::Off),
            SOURCED => site.set_signups(settings::Signups::WithTrafficsource),
            GROWN => site.min_age = 21,
            CLOSING if self.clock.now() - self.start >= time::Duration::HOUR => {
                site.set_signups(settings::Signups::Off);
            }
            CLOSING => {}
            _ => return None,
        }
        Some(site)
    }
}

macro_rules! not_asked {
    ($($call:ident: $request:ident -> $answer:ident),+ $(,)?) => {
        $(async fn $call(
            &self,
            _: Request<settings::$request>,
        ) -> Result<Response<settings::$answer>, Status> {
            Err(Status::unimplemented("accounts does not ask this"))
        })+
    };
}

#[tonic::async_trait]
impl SettingsInternalService for FakeSettings {
    async fn get_site(
        &self,
        request: Request<settings::GetSiteRequest>,
    ) -> Result<Response<settings::GetSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&["accounts"])?;
        let id = request.into_inner().site_id.parse().unwrap();
        let site = self.site(id);
        let unknown = || kit::fault::status(tonic::Code::NotFound, "site_unknown", []);
        let site = Some(site.ok_or_else(unknown)?);
        Ok(Response::new(settings::GetSiteResponse { site }))
    }

    async fn get_company(
        &self,
        request: Request<settings::GetCompanyRequest>,
    ) -> Result<Response<settings::GetCompanyResponse>, Status> {
        let company = settings::Company {
            id: request.into_inner().company_id,
            // 2025-01-01 00:00 UTC
            added: Some(prost_types::Timestamp { seconds: 1_735_689_600, nanos: 0 }),
            ..settings::Company::default()
        };
        Ok(Response::new(settings::GetCompanyResponse { company: Some(company) }))
    }

    not_asked! {
        get_site_by_domain: GetSiteByDomainRequest -> GetSiteByDomainResponse,
        list_sites: ListSitesRequest -> ListSitesResponse,
        put_site: PutSiteRequest -> PutSiteResponse,
        put_company: PutCompanyRequest -> PutCompanyResponse,
        put_page: PutPageRequest -> PutPageResponse,
        list_site_versions: ListSiteVersionsRequest -> ListSiteVersionsResponse,
    }
}
