use kit::{MemberId, SiteId};
use proto::accounts::v1::{SetConsentRequest, SetConsentResponse};

use super::Api;
use crate::{
    consent::{Consent, ConsentKind},
    fault::Fault,
    status::Status,
    store::{accounts, consents},
    tracking::Tracking,
};

/// Records that a consent is given or withdrawn; the tracking record comes and goes with its own.
///
/// A profile cannot do without the others: what they allow ends with the account, so a withdrawal
/// that would be written down and change nothing is refused.
pub(crate) async fn set_consent(
    api: &Api,
    (site_id, member): (SiteId, MemberId),
    request: SetConsentRequest,
) -> Result<SetConsentResponse, Fault> {
    let now = api.clock.now();
    let kind = ConsentKind::from_wire(request.kind)?;
    let granted = request.granted;
    let tracking = request.tracking.as_ref().map(Tracking::from_wire);
    if kind == ConsentKind::Tracking && granted && tracking.is_none() {
        return Err(Fault::TrackingMissing);
    }
    if kind != ConsentKind::Tracking && !granted {
        return Err(Fault::ConsentEndsWithAccount);
    }
    let site = api.sites.get(site_id).await?;
    let version = match kind {
        ConsentKind::Terms => site.terms_version.clone(),
        ConsentKind::Tracking | ConsentKind::Sensitive => String::new(),
    };

    let mut tx = api.db.begin().await?;
    match accounts::lock(&mut tx, site_id, member).await? {
        Some(Status::NotConfirmed | Status::Active) => {}
        Some(Status::Deleted) | None => return Err(Fault::AccountUnknown),
    }
    consents::record(
        &mut tx,
        member,
        &[Consent {
            kind,
            granted,
            version,
            changed_at: now,
        }],
    )
    .await?;
    match (kind, granted, tracking) {
        (ConsentKind::Tracking, true, Some(tracking)) => {
            consents::put_tracking(&mut tx, member, &tracking, now).await?;
        }
        (ConsentKind::Tracking, false, _) => consents::erase_tracking(&mut tx, member).await?,
        _ => {}
    }
    tx.commit().await?;
    Ok(SetConsentResponse {})
}
