//! Every call on one page, with who may make it; each is told in the file of its name.

mod get_company;
mod get_page;
mod get_site;
mod get_site_by_domain;
mod list_site_versions;
mod list_sites;
mod put_company;
mod put_page;
mod put_site;

use kit::{Caller, Clock, Db, fault::reply};
use proto::settings::v1::{
    GetCompanyRequest, GetCompanyResponse, GetPageRequest, GetPageResponse, GetSiteByDomainRequest,
    GetSiteByDomainResponse, GetSiteRequest, GetSiteResponse, ListSiteVersionsRequest,
    ListSiteVersionsResponse, ListSitesRequest, ListSitesResponse, PutCompanyRequest,
    PutCompanyResponse, PutPageRequest, PutPageResponse, PutSiteRequest, PutSiteResponse,
    settings_internal_service_server::SettingsInternalService,
    settings_service_server::SettingsService,
};
use tonic::{Request, Response, Status};

use crate::config::Config;

/// Services that may ask.
const READERS: [&str; 8] = [
    "accounts",
    "billing",
    "chat",
    "gateway",
    "matching",
    "notifications",
    "profiles",
    "vonk",
];

/// Services that may change something: the operator's commands.
const WRITERS: [&str; 1] = ["vonk"];

/// The calls of this service.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    /// The service's own database.
    pub(crate) db: Db,
    /// Tells when a change was made.
    pub(crate) clock: Clock,
    /// What the operator set.
    pub(crate) config: Config,
}

#[tonic::async_trait]
impl SettingsService for Api {
    async fn get_page(
        &self,
        request: Request<GetPageRequest>,
    ) -> Result<Response<GetPageResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(self.page(site, request.into_inner()).await)
    }
}

#[tonic::async_trait]
impl SettingsInternalService for Api {
    async fn get_site_by_domain(
        &self,
        request: Request<GetSiteByDomainRequest>,
    ) -> Result<Response<GetSiteByDomainResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(self.site_by_domain(request.into_inner()).await)
    }

    async fn get_site(
        &self,
        request: Request<GetSiteRequest>,
    ) -> Result<Response<GetSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(self.site(request.into_inner()).await)
    }

    async fn list_sites(
        &self,
        request: Request<ListSitesRequest>,
    ) -> Result<Response<ListSitesResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(self.sites(request.into_inner()).await)
    }

    async fn get_company(
        &self,
        request: Request<GetCompanyRequest>,
    ) -> Result<Response<GetCompanyResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(self.company(request.into_inner()).await)
    }

    async fn put_site(
        &self,
        request: Request<PutSiteRequest>,
    ) -> Result<Response<PutSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&WRITERS)?;
        reply(self.store_site(request.into_inner()).await)
    }

    async fn put_company(
        &self,
        request: Request<PutCompanyRequest>,
    ) -> Result<Response<PutCompanyResponse>, Status> {
        Caller::of(&request)?.only_service(&WRITERS)?;
        reply(self.store_company(request.into_inner()).await)
    }

    async fn put_page(
        &self,
        request: Request<PutPageRequest>,
    ) -> Result<Response<PutPageResponse>, Status> {
        Caller::of(&request)?.only_service(&WRITERS)?;
        reply(self.add_page(request.into_inner()).await)
    }

    async fn list_site_versions(
        &self,
        request: Request<ListSiteVersionsRequest>,
    ) -> Result<Response<ListSiteVersionsResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(self.site_versions(request.into_inner()).await)
    }
}
