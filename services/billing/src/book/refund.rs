//! Books money on its way back.

use kit::Tx;
use proto::billing::v1::{RefundMade, RefundSent, WithdrawalDeclared};

use super::{Pen, check_premium, tell_credits};
use crate::{
    ids::RefundId,
    ledger::{Booking, Kind, forgive},
    money::Money,
    order::{Order, Status, timestamp},
    payments::refund_retry,
    store::{
        leases, ledger, lots,
        members::Member,
        orders,
        refunds::{self, Refund},
        withdrawals,
    },
    withdrawal::{Quote, credits_for},
};

/// A confirmed withdrawal: unused credits go, money is owed. Answers the refund to send, if any.
pub(crate) async fn withdrawn(
    tx: &mut Tx,
    member: &Member,
    order: &mut Order,
    quote: Quote,
    pen: Pen<'_>,
) -> sqlx::Result<Option<Refund>> {
    let (chance, now) = pen;
    withdrawals::confirm(tx, order.id, quote, now).await?;
    tx.emit(&WithdrawalDeclared {
        member_id: member.id.to_string(),
        site_id: member.site.to_string(),
        order_id: order.id.to_string(),
        declared_at: Some(timestamp(now)),
        credits: order.credits,
        paid_at: order.paid_at.map(timestamp),
        unused_credits: quote.credits,
        amount_minor: quote.minor,
        currency: order.amount.currency.to_string(),
        vat: order.vat_in(quote.minor),
        method: order.method.clone(),
    })
    .await?;
    if quote.minor == 0 {
        return Ok(None);
    }
    let amount = order.amount.with(quote.minor);
    let booking = Booking::withdrawal(order.id, quote.credits, amount);
    ledger::post(tx, member.id, &[booking], pen).await?;
    let refund = Refund {
        id: RefundId::new(chance.uuid(now)),
        order: order.id,
        member: member.id,
        amount,
        created_at: now,
    };
    refunds::insert(tx, &refund, refund_retry(now)).await?;
    given_back(tx, member, order, quote.credits, amount).await?;
    Ok(Some(refund))
}

/// Money that the provider paid back without our asking.
pub(crate) async fn paid_back(
    tx: &mut Tx,
    member: &Member,
    order: &mut Order,
    minor: i64,
    pen: Pen<'_>,
) -> sqlx::Result<()> {
    let (quote, mut owed) = unused(tx, member, order, minor).await?;
    // All of it is booked against the sale: nothing is lost.
    owed.minor = 0;
    let amount = order.amount.with(minor);
    let reference = reference(order, "refunded", order.refunded_minor + minor);
    let booking = Booking::reversal(&order.provider, &reference, quote.credits, amount);
    ledger::post(tx, member.id, &[booking], pen).await?;
    owe(tx, order, owed).await?;
    given_back(tx, member, order, quote.credits, amount).await?;
    tell_sent(tx, order, amount, pen).await
}

/// Money that the payer's bank took back. Unused credits go, those that are lent as soon as they are
/// back; the rest is lost.
pub(crate) async fn charged_back(
    tx: &mut Tx,
    member: &Member,
    order: &mut Order,
    minor: i64,
    pen: Pen<'_>,
) -> sqlx::Result<()> {
    let (_, now) = pen;
    let (quote, owed) = unused(tx, member, order, minor).await?;
    let amount = order.amount.with(minor);
    let reference = reference(order, "charged_back", order.charged_back_minor + minor);
    let taken = (quote.credits, quote.minor);
    let mut bookings = vec![Booking::chargeback(
        &order.provider,
        &reference,
        taken,
        amount,
    )];
    order.charged_back_minor += minor;
    order.status = Status::ChargedBack;
    // Who got the money back from the bank does not get it a second time from us.
    if order.charged_back_minor + order.refunded_minor > order.amount.minor
        && let Some((refund, minor)) = refunds::void(tx, order.id, now).await?
    {
        order.refunded_minor -= minor;
        bookings.push(Booking::void(refund, order.amount.with(minor)));
    }
    ledger::post(tx, member.id, &bookings, pen).await?;
    orders::save(tx, order).await?;
    take_credits(tx, order, quote.credits).await?;
    owe(tx, order, owed).await?;
    tracing::warn!(order.id = %order.id, "payment was charged back");
    check_premium(tx, member).await?;
    tell_credits(tx, member).await
}

/// The provider took a refund over.
pub(crate) async fn refund_sent(
    tx: &mut Tx,
    (refund, order): (&Refund, &Order),
    reference: &str,
    pen: Pen<'_>,
) -> sqlx::Result<()> {
    if !refunds::sent(tx, refund.id, reference).await? {
        return Ok(());
    }
    let booking = Booking::refund(&order.provider, reference, refund.amount);
    ledger::post(tx, refund.member, &[booking], pen).await?;
    tell_sent(tx, order, refund.amount, pen).await
}

/// Tells that money is on its way to the member.
async fn tell_sent(
    tx: &mut Tx,
    order: &Order,
    amount: Money,
    (_, now): Pen<'_>,
) -> sqlx::Result<()> {
    tx.emit(&RefundSent {
        member_id: order.member.to_string(),
        site_id: order.site.to_string(),
        order_id: order.id.to_string(),
        sent_at: Some(timestamp(now)),
        amount_minor: amount.minor,
        currency: amount.currency.to_string(),
        vat: order.vat_in(amount.minor),
        method: order.method.clone(),
        paid_at: order.paid_at.map(timestamp),
    })
    .await
}

/// Takes credits that were lent when their money went back, as far as the member has bought ones. What
/// is neither here nor lent any more was spent.
pub(crate) async fn collect(tx: &mut Tx, member: &Member, pen: Pen<'_>) -> sqlx::Result<()> {
    let before = lots::list(&mut **tx, member.id).await?;
    if before.iter().all(|lot| lot.owed == 0) {
        return Ok(());
    }
    let mut free = ledger::balances(&mut **tx, member.id).await?.free.paid;
    let mut after = before.clone();
    let mut bookings = Vec::new();
    for lot in after.iter_mut().filter(|lot| lot.owed > 0) {
        let (credits, minor) = lot.collect(free);
        if credits == 0 {
            break;
        }
        free -= credits;
        let order = orders::find(&mut **tx, lot.order)
            .await?
            .ok_or(sqlx::Error::RowNotFound)?;
        let kind = if order.status == Status::ChargedBack {
            Kind::Chargeback
        } else {
            Kind::Reversal
        };
        let worth = order.amount.with(minor);
        bookings.push(Booking::collected(
            (kind, order.id),
            lot.remaining,
            credits,
            worth,
        ));
    }
    if !bookings.is_empty() {
        ledger::post(tx, member.id, &bookings, pen).await?;
    }
    forgive(&mut after, leases::lent(&mut **tx, member.id).await?.paid);
    lots::save_changed(tx, &before, after).await
}

/// The unused credits that `minor` of an order's money stands for: those that are here, and those that
/// are lent and not owed already.
async fn unused(
    tx: &mut Tx,
    member: &Member,
    order: &Order,
    minor: i64,
) -> sqlx::Result<(Quote, Quote)> {
    let lot = lots::find(&mut **tx, order.id).await?;
    let free = ledger::balances(&mut **tx, member.id).await?.free.paid;
    let lots = lots::list(&mut **tx, member.id).await?;
    let owed: u32 = lots.iter().map(|lot| lot.owed).sum();
    let lent = leases::lent(&mut **tx, member.id).await?.paid;
    let here = credits_for(order, lot, free, minor);
    let all = credits_for(order, lot, free + lent.saturating_sub(owed), minor);
    let lent = Quote {
        credits: all.credits - here.credits,
        minor: all.minor - here.minor,
    };
    Ok((here, lent))
}

async fn owe(tx: &mut Tx, order: &Order, owed: Quote) -> sqlx::Result<()> {
    if owed.credits == 0 {
        return Ok(());
    }
    let mut lot = lots::find(&mut **tx, order.id).await?;
    lot.owed += owed.credits;
    lot.owed_minor += owed.minor;
    lots::save(tx, lot).await
}

async fn given_back(
    tx: &mut Tx,
    member: &Member,
    order: &mut Order,
    credits: u32,
    amount: Money,
) -> sqlx::Result<()> {
    order.refunded_minor += amount.minor;
    if order.status != Status::ChargedBack {
        order.status = if order.still_paid() == 0 {
            Status::Refunded
        } else {
            Status::PartRefunded
        };
    }
    orders::save(tx, order).await?;
    take_credits(tx, order, credits).await?;
    tx.emit(&RefundMade {
        member_id: member.id.to_string(),
        site_id: member.site.to_string(),
        order_id: order.id.to_string(),
        credits,
        amount_minor: amount.minor,
        currency: amount.currency.to_string(),
    })
    .await?;
    check_premium(tx, member).await?;
    tell_credits(tx, member).await
}

async fn take_credits(tx: &mut Tx, order: &Order, credits: u32) -> sqlx::Result<()> {
    let mut lot = lots::find(&mut **tx, order.id).await?;
    lot.remaining = lot.remaining.saturating_sub(credits);
    lots::save(tx, lot).await
}

/// A total is reached once: the same answer of the provider is not booked twice.
fn reference(order: &Order, what: &str, total: i64) -> String {
    let payment = order.provider_ref.as_deref().unwrap_or_default();
    format!("{payment}:{what}:{total}")
}
