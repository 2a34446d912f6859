//! Books money on its way back.

use kit::Tx;
use proto::billing::v1::{RefundMade, RefundSent, WithdrawalDeclared};

use super::{Pen, check_premium, tell_credits};
use crate::{
    ids::RefundId,
    ledger::Booking,
    money::Money,
    order::{Order, Status, timestamp},
    payments::refund_retry,
    store::{
        ledger, lots,
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
    let quote = unused(tx, member, order, minor).await?;
    let amount = order.amount.with(minor);
    let reference = reference(order, "refunded", order.refunded_minor + minor);
    let booking = Booking::reversal(&order.provider, &reference, quote.credits, amount);
    ledger::post(tx, member.id, &[booking], pen).await?;
    given_back(tx, member, order, quote.credits, amount).await?;
    tell_sent(tx, order, amount, pen).await
}

/// Money that the payer's bank took back. Unused credits go, the rest is lost.
pub(crate) async fn charged_back(
    tx: &mut Tx,
    member: &Member,
    order: &mut Order,
    minor: i64,
    pen: Pen<'_>,
) -> sqlx::Result<()> {
    let (_, now) = pen;
    let quote = unused(tx, member, order, minor).await?;
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

async fn unused(tx: &mut Tx, member: &Member, order: &Order, minor: i64) -> sqlx::Result<Quote> {
    let lot = lots::find(&mut **tx, order.id).await?;
    let free = ledger::balances(&mut **tx, member.id).await?.free;
    Ok(credits_for(order, lot, free.paid, minor))
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
