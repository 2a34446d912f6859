//! The services behind the gateway, played by one small gRPC server: what it answers
//! is a function of the world of the test, and it remembers what it was asked.

use std::{
    collections::HashMap,
    pin::Pin,
    sync::{Arc, Mutex, atomic::AtomicBool, atomic::Ordering::SeqCst},
    time::Duration,
};

use axum::body::Bytes;
use futures::{StreamExt, stream};
use kit::{Caller, Host, Service};
use prost::Message;
use proto::{
    accounts::v1::{
        Account, AccountStatus, AuthenticateRequest, AuthenticateResponse, GetAccountResponse,
        LogInRequest, LogInResponse, LogOutRequest, SetLanguageRequest, SignUpRequest,
        TouchSessionRequest,
    },
    notifications::v1::{GetDisabledResponse, SavePushSubscriptionRequest, UnsubscribeRequest},
    settings::v1::{
        Company, GetCompanyResponse, GetSiteByDomainRequest, GetSiteByDomainResponse, MessageCosts,
        Signups, Site,
    },
};
use sqlx::migrate::Migrator;
use tonic::{Code, Status};

use crate::{
    people::People,
    stage::{
        AccountsInternal, AccountsPublic, NotificationsGateway, NotificationsInternal,
        NotificationsPublic, SettingsInternal, SettingsPublic,
    },
};

pub(crate) const VONK: &str = "01890000-0000-7000-8000-000000000001";
pub(crate) const SPARK: &str = "01890000-0000-7000-8000-000000000002";
pub(crate) const ANNA: &str = "01890000-0000-7000-8000-0000000000a1";
pub(crate) const ANNAS_SESSION: &str = "01890000-0000-7000-8000-0000000000b1";
pub(crate) const ANNAS_TOKEN: &str = "anna-token_1";
pub(crate) const PASSWORD: &str = "a long enough pass phrase";

/// What browsers subscribe to pushes with.
pub(crate) const PUSH_KEY: &str = "BPushKeyOfTheDeployment";

/// A call that arrived at a service.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) path: String,
    pub(crate) caller: Caller,
    pub(crate) headers: http::HeaderMap,
    pub(crate) message: Bytes,
}

/// What the services know, and what they were asked.
pub(crate) struct World {
    pub(crate) sites: Mutex<Vec<Site>>,
    /// Accounts by site and token.
    pub(crate) sessions: Mutex<HashMap<(String, String), Account>>,
    pub(crate) calls: Mutex<Vec<Call>>,
    pub(crate) notifications_away: AtomicBool,
    pub(crate) settings_away: AtomicBool,
    pub(crate) people: People,
    /// Gives accounts and settings a database, so that they can tell events.
    pub(crate) telling: bool,
}

tokio::task_local! {
    pub(crate) static WORLD: Arc<World>;
}

pub(crate) fn site(id: &str, domain: &str, origin: &str, languages: &[&str]) -> Site {
    Site {
        id: id.to_owned(),
        version: 1,
        name: "Vonk".to_owned(),
        domain: domain.to_owned(),
        origin: origin.to_owned(),
        domain_language: format!("{}-NL", languages[0]),
        languages: languages.iter().map(ToString::to_string).collect(),
        index_title: "Vonk & vrienden".to_owned(),
        description: "</script><script>alert(1)</script> __VONK_TITLE__".to_owned(),
        niche: 7,
        countries: vec!["NL".to_owned()],
        message_credits: 10,
        minimum_message_costs: vec![MessageCosts {
            country: "NL".to_owned(),
            costs: 99,
            currency: "EUR".to_owned(),
        }],
        enable_site_entry_popup: true,
        signups: Signups::WithTrafficsource.into(),
        company_id: "01890000-0000-7000-8000-0000000000c1".to_owned(),
        fictional_icon: "mask".to_owned(),
        fictional_singular: "fictief profiel".to_owned(),
        cdn_prefix: "/photos/".to_owned(),
        min_age: 18,
        time_zone: "Europe/Amsterdam".to_owned(),
        ..Site::default()
    }
}

pub(crate) fn anna() -> Account {
    Account {
        id: ANNA.to_owned(),
        site_id: VONK.to_owned(),
        status: AccountStatus::NotConfirmed.into(),
        email: "canary@example.test".to_owned(),
        profile_name: "Anna".to_owned(),
        country: "NL".to_owned(),
        language: "nl".to_owned(),
        created_at: Some(prost_types::Timestamp {
            seconds: 1_772_452_800,
            nanos: 0,
        }),
        roles: vec!["member".to_owned()],
        ..Account::default()
    }
}

impl World {
    pub(crate) fn new(telling: bool) -> Arc<Self> {
        let key = (VONK.to_owned(), ANNAS_TOKEN.to_owned());
        Arc::new(Self {
            sites: Mutex::new(vec![
                site(VONK, "vonk.test", "https://vonk.test", &["nl", "en"]),
                site(SPARK, "spark.test", "http://spark.test", &["en", "pl"]),
            ]),
            sessions: Mutex::new(HashMap::from([(key, anna())])),
            calls: Mutex::default(),
            notifications_away: AtomicBool::new(false),
            settings_away: AtomicBool::new(false),
            people: People::new(),
            telling,
        })
    }

    /// The calls that arrived at a method.
    pub(crate) fn calls(&self, method: &str) -> Vec<Call> {
        let calls = self.calls.lock().unwrap();
        calls
            .iter()
            .filter(|call| call.path.ends_with(&format!("/{method}")))
            .cloned()
            .collect()
    }

    /// The methods that requests reached, without what the gateway asks for itself.
    pub(crate) fn reached(&self) -> Vec<String> {
        let calls = self.calls.lock().unwrap();
        let paths = calls.iter().map(|call| call.path.clone());
        let own = ["/GetSiteByDomain", "/WatchTyping"];
        paths
            .filter(|path| !own.iter().any(|own| path.ends_with(own)))
            .collect()
    }

    pub(crate) fn answer(&self, call: &Call) -> Answer {
        let method = call.path.rsplit('/').next().unwrap_or("");
        let message = call.message.clone();
        let by_gateway = || call.caller.only_service(&["gateway"]);
        match (call.path.split('/').nth(1).unwrap_or(""), method) {
            ("vonk.settings.v1.SettingsInternalService", "GetSiteByDomain") => {
                by_gateway()?;
                if self.settings_away.load(SeqCst) {
                    return Err(kit::fault::status(Code::Unavailable, "database", []));
                }
                let asked = GetSiteByDomainRequest::decode(message).unwrap().domain;
                let sites = self.sites.lock().unwrap();
                let site = sites.iter().find(|site| site.domain == asked).cloned();
                let site = site.ok_or_else(|| fault(Code::NotFound, "site_unknown"))?;
                one(GetSiteByDomainResponse { site: Some(site) })
            }
            ("vonk.settings.v1.SettingsInternalService", "GetCompany") => {
                by_gateway()?;
                one(GetCompanyResponse {
                    company: Some(company()),
                })
            }
            ("vonk.accounts.v1.AccountsInternalService", _) => {
                by_gateway()?;
                self.accounts_internal(method, message)
            }
            ("vonk.notifications.v1.NotificationsInternalService", _) => {
                by_gateway()?;
                self.notifications_internal(method, message)
            }
            ("vonk.notifications.v1.NotificationsGatewayService", "GetPushKey") => {
                by_gateway()?;
                if self.notifications_away.load(SeqCst) {
                    return Err(Status::unavailable("away"));
                }
                one(proto::notifications::v1::GetPushKeyResponse {
                    public_key: PUSH_KEY.to_owned(),
                })
            }
            ("vonk.accounts.v1.AccountsService", "SetLanguage") => {
                let (_, member) = call.caller.member()?;
                let language = SetLanguageRequest::decode(message).unwrap().language;
                let mut sessions = self.sessions.lock().unwrap();
                for account in sessions
                    .values_mut()
                    .filter(|of| of.id == member.to_string())
                {
                    account.language.clone_from(&language);
                }
                one(proto::accounts::v1::SetLanguageResponse {})
            }
            ("vonk.accounts.v1.AccountsService", "GetAccount") => {
                call.caller.member()?;
                one(GetAccountResponse {
                    account: Some(anna()),
                    consents: Vec::new(),
                })
            }
            ("vonk.accounts.v1.AccountsService", "SignUp") => {
                let length = SignUpRequest::decode(message).unwrap().password.len();
                if length >= 12 {
                    return one(proto::accounts::v1::SignUpResponse {});
                }
                let details = [("min", "12".to_owned())];
                Err(kit::fault::status(
                    Code::InvalidArgument,
                    "password_too_short",
                    details,
                ))
            }
            ("vonk.notifications.v1.NotificationsService", "Watch") => {
                let numbers = (0..3).map(|number: u64| number.to_be_bytes().to_vec());
                let slow = stream::iter(numbers).then(|number| async move {
                    tokio::time::sleep(Duration::from_millis(150)).await;
                    number
                });
                Ok(slow.boxed())
            }
            _ => self.people_answer(call),
        }
    }

    fn accounts_internal(&self, method: &str, message: Bytes) -> Answer {
        match method {
            "Authenticate" => {
                let request = AuthenticateRequest::decode(message).unwrap();
                let sessions = self.sessions.lock().unwrap();
                let account = sessions
                    .get(&(request.site_id, request.session_token))
                    .cloned();
                let account =
                    account.ok_or_else(|| fault(Code::Unauthenticated, "session_unknown"))?;
                one(AuthenticateResponse {
                    account: Some(account),
                    session_id: ANNAS_SESSION.to_owned(),
                    expires_at: None,
                })
            }
            "LogIn" => {
                let request = LogInRequest::decode(message).unwrap();
                if request.email == "slow@example.test" {
                    return Ok(stream::once(tokio::time::sleep(Duration::from_secs(3)))
                        .map(|()| Vec::new())
                        .boxed());
                }
                if request.email == "blocked@example.test" {
                    let details = [("minutes", "30".to_owned())];
                    let status =
                        kit::fault::status(Code::ResourceExhausted, "login_blocked", details);
                    return Err(status);
                }
                if request.password != PASSWORD {
                    return Err(fault(Code::Unauthenticated, "login_failed"));
                }
                one(LogInResponse {
                    session_token: ANNAS_TOKEN.to_owned(),
                    device_token: "device-token_1".to_owned(),
                    account: Some(anna()),
                    session_id: ANNAS_SESSION.to_owned(),
                })
            }
            "LogOut" => {
                let token = LogOutRequest::decode(message).unwrap().session_token;
                self.sessions
                    .lock()
                    .unwrap()
                    .retain(|(_, known), _| *known != token);
                one(proto::accounts::v1::LogOutResponse {})
            }
            "TouchSession" => {
                TouchSessionRequest::decode(message).unwrap();
                one(proto::accounts::v1::TouchSessionResponse {})
            }
            _ => Err(Status::unimplemented("not played")),
        }
    }

    fn notifications_internal(&self, method: &str, message: Bytes) -> Answer {
        match method {
            "GetDisabled" if self.notifications_away.load(SeqCst) => {
                Err(fault(Code::Unavailable, "database"))
            }
            "GetDisabled" => one(GetDisabledResponse {
                disabled: vec!["like".to_owned()],
            }),
            "SavePushSubscription" => {
                let request = SavePushSubscriptionRequest::decode(message).unwrap();
                if !request.endpoint.starts_with("https://push.example/") {
                    return Err(fault(Code::InvalidArgument, "endpoint_refused"));
                }
                one(proto::notifications::v1::SavePushSubscriptionResponse {})
            }
            "Unsubscribe" => {
                if UnsubscribeRequest::decode(message).unwrap().token != "good-token" {
                    return Err(fault(Code::InvalidArgument, "token_invalid"));
                }
                one(proto::notifications::v1::UnsubscribeResponse {})
            }
            _ => Err(Status::unimplemented("not played")),
        }
    }
}

fn company() -> Company {
    Company {
        name: "Vonk B.V.".to_owned(),
        city: "Utrecht".to_owned(),
        country: "NL".to_owned(),
        tradenames: vec!["Vonk".to_owned()],
        delete_discount: 10,
        added: Some(prost_types::Timestamp {
            seconds: 1_701_432_000,
            nanos: 0,
        }),
        ..Company::default()
    }
}

pub(crate) fn fault(code: Code, reason: &'static str) -> Status {
    kit::fault::status(code, reason, [])
}

pub(crate) type Answer = Result<Pin<Box<dyn stream::Stream<Item = Vec<u8>> + Send>>, Status>;

#[expect(
    clippy::unnecessary_wraps,
    clippy::needless_pass_by_value,
    reason = "reads as an answer"
)]
pub(crate) fn one(message: impl Message) -> Answer {
    Ok(stream::iter([message.encode_to_vec()]).boxed())
}

static NO_TABLES: Migrator = Migrator::DEFAULT;

pub(crate) struct Accounts;

impl Service for Accounts {
    const NAME: &'static str = "accounts";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let world = WORLD.get();
        if world.telling {
            host.database(&NO_TABLES).await?;
        }
        host.grpc(AccountsPublic(Arc::clone(&world)));
        host.grpc(AccountsInternal(world));
        Ok(())
    }
}

pub(crate) struct Settings;

impl Service for Settings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let world = WORLD.get();
        if world.telling {
            host.database(&NO_TABLES).await?;
        }
        host.grpc(SettingsPublic(Arc::clone(&world)));
        host.grpc(SettingsInternal(world));
        Ok(())
    }
}

pub(crate) struct Notifications;

impl Service for Notifications {
    const NAME: &'static str = "notifications";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let world = WORLD.get();
        host.grpc(NotificationsPublic(Arc::clone(&world)));
        host.grpc(NotificationsInternal(Arc::clone(&world)));
        host.grpc(NotificationsGateway(world));
        Ok(())
    }
}
