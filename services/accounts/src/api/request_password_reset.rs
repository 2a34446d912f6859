use kit::SiteId;
use proto::accounts::v1::{RequestPasswordResetRequest, RequestPasswordResetResponse};

use super::Api;
use crate::{
    email::Email,
    fault::Fault,
    mail::MailKind,
    request_mail::{Mail, request_mail},
    status::Status,
    store::{accounts, allowances},
};

/// Has a reset link mailed; for a deleted account the link that takes it back.
///
/// Runs the same statements for every address.
pub(crate) async fn request_password_reset(
    api: &Api,
    site_id: SiteId,
    request: &RequestPasswordResetRequest,
) -> Result<RequestPasswordResetResponse, Fault> {
    let now = api.clock.now();
    let site = api.sites.get(site_id).await?;
    let email = Email::parse(&request.email)?;

    let mut tx = api.db.begin().await?;
    let bucket = api.buckets.mails_to("reset", site_id, &email);
    if !allowances::take(&mut tx, &bucket, api.config.reset_mails_a_day, now).await? {
        return Err(Fault::TooManyMails);
    }
    let owner = accounts::owner(&mut tx, site_id, &email).await?;
    if site.disclose_membership && owner.is_none() {
        return Err(Fault::AccountUnknown);
    }
    let kind = match owner.map(|owner| owner.status) {
        Some(Status::Deleted) => MailKind::Deletion,
        Some(Status::NotConfirmed | Status::Active) | None => MailKind::PasswordReset,
    };
    let member = owner.map(|owner| owner.id);
    let mail = Mail {
        site: site_id,
        member,
        kind,
        address: None,
    };
    request_mail(&mut tx, mail, &api.chance, now).await?;
    tx.commit().await?;
    Ok(RequestPasswordResetResponse {})
}
