use kit::Tx;
use proto::accounts::v1::{PrepareMailRequest, PrepareMailResponse};
use time::OffsetDateTime;

use super::Api;
use crate::{
    account::timestamp,
    email::Email,
    fault::Fault,
    mail::{Purpose, link_expires},
    request_mail::MailRequestId,
    store::{
        mails::{self, Requested},
        tokens::{self, NewToken},
    },
    token::Token,
};

/// Answers all that a mail needs, with a fresh link token where the kind has a link.
///
/// The token leaves here and nowhere else: only its hash is stored, no event carries it.
pub(crate) async fn prepare_mail(
    api: &Api,
    request: &PrepareMailRequest,
) -> Result<PrepareMailResponse, Fault> {
    let now = api.clock.now();
    let id: MailRequestId = request.request_id.parse().map_err(|_| Fault::IdInvalid)?;
    let mut tx = api.db.begin().await?;
    let mail = mails::find_open(&mut tx, id)
        .await?
        .ok_or(Fault::MailObsolete)?;
    let in_time = now < mail.asked_at + mail.kind.patience(&api.config);
    if !in_time || !mail.kind.fits(mail.status) {
        return Err(Fault::MailObsolete);
    }
    let link = match mail.kind.purpose() {
        Some(purpose) => Some(mint(api, &mut tx, (id, &mail), purpose).await?),
        None => None,
    };
    tx.commit().await?;
    let (token, expires_at) = link.unzip();
    Ok(PrepareMailResponse {
        email: mail.address,
        profile_name: mail.profile_name,
        language: mail.language,
        site_id: mail.site.to_string(),
        token: token.unwrap_or_default(),
        expires_at: expires_at.map(timestamp),
    })
}

async fn mint(
    api: &Api,
    tx: &mut Tx,
    (request, mail): (MailRequestId, &Requested),
    purpose: Purpose,
) -> Result<(String, OffsetDateTime), Fault> {
    let now = api.clock.now();
    let token = Token::mint(&api.chance);
    let mut expires_at = link_expires(purpose, mail.asked_at, now, &api.config);
    if let (Purpose::Reactivate, Some(erase_at)) = (purpose, mail.erase_at) {
        expires_at = expires_at.min(erase_at);
    }
    let new = NewToken {
        hash: &token.hash(),
        member: mail.member,
        request,
        purpose,
        email: &Email::stored(mail.address.clone()),
        expires_at,
    };
    tokens::insert(tx, &new).await?;
    Ok((token.reveal(), expires_at))
}
