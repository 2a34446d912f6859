use kit::{MemberId, SiteId};
use proto::accounts::v1::{LanguageChanged, SetLanguageRequest, SetLanguageResponse};

use super::Api;
use crate::{fault::Fault, store::accounts};

/// Stores the language the member reads the site and the mails in.
pub(crate) async fn set_language(
    api: &Api,
    (site_id, member): (SiteId, MemberId),
    request: &SetLanguageRequest,
) -> Result<SetLanguageResponse, Fault> {
    let site = api.sites.get(site_id).await?;
    if request.language.is_empty() {
        return Err(Fault::LanguageUnknown);
    }
    let language = site.language(&request.language)?;
    let mut tx = api.db.begin().await?;
    if !accounts::set_language(&mut tx, site_id, member, &language).await? {
        return Err(Fault::AccountUnknown);
    }
    tx.emit(&LanguageChanged {
        member_id: member.to_string(),
        language,
    })
    .await?;
    tx.commit().await?;
    Ok(SetLanguageResponse {})
}
