use kit::SiteId;
use proto::accounts::v1::{AccountActivated, ActivateRequest, ActivateResponse};

use super::Api;
use crate::{
    fault::Fault,
    mail::Purpose,
    status::Status,
    store::{accounts, tokens},
    token::Token,
};

/// Confirms the mail address.
pub(crate) async fn activate(
    api: &Api,
    site: SiteId,
    request: &ActivateRequest,
) -> Result<ActivateResponse, Fault> {
    let now = api.clock.now();
    let hash = Token::parse(&request.token)
        .ok_or(Fault::LinkInvalid)?
        .hash();
    let mut tx = api.db.begin().await?;
    let link = tokens::lock(&mut tx, site, Purpose::Activate, &hash).await?;
    let link = link
        .filter(|link| link.expires_at > now)
        .ok_or(Fault::LinkInvalid)?;
    match link.status {
        Status::NotConfirmed => {}
        // A browser that sends again after a lost answer, or a second mail's link.
        Status::Active => return Err(Fault::AlreadyActive),
        Status::Deleted => return Err(Fault::LinkInvalid),
    }
    if !tokens::spend(&mut tx, &hash, now).await? {
        return Err(Fault::LinkInvalid);
    }
    if accounts::confirm(&mut tx, link.member, now).await? {
        tx.emit(&AccountActivated {
            member_id: link.member.to_string(),
            site_id: site.to_string(),
        })
        .await?;
    }
    tx.commit().await?;
    Ok(ActivateResponse {})
}
