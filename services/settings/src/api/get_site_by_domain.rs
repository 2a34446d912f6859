//! `GetSiteByDomain`: which site a request is for.

use proto::settings::v1::{GetSiteByDomainRequest, GetSiteByDomainResponse};

use super::Api;
use crate::{domain::Domain, fault::Fault, store::sites};

impl Api {
    pub(super) async fn site_by_domain(
        &self,
        request: GetSiteByDomainRequest,
    ) -> Result<GetSiteByDomainResponse, Fault> {
        // Strangers choose what they send as host; whatever is no domain is simply unknown.
        let domain: Domain = request.domain.parse().map_err(|_| Fault::SiteUnknown)?;
        let site = sites::of_domain(self.db.pool(), &domain)
            .await?
            .ok_or(Fault::SiteUnknown)?;
        Ok(GetSiteByDomainResponse {
            site: Some(site.into()),
        })
    }
}
