use kit::{MemberId, SiteId};
use proto::accounts::v1::ResendActivationResponse;

use super::Api;
use crate::{
    email::Email,
    fault::Fault,
    mail::MailKind,
    request_mail::{Mail, request_mail},
    status::Status,
    store::{accounts, allowances},
};

/// Sends the activation mail again to the member who asks.
pub(crate) async fn to_own_address(
    api: &Api,
    site: SiteId,
    member: MemberId,
) -> Result<ResendActivationResponse, Fault> {
    let account = accounts::find(api.db.pool(), site, member).await?;
    let account = account.ok_or(Fault::AccountUnknown)?;
    if account.status != Status::NotConfirmed {
        return Err(Fault::AlreadyActive);
    }
    send(api, site, &account.email, false).await
}

/// Sends the activation mail again to an address that somebody typed.
pub(crate) async fn to_address(
    api: &Api,
    site_id: SiteId,
    email: &str,
) -> Result<ResendActivationResponse, Fault> {
    let site = api.sites.get(site_id).await?;
    let email = Email::parse(email)?;
    send(api, site_id, &email, site.disclose_membership).await
}

/// Runs the same statements for every address.
async fn send(
    api: &Api,
    site: SiteId,
    email: &Email,
    disclose: bool,
) -> Result<ResendActivationResponse, Fault> {
    let now = api.clock.now();
    let mut tx = api.db.begin().await?;
    let bucket = api.buckets.mails_to("activation", site, email);
    if !allowances::take(&mut tx, &bucket, api.config.activation_mails_a_day, now).await? {
        return Err(Fault::TooManyMails);
    }
    let owner = accounts::owner(&mut tx, site, email).await?;
    if disclose {
        match owner.map(|owner| owner.status) {
            Some(Status::NotConfirmed) => {}
            Some(Status::Active) => return Err(Fault::AlreadyActive),
            Some(Status::Deleted) | None => return Err(Fault::AccountUnknown),
        }
    }
    let member = owner
        .filter(|owner| owner.status == Status::NotConfirmed)
        .map(|owner| owner.id);
    let mail = Mail {
        site,
        member,
        kind: MailKind::Activation,
        address: None,
    };
    request_mail(&mut tx, mail, &api.chance, now).await?;
    tx.commit().await?;
    Ok(ResendActivationResponse {})
}
