//! `ListSites`: every site of this deployment.

use proto::settings::v1::ListSitesResponse;

use super::Api;
use crate::{fault::Fault, store::sites};

pub(crate) async fn list_sites(api: &Api) -> Result<ListSitesResponse, Fault> {
    let sites = sites::all(api.db.pool()).await?;
    Ok(ListSitesResponse {
        sites: sites.into_iter().map(Into::into).collect(),
    })
}
