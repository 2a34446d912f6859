//! A running settings service and those who speak to it.

use kit::{MemberId, SiteId, Transport, fault, testing::TestHost};
use proto::settings::v1::{
    Company, GetPageRequest, GetSiteRequest, Page, PutCompanyRequest, PutPageRequest,
    PutSiteRequest, Site, SiteChanged,
    settings_internal_service_client::SettingsInternalServiceClient,
    settings_service_client::SettingsServiceClient,
};
use settings::{Settings, demo};
use tonic::Status;

pub(crate) type Internal = SettingsInternalServiceClient<Transport>;
pub(crate) type Public = SettingsServiceClient<Transport>;

pub(crate) struct Desk {
    pub(crate) host: TestHost,
}

impl Desk {
    /// Settings with an empty database.
    pub(crate) async fn empty() -> Self {
        let host = TestHost::start(async |host| host.mount::<Settings>().await).await;
        Self { host }
    }

    /// Settings with the demo's company and both sites, all events told.
    pub(crate) async fn furnished() -> Self {
        let desk = Self::empty().await;
        desk.put_company(demo::company()).await.unwrap();
        for site in demo::sites(8080) {
            desk.put_site(site, 0).await.unwrap();
        }
        desk.host.settle().await;
        desk
    }

    /// The operator's commands.
    pub(crate) fn operator(&self) -> Internal {
        self.service("vonk")
    }

    pub(crate) fn service(&self, name: &'static str) -> Internal {
        Internal::new(self.host.service("settings", name))
    }

    pub(crate) fn visitor(&self, site: &str) -> Public {
        Public::new(self.host.visitor("settings", site_id(site)))
    }

    pub(crate) async fn put_site(&self, site: Site, expected_version: i64) -> Result<Site, Status> {
        let request = PutSiteRequest {
            site: Some(site),
            expected_version,
            author: "operator".to_owned(),
            note: "because of a test".to_owned(),
        };
        Ok(self
            .operator()
            .put_site(request)
            .await?
            .into_inner()
            .site
            .unwrap())
    }

    pub(crate) async fn put_company(&self, company: Company) -> Result<Company, Status> {
        let request = PutCompanyRequest {
            company: Some(company),
        };
        Ok(self
            .operator()
            .put_company(request)
            .await?
            .into_inner()
            .company
            .unwrap())
    }

    pub(crate) async fn put_page(&self, site: &str, page: Page) -> Result<Page, Status> {
        let request = PutPageRequest {
            site_id: site.to_owned(),
            page: Some(page),
        };
        Ok(self
            .operator()
            .put_page(request)
            .await?
            .into_inner()
            .page
            .unwrap())
    }

    pub(crate) async fn site(&self, id: &str) -> Result<Site, Status> {
        let request = GetSiteRequest {
            site_id: id.to_owned(),
        };
        Ok(self
            .service("gateway")
            .get_site(request)
            .await?
            .into_inner()
            .site
            .unwrap())
    }

    /// A page as a visitor of the site reads it.
    pub(crate) async fn page(
        &self,
        site: &str,
        slug: &str,
        language: &str,
        version: u32,
    ) -> Result<Page, Status> {
        let request = GetPageRequest {
            slug: slug.to_owned(),
            language: language.to_owned(),
            version,
        };
        Ok(self
            .visitor(site)
            .get_page(request)
            .await?
            .into_inner()
            .page
            .unwrap())
    }

    /// What was told so far, oldest first.
    pub(crate) async fn told(&self) -> Vec<SiteChanged> {
        self.host.settle().await;
        self.host.events()
    }
}

pub(crate) fn site_id(text: &str) -> SiteId {
    text.parse().unwrap()
}

pub(crate) fn somebody() -> MemberId {
    "01890000-0000-7000-8000-0000000000aa".parse().unwrap()
}

/// The demo's Dutch site.
pub(crate) fn vonk() -> Site {
    demo::sites(8080).remove(0)
}

/// The reason word of a failure, and the field it names.
pub(crate) fn why(status: &Status) -> (String, String) {
    let reason = fault::reason(status).unwrap_or_default();
    (reason, fault::detail(status, "field").unwrap_or_default())
}

/// The reason word of a failure.
pub(crate) fn reason<T: std::fmt::Debug>(outcome: Result<T, Status>) -> String {
    why(&outcome.unwrap_err()).0
}
