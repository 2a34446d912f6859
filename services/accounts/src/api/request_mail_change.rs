use kit::{MemberId, SiteId, Tx};
use proto::accounts::v1::{RequestMailChangeRequest, RequestMailChangeResponse};
use time::OffsetDateTime;

use super::Api;
use crate::{
    email::Email,
    fault::Fault,
    mail::{MailKind, Purpose},
    request_mail::{Mail, request_mail},
    store::{accounts, allowances, mails, tokens},
};

/// Has a link mailed to the new address and a notice to the old one.
///
/// Runs the same statements when the new address has an account; then its owner is told.
pub(crate) async fn request_mail_change(
    api: &Api,
    (site_id, member): (SiteId, MemberId),
    request: RequestMailChangeRequest,
) -> Result<RequestMailChangeResponse, Fault> {
    let now = api.clock.now();
    let site = api.sites.get(site_id).await?;
    let new = Email::parse(&request.new_email)?;
    let proven = api
        .attempts
        .prove(site_id, member, request.password)
        .await?;

    let mut tx = api.db.begin().await?;
    accounts::lock_with_owner(&mut tx, site_id, member, &new).await?;
    proven.hold(&mut tx).await?;
    let account = accounts::find(&mut *tx, site_id, member).await?;
    let account = account.ok_or(Fault::AccountUnknown)?;
    if new.key() == account.email.key() {
        return Err(Fault::EmailInvalid);
    }
    take_allowances(api, &mut tx, (site_id, member), &new).await?;
    let owner = accounts::owner(&mut tx, site_id, &new).await?;
    if site.disclose_membership && owner.is_some() {
        return Err(Fault::EmailTaken);
    }
    // Only the last link works.
    close_earlier(&mut tx, member, now).await?;
    let to_new = match owner {
        None => Mail {
            site: site_id,
            member: Some(member),
            kind: MailKind::MailChange,
            address: Some(&new),
        },
        Some(owner) => Mail {
            site: site_id,
            member: Some(owner.id),
            kind: MailKind::truth(owner.status),
            address: None,
        },
    };
    let to_old = Mail {
        site: site_id,
        member: Some(member),
        kind: MailKind::MailChangeNotice,
        address: Some(&account.email),
    };
    request_mail(&mut tx, to_new, &api.chance, now).await?;
    request_mail(&mut tx, to_old, &api.chance, now).await?;
    tx.commit().await?;
    Ok(RequestMailChangeResponse {})
}

async fn take_allowances(
    api: &Api,
    tx: &mut Tx,
    (site, member): (SiteId, MemberId),
    new: &Email,
) -> Result<(), Fault> {
    let now = api.clock.now();
    let of_member = api.buckets.mails_of("mail_change", member);
    let to_address = api.buckets.mails_to("unasked", site, new);
    let limits = [
        (of_member, api.config.mail_changes_a_day),
        (to_address, api.config.unasked_mails_a_day),
    ];
    for (bucket, limit) in limits {
        if !allowances::take(tx, &bucket, limit, now).await? {
            return Err(Fault::TooManyMails);
        }
    }
    Ok(())
}

async fn close_earlier(tx: &mut Tx, member: MemberId, now: OffsetDateTime) -> sqlx::Result<()> {
    mails::close(tx, member, &[MailKind::MailChange], now).await?;
    tokens::spend_all(tx, member, &[Purpose::ChangeMail], now).await
}
