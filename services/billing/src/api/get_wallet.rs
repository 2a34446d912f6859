use kit::MemberId;
use proto::billing::v1::{GetWalletResponse, Wallet};

use super::Api;
use crate::{
    fault::Fault,
    order::timestamp,
    store::{ledger, members},
};

/// The caller's credits, premium and limits.
pub(crate) async fn get_wallet(api: &Api, member: MemberId) -> Result<GetWalletResponse, Fault> {
    Ok(GetWalletResponse {
        wallet: Some(wallet(api, member).await?),
    })
}

/// A member's wallet; empty for a member that has not come to our ears yet.
pub(super) async fn wallet(api: &Api, member: MemberId) -> Result<Wallet, Fault> {
    let Some(known) = members::find(api.db.pool(), member).await? else {
        return Ok(Wallet::default());
    };
    let balances = ledger::balances(api.db.pool(), member).await?;
    Ok(Wallet {
        available: balances.free.total(),
        leased: balances.held.total(),
        paid_user: known.premium_since.is_some(),
        premium_since: known.premium_since.map(timestamp),
        daily_limit: known.daily_limit,
        weekly_limit: known.weekly_limit,
    })
}
