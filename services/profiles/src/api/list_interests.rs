use kit::SiteId;
use proto::profiles::v1::{Interest, ListInterestsResponse};

use super::Api;
use crate::fault::Fault;

/// What members may be interested in, in the caller's language or the site's own.
pub(crate) async fn list_interests(
    api: &Api,
    site: SiteId,
    locale: &str,
) -> Result<ListInterestsResponse, Fault> {
    let site = api.sites.get(site).await?;
    let language = if locale.is_empty() {
        &site.default_language
    } else {
        locale
    };
    let interests = api
        .interests
        .named(language)
        .into_iter()
        .map(|(interest, name)| Interest {
            id: u32::try_from(interest.id).unwrap_or(0),
            slug: interest.slug.clone(),
            name: name.to_owned(),
        })
        .collect();
    Ok(ListInterestsResponse { interests })
}
