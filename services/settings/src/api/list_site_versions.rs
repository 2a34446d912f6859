//! `ListSiteVersions`: who changed a site, when and why.

use kit::SiteId;
use proto::settings::v1::{ListSiteVersionsRequest, ListSiteVersionsResponse, SiteVersion};

use super::Api;
use crate::{
    fault::Fault,
    field,
    store::sites::{self, Change},
};

pub(crate) async fn list_site_versions(
    api: &Api,
    request: ListSiteVersionsRequest,
) -> Result<ListSiteVersionsResponse, Fault> {
    let id: SiteId = field::id("site_id", &request.site_id)?;
    let versions = sites::changes(api.db.pool(), id, api.config.versions_listed).await?;
    if versions.is_empty() {
        return Err(Fault::SiteUnknown);
    }
    Ok(ListSiteVersionsResponse {
        versions: versions.into_iter().map(Into::into).collect(),
    })
}

impl From<Change> for SiteVersion {
    fn from(change: Change) -> Self {
        Self {
            version: change.version,
            author: change.author,
            note: change.note,
            changed_at: Some(field::timestamp(change.changed_at)),
            site: Some(change.settings.0.at_version(change.version)),
        }
    }
}
