//! `GetPage`: a legal or help page of the visitor's site.

use kit::SiteId;
use proto::settings::v1::{GetPageRequest, GetPageResponse};

use super::Api;
use crate::{
    fault::Fault,
    field::{self, ensure},
    page,
    store::pages::{self, Wanted},
};

pub(crate) async fn get_page(
    api: &Api,
    site: SiteId,
    request: GetPageRequest,
) -> Result<GetPageResponse, Fault> {
    let wanted = Wanted {
        slug: field::parsed("slug", &request.slug)?,
        language: language(request.language)?,
        version: page::version("version", request.version)?,
    };
    let page = pages::in_force(api.db.pool(), site, &wanted, api.clock.now())
        .await?
        .ok_or(Fault::PageUnknown)?;
    Ok(GetPageResponse {
        page: Some(page.into()),
    })
}

/// Two letters, of ours or not, or nothing: a reader of another language gets the site's own.
fn language(raw: String) -> Result<String, Fault> {
    let shaped = raw.len() == 2 && raw.chars().all(|c| c.is_ascii_lowercase());
    ensure("language", shaped || raw.is_empty())?;
    Ok(raw)
}
