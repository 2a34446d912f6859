use kit::MemberId;
use proto::billing::v1::{GetWalletResponse, Wallet};
use time::Duration;

use super::Api;
use crate::{
    fault::Fault,
    order::timestamp,
    store::{ledger, orders, spends},
};

/// The caller's credits, premium, limits, and how much went lately.
pub(crate) async fn get_wallet(api: &Api, member: MemberId) -> Result<GetWalletResponse, Fault> {
    let now = api.clock.now();
    let db = api.db.pool();
    let paid = orders::paid_since(db, member, now - Duration::WEEK).await?;
    Ok(GetWalletResponse {
        wallet: Some(Wallet {
            spent_day: spends::settled_since(db, member, now - Duration::DAY).await?,
            spent_week: spends::settled_since(db, member, now - Duration::WEEK).await?,
            paid_week: paid.into_iter().map(Into::into).collect(),
            ..wallet(api, member).await?
        }),
    })
}

/// A member's wallet; empty for a member that has not come to our ears yet.
pub(super) async fn wallet(api: &Api, member: MemberId) -> Result<Wallet, Fault> {
    let Some(known) = ledger::holdings(api.db.pool(), member).await? else {
        return Ok(Wallet::default());
    };
    let balances = known.balances;
    Ok(Wallet {
        available: balances.free.total(),
        leased: balances.held.total(),
        paid_user: known.premium_since.is_some(),
        premium_since: known.premium_since.map(timestamp),
        daily_limit: known.daily_limit,
        weekly_limit: known.weekly_limit,
        ..Wallet::default()
    })
}
