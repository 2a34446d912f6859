//! `GetSite`: a site by its id.

use proto::settings::v1::{GetSiteRequest, GetSiteResponse};

use super::Api;
use crate::{fault::Fault, field, store::sites};

impl Api {
    pub(super) async fn site(&self, request: GetSiteRequest) -> Result<GetSiteResponse, Fault> {
        let id = field::id("site_id", &request.site_id)?;
        let site = sites::find(self.db.pool(), id)
            .await?
            .ok_or(Fault::SiteUnknown)?;
        Ok(GetSiteResponse {
            site: Some(site.into()),
        })
    }
}
