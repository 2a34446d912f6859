use kit::{MemberId, SessionId, SiteId};
use proto::accounts::v1::{ChangePasswordRequest, ChangePasswordResponse, SessionsEnded};

use super::Api;
use crate::{
    fault::Fault,
    mail::{MailKind, Purpose},
    password::Password,
    store::{accounts, mails, sessions, tokens},
};

/// Sets a new password by the old one and ends every other session; a change of address that the
/// old one ordered is off.
pub(crate) async fn change_password(
    api: &Api,
    (site, member): (SiteId, MemberId),
    present: Option<SessionId>,
    request: ChangePasswordRequest,
) -> Result<ChangePasswordResponse, Fault> {
    let now = api.clock.now();
    let new = Password::new(request.new_password)?;
    let proven = api
        .attempts
        .prove(site, member, request.old_password)
        .await?;
    let account = accounts::find(api.db.pool(), site, member).await?;
    let account = account.ok_or(Fault::AccountUnknown)?;
    let hash = api.hasher.hash_new(new, account.personal_words()).await?;

    let mut tx = api.db.begin().await?;
    proven.hold(&mut tx).await?;
    accounts::set_password(&mut tx, member, &hash).await?;
    let ended = sessions::end_others(&mut tx, member, present).await?;
    tokens::spend_all(&mut tx, member, &Purpose::OVERTAKEN_BY_PASSWORD, now).await?;
    mails::close(&mut tx, member, &MailKind::OVERTAKEN_BY_PASSWORD, now).await?;
    if !ended.is_empty() {
        let session_ids = ended.iter().map(SessionId::to_string).collect();
        tx.emit(&SessionsEnded {
            member_id: member.to_string(),
            session_ids,
        })
        .await?;
    }
    tx.commit().await?;
    Ok(ChangePasswordResponse {})
}
