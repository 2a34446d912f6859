use kit::{MemberId, SiteId, Tx};
use proto::accounts::v1::{AccountCreated, SignUpRequest, SignUpResponse};
use time::OffsetDateTime;

use super::Api;
use crate::{
    consent::{Consent, ConsentKind},
    fault::Fault,
    mail::MailKind,
    newcomer::Newcomer,
    request_mail::{Mail, request_mail},
    site::Site,
    status::Status,
    store::{accounts, allowances, consents, mails},
};

/// Creates an account, or has the owner of the address told that there is one.
///
/// Both cases do the same work: one password is hashed, and the same number of
/// statements run. Whoever changes one path changes the other (`tests/timing.rs`).
pub(crate) async fn sign_up(
    api: &Api,
    site_id: SiteId,
    tracked: bool,
    request: SignUpRequest,
) -> Result<SignUpResponse, Fault> {
    let now = api.clock.now();
    let site = api.sites.get(site_id).await?;
    let newcomer = Newcomer::parse(request, &site, now, tracked)?;
    let hash = api
        .hasher
        .hash_new(newcomer.password.clone(), newcomer.personal_words())
        .await?;

    let id = MemberId::new(api.chance.uuid(now));
    let mut tx = api.db.begin().await?;
    let created = accounts::insert(&mut tx, id, site_id, &newcomer, (&hash, now)).await?;
    let owner = accounts::owner(&mut tx, site_id, &newcomer.email).await?;
    // None: erased between the two statements.
    let owner = owner.ok_or(Fault::Busy)?;
    if site.disclose_membership && !created {
        return Err(match owner.status {
            Status::Deleted => Fault::EmailDeleted,
            Status::NotConfirmed | Status::Active => Fault::EmailTaken,
        });
    }
    // For an id that was not created these two write nothing.
    consents::record(&mut tx, id, &given(&newcomer, &site, now)).await?;
    if let Some(tracking) = &newcomer.tracking {
        consents::put_tracking(&mut tx, id, tracking, now).await?;
    }
    // Counted in both cases, or the number of tries until mails cease would tell them apart.
    let bucket = api.buckets.mails_to("unasked", site_id, &newcomer.email);
    let limit = api.config.unasked_mails_a_day;
    let allowed = allowances::take(&mut tx, &bucket, limit, now).await?;
    let mail = if created {
        tell_created(&mut tx, id, site_id, &newcomer).await?;
        Some(MailKind::Activation)
    } else if allowed {
        // One mail says it all, however many are still to be sent.
        mails::close(&mut tx, owner.id, &[MailKind::AlreadyRegistered], now).await?;
        Some(MailKind::truth(owner.status))
    } else {
        None
    };
    if let Some(kind) = mail {
        let mail = Mail {
            site: site_id,
            member: Some(owner.id),
            kind,
            address: None,
        };
        request_mail(&mut tx, mail, &api.chance, now).await?;
    }
    tx.commit().await?;
    Ok(SignUpResponse {})
}

/// Tells that an account came to be.
pub(crate) async fn tell_created(
    tx: &mut Tx,
    id: MemberId,
    site: SiteId,
    newcomer: &Newcomer,
) -> sqlx::Result<()> {
    tx.emit(&AccountCreated {
        member_id: id.to_string(),
        site_id: site.to_string(),
        language: newcomer.language.clone(),
        country: newcomer.country.clone(),
    })
    .await
}

/// What signing up agrees to.
pub(crate) fn given(newcomer: &Newcomer, site: &Site, now: OffsetDateTime) -> [Consent; 3] {
    let consent = |kind, granted, version: &str| Consent {
        kind,
        granted,
        version: version.to_owned(),
        changed_at: now,
    };
    [
        consent(ConsentKind::Terms, true, &site.terms_version),
        consent(ConsentKind::Sensitive, true, ""),
        consent(ConsentKind::Tracking, newcomer.tracking.is_some(), ""),
    ]
}
