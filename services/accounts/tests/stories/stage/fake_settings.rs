//! Settings of a handful of sites.

use std::pin::Pin;

use kit::{Caller, Clock, Host, Service, SiteId};
use proto::settings::v1::{
    self as settings, SiteChanged,
    settings_internal_service_server::{SettingsInternalService, SettingsInternalServiceServer},
};
use sqlx::migrate::Migrator;
use time::OffsetDateTime;
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::Stage;

/// An ordinary site.
pub(crate) const DUTCH: SiteId = SiteId::new(Uuid::from_u128(1));
/// Another ordinary site.
pub(crate) const POLISH: SiteId = SiteId::new(Uuid::from_u128(2));
/// Tells on screen who is a member.
pub(crate) const TALKATIVE: SiteId = SiteId::new(Uuid::from_u128(3));
/// Takes no sign-ups.
pub(crate) const CLOSED: SiteId = SiteId::new(Uuid::from_u128(4));
/// Takes visitors of traffic sources only.
pub(crate) const SOURCED: SiteId = SiteId::new(Uuid::from_u128(5));
/// Asks for 21 years.
pub(crate) const GROWN: SiteId = SiteId::new(Uuid::from_u128(6));
/// Takes no sign-ups from the second hour of a test on.
pub(crate) const CLOSING: SiteId = SiteId::new(Uuid::from_u128(7));

static NO_TABLES: Migrator = Migrator::DEFAULT;

/// Settings of the sites above.
pub(crate) struct FakeSettings {
    clock: Clock,
    start: OffsetDateTime,
}

impl Service for FakeSettings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.database(&NO_TABLES).await?;
        let clock = host.clock();
        let fake = Self {
            start: clock.now(),
            clock,
        };
        host.grpc(SettingsInternalServiceServer::new(fake));
        Ok(())
    }
}

/// Tells that a site changed, as settings does.
pub(crate) async fn tell_changed(stage: &Stage, site: SiteId) {
    let mut tx = stage.host.db("settings").begin().await.unwrap();
    let changed = SiteChanged {
        site_id: site.to_string(),
        domain: String::new(),
        version: 2,
    };
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
            POLISH => {
                "pl-PL".clone_into(&mut site.domain_language);
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
            DUTCH | CLOSING => {}
            _ => return None,
        }
        Some(site)
    }
}

/// What `async_trait` makes of a method; it does not look into macros.
type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<Response<T>, Status>> + Send + 'a>>;

macro_rules! not_asked {
    ($($call:ident: $request:ident -> $answer:ident),+ $(,)?) => {
        $(fn $call<'life0, 'async_trait>(
            &'life0 self,
            _: Request<settings::$request>,
        ) -> Answer<'async_trait, settings::$answer>
        where
            'life0: 'async_trait,
            Self: 'async_trait,
        {
            Box::pin(async { Err(Status::unimplemented("accounts does not ask this")) })
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
            added: Some(prost_types::Timestamp {
                seconds: 1_735_689_600,
                nanos: 0,
            }),
            ..settings::Company::default()
        };
        Ok(Response::new(settings::GetCompanyResponse {
            company: Some(company),
        }))
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
