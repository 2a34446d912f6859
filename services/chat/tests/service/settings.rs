//! Settings, played: sites with ordinary prices.

use kit::{Caller, Host, Service, SiteId};
use proto::settings::v1::{
    self as wire,
    settings_internal_service_server::{SettingsInternalService, SettingsInternalServiceServer},
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

/// An ordinary site.
pub(crate) const SITE: SiteId = SiteId::new(Uuid::from_u128(1));
/// Another one.
pub(crate) const OTHER_SITE: SiteId = SiteId::new(Uuid::from_u128(2));
/// A site with fictional profiles.
pub(crate) const STAGED: SiteId = SiteId::new(Uuid::from_u128(3));
/// A site where texts cost nothing.
pub(crate) const FREE: SiteId = SiteId::new(Uuid::from_u128(4));

/// A site where gifts are dear.
pub(crate) const DEAR: SiteId = SiteId::new(Uuid::from_u128(5));

pub(crate) struct FakeSettings;

impl Service for FakeSettings {
    const NAME: &'static str = "settings";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        host.grpc(SettingsInternalServiceServer::new(Self));
        Ok(())
    }
}

fn nobody_asks<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("chat does not ask this"))
}

#[tonic::async_trait]
impl SettingsInternalService for FakeSettings {
    async fn get_site(
        &self,
        request: Request<wire::GetSiteRequest>,
    ) -> Result<Response<wire::GetSiteResponse>, Status> {
        Caller::of(&request)?.only_service(&["chat"])?;
        let id = request.into_inner().site_id;
        let site = wire::Site {
            message_credits: if id == FREE.to_string() { 0 } else { 10 },
            photo_credits: 20,
            gift_credits: if id == DEAR.to_string() { 15 } else { 10 },
            message_length: 1000,
            fictional_enabled: id == STAGED.to_string(),
            id,
            ..wire::Site::default()
        };
        Ok(Response::new(wire::GetSiteResponse { site: Some(site) }))
    }

    async fn get_site_by_domain(
        &self,
        _: Request<wire::GetSiteByDomainRequest>,
    ) -> Result<Response<wire::GetSiteByDomainResponse>, Status> {
        nobody_asks()
    }
    async fn list_sites(
        &self,
        _: Request<wire::ListSitesRequest>,
    ) -> Result<Response<wire::ListSitesResponse>, Status> {
        nobody_asks()
    }
    async fn get_company(
        &self,
        _: Request<wire::GetCompanyRequest>,
    ) -> Result<Response<wire::GetCompanyResponse>, Status> {
        nobody_asks()
    }
    async fn put_site(
        &self,
        _: Request<wire::PutSiteRequest>,
    ) -> Result<Response<wire::PutSiteResponse>, Status> {
        nobody_asks()
    }
    async fn put_company(
        &self,
        _: Request<wire::PutCompanyRequest>,
    ) -> Result<Response<wire::PutCompanyResponse>, Status> {
        nobody_asks()
    }
    async fn put_page(
        &self,
        _: Request<wire::PutPageRequest>,
    ) -> Result<Response<wire::PutPageResponse>, Status> {
        nobody_asks()
    }
    async fn list_site_versions(
        &self,
        _: Request<wire::ListSiteVersionsRequest>,
    ) -> Result<Response<wire::ListSiteVersionsResponse>, Status> {
        nobody_asks()
    }
}
