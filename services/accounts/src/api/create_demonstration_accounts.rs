use kit::{MemberId, SiteId, Tx};
use proto::accounts::v1::{
    AccountActivated, CreateDemonstrationAccountsRequest, CreateDemonstrationAccountsResponse,
    SignUpRequest,
};
use time::OffsetDateTime;

use super::{Api, sign_up};
use crate::{
    fault::Fault,
    newcomer::Newcomer,
    site::Site,
    store::{accounts, consents},
};

/// Accounts of one call.
const MAX: usize = 500;

/// Creates confirmed accounts that nobody can log in to, all of them or none.
pub(crate) async fn create_demonstration_accounts(
    api: &Api,
    request: CreateDemonstrationAccountsRequest,
) -> Result<CreateDemonstrationAccountsResponse, Fault> {
    if !api.demo {
        return Err(Fault::DemonstrationRefused);
    }
    if request.accounts.len() > MAX {
        return Err(Fault::Busy);
    }
    let now = api.clock.now();
    let site_id: SiteId = request.site_id.parse().map_err(|_| Fault::IdInvalid)?;
    let site = api.sites.get(site_id).await?;
    let mut newcomers = Vec::with_capacity(request.accounts.len());
    for account in request.accounts {
        let member: MemberId = account.member_id.parse().map_err(|_| Fault::IdInvalid)?;
        let form = SignUpRequest {
            // Nobody types one; what is stored is the hash of another that nobody knows.
            password: api.chance.uuid(now).to_string(),
            ..account.sign_up.unwrap_or_default()
        };
        newcomers.push((member, Newcomer::parse(form, &site, now, true)?));
    }

    let mut created = 0;
    let mut tx = api.db.begin().await?;
    for (member, newcomer) in &newcomers {
        if create(api, &mut tx, (*member, site_id), (newcomer, &site), now).await? {
            created += 1;
        }
    }
    tx.commit().await?;
    Ok(CreateDemonstrationAccountsResponse { created })
}

/// False when the account is there already.
async fn create(
    api: &Api,
    tx: &mut Tx,
    (member, site_id): (MemberId, SiteId),
    (newcomer, site): (&Newcomer, &Site),
    now: OffsetDateTime,
) -> Result<bool, Fault> {
    let password_hash = api.hasher.hash_of_nothing();
    let row = (password_hash, now);
    if !accounts::insert(tx, member, site_id, newcomer, row).await? {
        return Ok(false);
    }
    consents::record(tx, member, &sign_up::given(newcomer, site, now)).await?;
    sign_up::tell_created(tx, member, site_id, newcomer).await?;
    accounts::confirm(tx, member, now).await?;
    tx.emit(&AccountActivated {
        member_id: member.to_string(),
        site_id: site_id.to_string(),
    })
    .await?;
    Ok(true)
}
