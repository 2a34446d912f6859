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
    self as contract, settings_internal_service_server::SettingsInternalService,
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
        request: Request<contract::GetPageRequest>,
    ) -> Result<Response<contract::GetPageResponse>, Status> {
        let site = Caller::of(&request)?.visitor_site()?;
        reply(get_page::get_page(self, site, request.into_inner()).await)
    }
}

#[tonic::async_trait]
impl SettingsInternalService for Api {
    async fn get_site_by_domain(
        &self,
        request: Request<contract::GetSiteByDomainRequest>,
    ) -> Result<Response<contract::GetSiteByDomainResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(get_site_by_domain::get_site_by_domain(self, request.into_inner()).await)
    }

    async fn get_site(
        &self,
        request: Request<contract::GetSiteRequest>,
    ) -> Result<Response<contract::GetSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(get_site::get_site(self, request.into_inner()).await)
    }

    async fn list_sites(
        &self,
        request: Request<contract::ListSitesRequest>,
    ) -> Result<Response<contract::ListSitesResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(list_sites::list_sites(self).await)
    }

    async fn get_company(
        &self,
        request: Request<contract::GetCompanyRequest>,
    ) -> Result<Response<contract::GetCompanyResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(get_company::get_company(self, request.into_inner()).await)
    }

    async fn put_site(
        &self,
        request: Request<contract::PutSiteRequest>,
    ) -> Result<Response<contract::PutSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&WRITERS)?;
        reply(put_site::put_site(self, request.into_inner()).await)
    }

    async fn put_company(
        &self,
        request: Request<contract::PutCompanyRequest>,
    ) -> Result<Response<contract::PutCompanyResponse>, Status> {
        Caller::of(&request)?.only_service(&WRITERS)?;
        reply(put_company::put_company(self, request.into_inner()).await)
    }

    async fn put_page(
        &self,
        request: Request<contract::PutPageRequest>,
    ) -> Result<Response<contract::PutPageResponse>, Status> {
        Caller::of(&request)?.only_service(&WRITERS)?;
        reply(put_page::put_page(self, request.into_inner()).await)
    }

    async fn list_site_versions(
        &self,
        request: Request<contract::ListSiteVersionsRequest>,
    ) -> Result<Response<contract::ListSiteVersionsResponse>, Status> {
        Caller::of(&request)?.only_service(&READERS)?;
        reply(list_site_versions::list_site_versions(self, request.into_inner()).await)
    }
}
