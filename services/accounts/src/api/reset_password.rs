use kit::SiteId;
use proto::accounts::v1::{
    AccountActivated, ResetPasswordRequest, ResetPasswordResponse, SessionsEnded,
};

use super::Api;
use crate::{
    email::Email,
    fault::Fault,
    mail::{MailKind, Purpose},
    password::Password,
    status::Status,
    store::{accounts, devices, mails, sessions, throttles, tokens},
    token::Token,
};

/// Sets a new password with a mailed link. The link also proves the address, and whoever
/// knew the old password is out: sessions end, devices are strangers again, and a change of
/// address that was ordered with it is off.
pub(crate) async fn reset_password(
    api: &Api,
    site: SiteId,
    request: ResetPasswordRequest,
) -> Result<ResetPasswordResponse, Fault> {
    let now = api.clock.now();
    let token = Token::parse(&request.token)
        .ok_or(Fault::LinkInvalid)?
        .hash();
    let password = Password::new(request.new_password)?;

    // The link is only looked at here: a refused password must not use it up.
    let mut tx = api.db.begin().await?;
    let link = tokens::lock(&mut tx, site, Purpose::ResetPassword, &token).await?;
    let link = link
        .filter(|link| !link.used && link.expires_at > now && link.status != Status::Deleted)
        .ok_or(Fault::LinkInvalid)?;
    let account = accounts::find(&mut *tx, site, link.member).await?;
    let account = account.ok_or(Fault::LinkInvalid)?;
    tx.commit().await?;
    let hash = api
        .hasher
        .hash_new(password, account.personal_words())
        .await?;

    let mut tx = api.db.begin().await?;
    let still = tokens::lock(&mut tx, site, Purpose::ResetPassword, &token).await?;
    let still = still
        .filter(|link| link.status != Status::Deleted)
        .ok_or(Fault::LinkInvalid)?;
    if !tokens::spend(&mut tx, &token, now).await? {
        return Err(Fault::LinkInvalid);
    }
    let member = still.member;
    accounts::set_password(&mut tx, member, &hash).await?;
    sessions::end_others(&mut tx, member, None).await?;
    devices::forget_all(&mut tx, member).await?;
    tokens::spend_all(&mut tx, member, &Purpose::OVERTAKEN_BY_PASSWORD, now).await?;
    mails::close(&mut tx, member, &MailKind::OVERTAKEN_BY_PASSWORD, now).await?;
    // Strangers may have blocked the address, or a thief the session; the owner is here now.
    let strangers = api.buckets.strangers(site, &Email::stored(still.email));
    for bucket in [strangers, api.buckets.member(member)] {
        throttles::clear(&mut tx, &bucket).await?;
    }
    let (member_id, site_id) = (member.to_string(), site.to_string());
    if accounts::confirm(&mut tx, member, now).await? {
        tx.emit(&AccountActivated {
            member_id: member_id.clone(),
            site_id,
        })
        .await?;
    }
    tx.emit(&SessionsEnded {
        member_id,
        session_ids: Vec::new(),
    })
    .await?;
    tx.commit().await?;
    Ok(ResetPasswordResponse {})
}
