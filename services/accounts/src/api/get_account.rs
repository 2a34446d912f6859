use kit::{MemberId, SiteId};
use proto::accounts::v1::{self as wire, GetAccountResponse};

use super::Api;
use crate::{
    account::timestamp,
    fault::Fault,
    store::{accounts, consents},
};

/// The caller's own account.
pub(crate) async fn get_account(
    api: &Api,
    (site, member): (SiteId, MemberId),
) -> Result<GetAccountResponse, Fault> {
    let account = accounts::find(api.db.pool(), site, member).await?;
    let account = account.ok_or(Fault::AccountUnknown)?;
    let consents = consents::list(api.db.pool(), member).await?;
    Ok(GetAccountResponse {
        account: Some(account.into()),
        consents: consents
            .into_iter()
            .map(|consent| wire::Consent {
                kind: wire::ConsentKind::from(consent.kind).into(),
                granted: consent.granted,
                version: consent.version,
                changed_at: Some(timestamp(consent.changed_at)),
            })
            .collect(),
    })
}
