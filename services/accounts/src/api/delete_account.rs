use kit::{MemberId, SiteId};
use proto::accounts::v1::{
    AccountDeleted, DeleteAccountRequest, DeleteAccountResponse, SessionsEnded,
};

use super::Api;
use crate::{
    account::timestamp,
    fault::Fault,
    mail::{MailKind, Purpose},
    request_mail::{Mail, request_mail},
    store::{deletions, mails, sessions, tokens},
    tracking::cut,
};

/// Characters kept of the reason a member gives.
const REASON_MAX: usize = 1_000;
const OVERTAKEN: [Purpose; 3] = [
    Purpose::Activate,
    Purpose::ResetPassword,
    Purpose::ChangeMail,
];

/// Hides the account at once and has the link mailed that takes it back.
pub(crate) async fn delete_account(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: DeleteAccountRequest,
) -> Result<DeleteAccountResponse, Fault> {
    let now = api.clock.now();
    let proven = api.attempts.prove(site, member, request.password).await?;
    let erase_at = now + api.config.deletion_delay();
    let reason = cut(&request.reason, REASON_MAX);

    let mut tx = api.db.begin().await?;
    proven.hold(&mut tx).await?;
    if !deletions::hide(&mut tx, member, (now, erase_at), &reason).await? {
        return Err(Fault::AccountUnknown);
    }
    sessions::end_others(&mut tx, member, None).await?;
    tokens::spend_all(&mut tx, member, &OVERTAKEN, now).await?;
    let overtaken = [
        MailKind::Activation,
        MailKind::PasswordReset,
        MailKind::MailChange,
    ];
    mails::close(&mut tx, member, &overtaken, now).await?;
    let (member_id, site_id) = (member.to_string(), site.to_string());
    tx.emit(&AccountDeleted {
        member_id: member_id.clone(),
        site_id,
        erase_at: Some(timestamp(erase_at)),
    })
    .await?;
    tx.emit(&SessionsEnded {
        member_id,
        session_ids: Vec::new(),
    })
    .await?;
    let mail = Mail {
        site,
        member: Some(member),
        kind: MailKind::Deletion,
        address: None,
    };
    request_mail(&mut tx, mail, &api.chance, now).await?;
    tx.commit().await?;
    Ok(DeleteAccountResponse {
        erase_at: Some(timestamp(erase_at)),
    })
}
