//! Asking for a mail.

use kit::{Chance, MemberId, SiteId, Tx};
use proto::accounts::v1::MailRequested;
use time::OffsetDateTime;

use crate::{email::Email, mail::MailKind, store::mails};

kit::id! {
    /// A mail that was asked for.
    pub(crate) struct MailRequestId;
}

/// A mail to somebody, or to nobody.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mail<'a> {
    pub(crate) site: SiteId,
    /// None: no such account. The same is written and told, under an id that is nobody's,
    /// so that neither time nor traffic shows who has an account; `PrepareMail` then
    /// answers `mail_obsolete`.
    pub(crate) member: Option<MemberId>,
    pub(crate) kind: MailKind,
    /// Where it goes, when not to the account's own address.
    pub(crate) address: Option<&'a Email>,
}

/// Writes the request down and tells the sender of mails. No token is made here:
/// the sender asks for one.
pub(crate) async fn request_mail(
    tx: &mut Tx,
    mail: Mail<'_>,
    chance: &Chance,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let id = MailRequestId::new(chance.uuid(now));
    mails::insert(
        tx,
        &mails::NewRequest {
            id,
            member: mail.member,
            site: mail.site,
            kind: mail.kind,
            address: mail.address.map(Email::as_str),
            asked_at: now,
        },
    )
    .await?;
    let nobody = || MemberId::new(chance.uuid(now));
    tx.emit(&MailRequested {
        member_id: mail.member.unwrap_or_else(nobody).to_string(),
        site_id: mail.site.to_string(),
        request_id: id.to_string(),
        kind: proto::accounts::v1::MailKind::from(mail.kind).into(),
    })
    .await
}
