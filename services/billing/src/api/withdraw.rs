use kit::{MemberId, SiteId, Tx};
use proto::billing::v1::{WithdrawRequest, WithdrawResponse};
use time::OffsetDateTime;

use super::{Api, get_order::owned};
use crate::{
    book,
    fault::Fault,
    ledger::Parts,
    order::{Order, timestamp},
    store::{
        leases, ledger, lots,
        members::{self, Member},
        orders,
        withdrawals::{self, Stage},
    },
    withdrawal::{self, Quote},
};

/// Times that chat's purse is closed before a withdrawal is put off.
const RECALLS: u32 = 3;

/// Withdraws from a purchase in two steps: what would be paid back, then that it is.
pub(crate) async fn withdraw(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: &WithdrawRequest,
) -> Result<WithdrawResponse, Fault> {
    let order = owned(api, member, &request.order_id).await?;
    let site = api.sites.get(site).await?;
    let terms = (
        crate::site::refund_days(&site),
        &crate::site::calendar(&site),
    );
    let stage = withdrawals::stage(api.db.pool(), order.id).await?;
    if let Some(Stage::Confirmed(quote, at)) = stage {
        return receipt(&order, request, quote, at);
    }
    withdrawal::admits(&order, terms, api.clock.now())?;
    if request.confirm && stage.is_none() {
        return Err(Fault::WithdrawalNotAsked);
    }
    let (mut tx, known) = with_purse_closed(api, member).await?;
    let now = api.clock.now();
    let mut order = orders::find(&mut *tx, order.id)
        .await?
        .ok_or(Fault::OrderUnknown)?;
    let again = withdrawals::stage(&mut *tx, order.id).await?;
    if let Some(Stage::Confirmed(quote, at)) = again {
        return receipt(&order, request, quote, at);
    }
    withdrawal::admits(&order, terms, now)?;
    let lot = lots::find(&mut *tx, order.id).await?;
    let free = ledger::balances(&mut *tx, member).await?.free;
    let quote = withdrawal::quote(&order, lot, free.paid);
    if let Some(Stage::Asked(shown)) = again
        && request.confirm
        && quote.minor < shown.minor
    {
        // Some of it was spent since: nobody has agreed to less.
        return Err(Fault::WithdrawalNotAsked);
    }
    if !request.confirm {
        withdrawals::ask(&mut tx, order.id, quote, now).await?;
        tx.commit().await?;
        return Ok(answer(&order, quote, None));
    }
    let refund = book::withdrawn(&mut tx, &known, &mut order, quote, api.pen(now)).await?;
    tx.commit().await?;
    if let Some(refund) = refund
        && let Err(error) = api.payments.send(&refund).await
    {
        // It is owed and written down; the job sends it.
        tracing::warn!(refund.id = %refund.id, %error, "refund is sent later");
    }
    Ok(answer(&order, quote, Some(now)))
}

/// The member locked and settled, with nothing that chat may still spend: what it holds counts as unused.
/// Reason `busy` when chat borrows again each time, for whoever goes on writing meanwhile.
async fn with_purse_closed(api: &Api, member: MemberId) -> Result<(Tx, Member), Fault> {
    for _ in 0..RECALLS {
        api.chat.recall_purse(member).await?;
        let mut tx = api.db.begin().await?;
        let known = members::lock(&mut tx, member)
            .await?
            .ok_or(Fault::OrderUnknown)?;
        book::settle(&mut tx, &known, api.pen(api.clock.now())).await?;
        if leases::lent(&mut *tx, member).await? == Parts::default() {
            return Ok((tx, known));
        }
    }
    Err(Fault::Busy)
}

/// Who confirms again did not hear the answer; nothing is left to ask for.
fn receipt(
    order: &Order,
    request: &WithdrawRequest,
    quote: Quote,
    at: OffsetDateTime,
) -> Result<WithdrawResponse, Fault> {
    if !request.confirm {
        return Err(Fault::WithdrawalDone);
    }
    Ok(answer(order, quote, Some(at)))
}

fn answer(order: &Order, quote: Quote, confirmed: Option<OffsetDateTime>) -> WithdrawResponse {
    WithdrawResponse {
        amount: Some(order.amount.with(quote.minor).into()),
        credits: quote.credits,
        done: confirmed.is_some(),
        confirmed_at: confirmed.map(timestamp),
    }
}
