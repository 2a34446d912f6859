//! `GetSiteByDomain`: which site a request is for.

use proto::settings::v1::{GetSiteByDomainRequest, GetSiteByDomainResponse};

use super::Api;
use crate::{domain::Domain, fault::Fault, store::sites};

pub(crate) async fn get_site_by_domain(
    api: &Api,
    request: GetSiteByDomainRequest,
) -> Result<GetSiteByDomainResponse, Fault> {
    // Strangers choose what they send as host; whatever is no domain is simply unknown.
    let domain: Domain = request.domain.parse().map_err(|_| Fault::SiteUnknown)?;
    let site = sites::of_domain(api.db.pool(), &domain)
        .await?
        .ok_or(Fault::SiteUnknown)?;
    Ok(GetSiteByDomainResponse {
        site: Some(site.into()),
    })
}
