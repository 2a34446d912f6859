use kit::SiteId;
use proto::profiles::v1::{ListRegionsRequest, ListRegionsResponse, Region};

use super::Api;
use crate::fault::Fault;

/// Regions of a country of the site, by name.
pub(crate) async fn list_regions(
    api: &Api,
    site: SiteId,
    request: &ListRegionsRequest,
) -> Result<ListRegionsResponse, Fault> {
    let site = api.sites.get(site).await?;
    let country = site.country(&request.country)?;
    let regions = api
        .places
        .regions(country)
        .into_iter()
        .map(|region| Region {
            id: u32::try_from(region.id).unwrap_or(0),
            name: region.name.to_owned(),
        })
        .collect();
    Ok(ListRegionsResponse { regions })
}
