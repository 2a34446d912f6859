use kit::{OnConstraint as _, SiteId};
use proto::accounts::v1::{
    AccountActivated, ConfirmMailChangeRequest, ConfirmMailChangeResponse, MailAddressChanged,
    SessionsEnded,
};

use super::Api;
use crate::{
    email::Email,
    fault::Fault,
    mail::{MailKind, Purpose},
    status::Status,
    store::{accounts, devices, mails, sessions, tokens},
    token::Token,
};

/// Links that were mailed to the old address, or rest on it.
const OVERTAKEN: [Purpose; 3] = [
    Purpose::Activate,
    Purpose::ResetPassword,
    Purpose::ChangeMail,
];

/// Changes the address with the link that was mailed to it, and ends every session.
pub(crate) async fn confirm_mail_change(
    api: &Api,
    site: SiteId,
    request: &ConfirmMailChangeRequest,
) -> Result<ConfirmMailChangeResponse, Fault> {
    let now = api.clock.now();
    let token = Token::parse(&request.token)
        .ok_or(Fault::LinkInvalid)?
        .hash();
    let mut tx = api.db.begin().await?;
    let link = tokens::lock(&mut tx, site, Purpose::ChangeMail, &token).await?;
    let link = link
        .filter(|link| link.status != Status::Deleted)
        .ok_or(Fault::LinkInvalid)?;
    if !tokens::spend(&mut tx, &token, now).await? {
        return Err(Fault::LinkInvalid);
    }
    let member = link.member;
    // Somebody may have signed up with the address since. The link proves that the caller
    // reads its mail, so the truth may be told.
    accounts::set_email(&mut tx, member, &Email::stored(link.email))
        .await
        .on_constraint("accounts_email_key", Fault::EmailTaken)?;
    let newly_proven = accounts::confirm(&mut tx, member, now).await?;
    sessions::end_others(&mut tx, member, None).await?;
    devices::forget_all(&mut tx, member).await?;
    tokens::spend_all(&mut tx, member, &OVERTAKEN, now).await?;
    let overtaken = [
        MailKind::Activation,
        MailKind::PasswordReset,
        MailKind::MailChange,
    ];
    mails::close(&mut tx, member, &overtaken, now).await?;
    let (member_id, site_id) = (member.to_string(), site.to_string());
    if newly_proven {
        tx.emit(&AccountActivated {
            member_id: member_id.clone(),
            site_id: site_id.clone(),
        })
        .await?;
    }
    tx.emit(&MailAddressChanged {
        member_id: member_id.clone(),
        site_id,
    })
    .await?;
    tx.emit(&SessionsEnded {
        member_id,
        session_ids: Vec::new(),
    })
    .await?;
    tx.commit().await?;
    Ok(ConfirmMailChangeResponse {})
}
