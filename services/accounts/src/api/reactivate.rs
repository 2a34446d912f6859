use kit::SiteId;
use proto::accounts::v1::{
    AccountActivated, AccountReactivated, ReactivateRequest, ReactivateResponse,
};

use super::Api;
use crate::{
    fault::Fault,
    mail::{MailKind, Purpose},
    store::{deletions, mails, tokens},
    token::Token,
};

/// Takes a deleted account back with the mailed link, which also proves the address.
pub(crate) async fn reactivate(
    api: &Api,
    site: SiteId,
    request: &ReactivateRequest,
) -> Result<ReactivateResponse, Fault> {
    let now = api.clock.now();
    let token = Token::parse(&request.token)
        .ok_or(Fault::LinkInvalid)?
        .hash();
    let mut tx = api.db.begin().await?;
    let link = tokens::lock(&mut tx, site, Purpose::Reactivate, &token).await?;
    let member = link.ok_or(Fault::LinkInvalid)?.member;
    if !tokens::spend(&mut tx, &token, now).await? {
        return Err(Fault::LinkInvalid);
    }
    let back = deletions::take_back(&mut tx, member, now)
        .await?
        .ok_or(Fault::LinkInvalid)?;
    // A later deletion sends links of its own.
    tokens::spend_all(&mut tx, member, &[Purpose::Reactivate], now).await?;
    mails::close(&mut tx, member, &[MailKind::Deletion], now).await?;
    let (member_id, site_id) = (member.to_string(), site.to_string());
    tx.emit(&AccountReactivated {
        member_id: member_id.clone(),
        site_id: site_id.clone(),
    })
    .await?;
    if back.first_proof {
        tx.emit(&AccountActivated { member_id, site_id }).await?;
    }
    tx.commit().await?;
    Ok(ReactivateResponse {})
}
