//! `GetSite`: a site by its id.

use proto::settings::v1::{GetSiteRequest, GetSiteResponse};

use super::Api;
use crate::{fault::Fault, field, store::sites};

pub(crate) async fn get_site(api: &Api, request: GetSiteRequest) -> Result<GetSiteResponse, Fault> {
    let id = field::id("site_id", &request.site_id)?;
    let site = sites::find(api.db.pool(), id)
        .await?
        .ok_or(Fault::SiteUnknown)?;
    Ok(GetSiteResponse {
        site: Some(site.into()),
    })
}
