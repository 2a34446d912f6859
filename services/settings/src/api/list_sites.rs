//! `ListSites`: every site of this deployment.

use proto::settings::v1::{ListSitesRequest, ListSitesResponse};

use super::Api;
use crate::{fault::Fault, store::sites};

impl Api {
    pub(super) async fn sites(
        &self,
        _request: ListSitesRequest,
    ) -> Result<ListSitesResponse, Fault> {
        let sites = sites::all(self.db.pool()).await?;
        Ok(ListSitesResponse {
            sites: sites.into_iter().map(Into::into).collect(),
        })
    }
}
