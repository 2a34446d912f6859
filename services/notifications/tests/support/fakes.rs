//! Accounts, profiles and settings as notifications sees them.

use std::{
    collections::{HashMap, HashSet},
    sync::{LazyLock, Mutex},
};

use kit::{Caller, Host, MemberId};
use proto::{
    accounts::v1::{
        AuthenticateRequest, AuthenticateResponse, GetReceiverRequest, GetReceiverResponse,
        GetSignUpDataRequest, GetSignUpDataResponse, LogInRequest, LogInResponse, LogOutRequest,
        LogOutResponse, MailKind, PrepareMailRequest, PrepareMailResponse, SetStaffRolesRequest,
        SetStaffRolesResponse, TouchSessionRequest, TouchSessionResponse,
        accounts_internal_service_server::{
            AccountsInternalService, AccountsInternalServiceServer,
        },
        accounts_mail_service_server::{AccountsMailService, AccountsMailServiceServer},
    },
    profiles::v1::{
        Card, GeocodeRequest, GeocodeResponse, GetCardsRequest, GetCardsResponse, ProfileKind,
        RecordBlockRequest, RecordBlockResponse, RemoveBlockRequest, RemoveBlockResponse,
        TouchActivityRequest, TouchActivityResponse,
        profiles_internal_service_server::{
            ProfilesInternalService, ProfilesInternalServiceServer,
        },
    },
    settings::v1::{
        Company, GetCompanyRequest, GetCompanyResponse, GetSiteByDomainRequest,
        GetSiteByDomainResponse, GetSiteRequest, GetSiteResponse, ListSiteVersionsRequest,
        ListSiteVersionsResponse, ListSitesRequest, ListSitesResponse, PutCompanyRequest,
        PutCompanyResponse, PutPageRequest, PutPageResponse, PutSiteRequest, PutSiteResponse, Site,
        settings_internal_service_server::{
            SettingsInternalService, SettingsInternalServiceServer,
        },
    },
};
use sqlx::migrate::Migrator;
use tonic::{Code, Request, Response, Status};
use uuid::Uuid;

use super::SITE;

/// What accounts answers; a request that is not in here is obsolete.
static PREPARED: LazyLock<Mutex<HashMap<Uuid, PrepareMailResponse>>> =
    LazyLock::new(Mutex::default);

/// Lets accounts answer a request so from now on.
pub fn prepare(request: Uuid, answer: PrepareMailResponse) {
    PREPARED.lock().unwrap().insert(request, answer);
}

/// An answer for Anna, with a token where the kind has one; expires half an
/// hour after the test clock's start.
pub fn prepared(kind: MailKind) -> PrepareMailResponse {
    let linked = !matches!(
        kind,
        MailKind::AlreadyRegistered | MailKind::MailChangeNotice
    );
    let expires_at = prost_types::Timestamp {
        seconds: time::macros::datetime!(2026-03-02 12:30 UTC).unix_timestamp(),
        nanos: 0,
    };
    PrepareMailResponse {
        email: "anna@example.org".to_owned(),
        profile_name: "Anna".to_owned(),
        language: "nl".to_owned(),
        site_id: SITE.to_string(),
        token: if linked {
            "t0ken-t0ken".to_owned()
        } else {
            String::new()
        },
        expires_at: linked.then_some(expires_at),
    }
}

/// A member as accounts and profiles know them.
#[derive(Clone, Debug)]
struct Person {
    name: String,
    language: String,
    kind: ProfileKind,
    /// The address is confirmed, and the account is there.
    reachable: bool,
}

static PEOPLE: LazyLock<Mutex<HashMap<MemberId, Person>>> = LazyLock::new(Mutex::default);

/// Who must not see whom, as profiles knows it; nobody sees who hides from themselves.
static UNSEEN: LazyLock<Mutex<HashSet<(MemberId, MemberId)>>> = LazyLock::new(Mutex::default);

/// Lets a new member of this name and language join.
pub fn joins(name: &str, language: &str) -> MemberId {
    let member = super::member();
    let person = Person {
        name: name.to_owned(),
        language: language.to_owned(),
        kind: ProfileKind::Member,
        reachable: true,
    };
    PEOPLE.lock().unwrap().insert(member, person);
    member
}

/// A profile of this name that the company runs.
pub fn invented(name: &str) -> MemberId {
    let member = joins(name, "nl");
    let mut people = PEOPLE.lock().unwrap();
    people.get_mut(&member).unwrap().kind = ProfileKind::Fictional;
    member
}

/// Accounts has no proven address for this member, or no account any more.
pub fn is_unreachable(member: MemberId) {
    let mut people = PEOPLE.lock().unwrap();
    people.get_mut(&member).unwrap().reachable = false;
}

/// Accounts has erased this member.
pub fn is_erased(member: MemberId) {
    PEOPLE.lock().unwrap().remove(&member);
}

/// This member reads another language from now on.
pub fn speaks(member: MemberId, language: &str) {
    let mut people = PEOPLE.lock().unwrap();
    language.clone_into(&mut people.get_mut(&member).unwrap().language);
}

/// Profiles shows `member` to `viewer` no more.
pub fn hides_from(viewer: MemberId, member: MemberId) {
    UNSEEN.lock().unwrap().insert((viewer, member));
}

/// The mail address of a member.
pub fn address(member: MemberId) -> String {
    format!("{}@example.org", member.get().simple())
}

#[tonic::async_trait]
impl AccountsMailService for FakeAccounts {
    async fn get_receiver(
        &self,
        request: Request<GetReceiverRequest>,
    ) -> Result<Response<GetReceiverResponse>, Status> {
        Caller::of(&request)?.only_service(&["notifications"])?;
        let request = request.into_inner();
        let member: MemberId = request.member_id.parse().unwrap();
        let person = PEOPLE.lock().unwrap().get(&member).cloned();
        let person = person
            .filter(|person| person.reachable || request.owed)
            .ok_or_else(|| kit::fault::status(Code::FailedPrecondition, "mail_obsolete", []))?;
        Ok(Response::new(GetReceiverResponse {
            site_id: SITE.to_string(),
            email: address(member),
            profile_name: person.name,
            language: person.language,
        }))
    }
}

/// Profiles, which shows everybody to everybody unless told otherwise.
pub struct FakeProfiles;

impl kit::Service for FakeProfiles {
    const NAME: &'static str = "profiles";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.grpc(ProfilesInternalServiceServer::new(Self));
        Ok(())
    }
}

#[tonic::async_trait]
impl ProfilesInternalService for FakeProfiles {
    async fn get_cards(
        &self,
        request: Request<GetCardsRequest>,
    ) -> Result<Response<GetCardsResponse>, Status> {
        Caller::of(&request)?.only_service(&["notifications"])?;
        let request = request.into_inner();
        assert_eq!(request.site_id, SITE.to_string());
        assert!(request.member_ids.len() <= 500);
        let viewer: MemberId = request.viewer_id.parse().unwrap();
        let (people, unseen) = (PEOPLE.lock().unwrap(), UNSEEN.lock().unwrap());
        let cards = request.member_ids.iter().filter_map(|id| {
            let member: MemberId = id.parse().unwrap();
            let person = people.get(&member)?;
            (!unseen.contains(&(viewer, member))).then(|| Card {
                member_id: id.clone(),
                name: person.name.clone(),
                kind: person.kind.into(),
                ..Card::default()
            })
        });
        Ok(Response::new(GetCardsResponse {
            cards: cards.collect(),
        }))
    }
    async fn geocode(
        &self,
        _: Request<GeocodeRequest>,
    ) -> Result<Response<GeocodeResponse>, Status> {
        unused()
    }
    async fn record_block(
        &self,
        _: Request<RecordBlockRequest>,
    ) -> Result<Response<RecordBlockResponse>, Status> {
        unused()
    }
    async fn remove_block(
        &self,
        _: Request<RemoveBlockRequest>,
    ) -> Result<Response<RemoveBlockResponse>, Status> {
        unused()
    }
    async fn touch_activity(
        &self,
        _: Request<TouchActivityRequest>,
    ) -> Result<Response<TouchActivityResponse>, Status> {
        unused()
    }
}

/// Accounts with a database of its own to tell events from.
pub struct FakeAccounts;

static NO_TABLES: Migrator = Migrator::DEFAULT;

impl kit::Service for FakeAccounts {
    const NAME: &'static str = "accounts";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.database(&NO_TABLES).await?;
        host.grpc(AccountsInternalServiceServer::new(Self));
        host.grpc(AccountsMailServiceServer::new(Self));
        Ok(())
    }
}

fn unused<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("not in these tests"))
}

#[tonic::async_trait]
impl AccountsInternalService for FakeAccounts {
    async fn log_in(&self, _: Request<LogInRequest>) -> Result<Response<LogInResponse>, Status> {
        unused()
    }
    async fn log_out(&self, _: Request<LogOutRequest>) -> Result<Response<LogOutResponse>, Status> {
        unused()
    }
    async fn authenticate(
        &self,
        _: Request<AuthenticateRequest>,
    ) -> Result<Response<AuthenticateResponse>, Status> {
        unused()
    }
    async fn touch_session(
        &self,
        _: Request<TouchSessionRequest>,
    ) -> Result<Response<TouchSessionResponse>, Status> {
        unused()
    }
    async fn prepare_mail(
        &self,
        request: Request<PrepareMailRequest>,
    ) -> Result<Response<PrepareMailResponse>, Status> {
        Caller::of(&request)?.only_service(&["notifications"])?;
        let id: Uuid = request.into_inner().request_id.parse().unwrap();
        PREPARED
            .lock()
            .unwrap()
            .get(&id)
            .cloned()
            .map(Response::new)
            .ok_or_else(|| kit::fault::status(Code::FailedPrecondition, "mail_obsolete", []))
    }
    async fn get_sign_up_data(
        &self,
        _: Request<GetSignUpDataRequest>,
    ) -> Result<Response<GetSignUpDataResponse>, Status> {
        unused()
    }
    async fn set_staff_roles(
        &self,
        _: Request<SetStaffRolesRequest>,
    ) -> Result<Response<SetStaffRolesResponse>, Status> {
        unused()
    }
}

/// Settings with one site of one company.
pub struct FakeSettings;

impl kit::Service for FakeSettings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.grpc(SettingsInternalServiceServer::new(Self));
        Ok(())
    }
}

const COMPANY: Uuid = Uuid::from_u128(0xC0);

fn site() -> Site {
    Site {
        id: SITE.to_string(),
        name: "Vonk".to_owned(),
        domain: "localhost".to_owned(),
        origin: "http://localhost:8080".to_owned(),
        domain_language: "nl-NL".to_owned(),
        support_email: "hulp@vonk.example".to_owned(),
        company_id: COMPANY.to_string(),
        mail_name: "Team V".to_owned(),
        mail_address: "post@vonk.example".to_owned(),
        fictional_singular: "animatieprofiel".to_owned(),
        time_zone: "Europe/Amsterdam".to_owned(),
        ..Site::default()
    }
}

#[tonic::async_trait]
impl SettingsInternalService for FakeSettings {
    async fn get_site(
        &self,
        request: Request<GetSiteRequest>,
    ) -> Result<Response<GetSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&["notifications"])?;
        if request.into_inner().site_id != SITE.to_string() {
            return Err(kit::fault::status(Code::NotFound, "site_unknown", []));
        }
        Ok(Response::new(GetSiteResponse { site: Some(site()) }))
    }
    async fn get_company(
        &self,
        request: Request<GetCompanyRequest>,
    ) -> Result<Response<GetCompanyResponse>, Status> {
        assert_eq!(request.into_inner().company_id, COMPANY.to_string());
        let company = Company {
            id: COMPANY.to_string(),
            name: "Vonk Online B.V.".to_owned(),
            address: "Keizersgracht 1".to_owned(),
            city: "Amsterdam".to_owned(),
            country: "NL".to_owned(),
            kvk: "12345678".to_owned(),
            vat_numbers: vec!["NL000000000B01".to_owned()],
            ..Company::default()
        };
        Ok(Response::new(GetCompanyResponse {
            company: Some(company),
        }))
    }
    async fn get_site_by_domain(
        &self,
        _: Request<GetSiteByDomainRequest>,
    ) -> Result<Response<GetSiteByDomainResponse>, Status> {
        unused()
    }
    async fn list_sites(
        &self,
        _: Request<ListSitesRequest>,
    ) -> Result<Response<ListSitesResponse>, Status> {
        unused()
    }
    async fn put_site(
        &self,
        _: Request<PutSiteRequest>,
    ) -> Result<Response<PutSiteResponse>, Status> {
        unused()
    }
    async fn put_company(
        &self,
        _: Request<PutCompanyRequest>,
    ) -> Result<Response<PutCompanyResponse>, Status> {
        unused()
    }
    async fn put_page(
        &self,
        _: Request<PutPageRequest>,
    ) -> Result<Response<PutPageResponse>, Status> {
        unused()
    }
    async fn list_site_versions(
        &self,
        _: Request<ListSiteVersionsRequest>,
    ) -> Result<Response<ListSiteVersionsResponse>, Status> {
        unused()
    }
}
