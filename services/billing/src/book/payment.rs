//! Books what became of a payment.

use kit::Tx;
use proto::billing::v1::{OrderFailed, OrderPaid, PremiumGranted};

use super::{Pen, collect, tell_credits};
use crate::{
    ledger::Booking,
    order::{Order, Status, timestamp},
    site::LEAST_REFUND_DAYS,
    store::{
        discounts, ledger, lots,
        members::{self, Member},
        orders,
    },
};

/// A verified payment: credits, and premium with the first of them.
pub(crate) async fn paid(
    tx: &mut Tx,
    member: &Member,
    order: &mut Order,
    reference: &str,
    pen: Pen<'_>,
) -> sqlx::Result<()> {
    let (_, now) = pen;
    order.status = Status::Paid;
    order.paid_at = Some(now);
    orders::save(tx, order).await?;
    lots::insert(tx, member.id, order.id, order.credits, now).await?;
    let booking = Booking::purchase(&order.provider, reference, order.credits, order.amount);
    ledger::post(tx, member.id, &[booking], pen).await?;
    collect(tx, member, pen).await?;
    discounts::bind_again(tx, order.id).await?;
    let (member_id, site_id) = (member.id.to_string(), member.site.to_string());
    if member.premium_since.is_none() {
        members::set_premium(tx, member.id, Some(now)).await?;
        tx.emit(&PremiumGranted {
            member_id: member_id.clone(),
            site_id: site_id.clone(),
        })
        .await?;
    }
    tx.emit(&OrderPaid {
        member_id,
        site_id,
        order_id: order.id.to_string(),
        credits: order.credits,
        amount_minor: order.amount.minor,
        currency: order.amount.currency.to_string(),
        paid_at: order.paid_at.map(timestamp),
        vat: order.vat_in(order.amount.minor),
        method: order.method.clone(),
        discount_code: order.discount_code.clone(),
        accepted_at: Some(timestamp(order.accepted_at)),
        withdraw_until: order.withdraw_until(LEAST_REFUND_DAYS).map(timestamp),
    })
    .await?;
    tracing::info!(order.id = %order.id, credits = order.credits, "order paid");
    tell_credits(tx, member).await
}

/// An order that came to nothing; its discount code is to be had again.
pub(crate) async fn ended(
    tx: &mut Tx,
    member: &Member,
    order: &mut Order,
    status: Status,
    pen: Pen<'_>,
) -> sqlx::Result<()> {
    order.status = status;
    orders::save(tx, order).await?;
    discounts::release(tx, order.id, pen.1).await?;
    tx.emit(&OrderFailed {
        member_id: member.id.to_string(),
        site_id: member.site.to_string(),
        order_id: order.id.to_string(),
        outcome: status.word().to_owned(),
    })
    .await
}

/// A payment that is not the one asked for: nothing is credited. What was booked before stays
/// booked. The discount stays bound, for the payment may yet turn out right.
pub(crate) async fn quarantined(tx: &mut Tx, order: &mut Order) -> sqlx::Result<()> {
    if !order.status.is_booked() && order.status != Status::Quarantined {
        order.status = Status::Quarantined;
        orders::save(tx, order).await?;
    }
    Ok(())
}

/// Something about an order that a person has to look at, or nothing any more. It is told when it
/// is new, not at every look.
pub(crate) async fn troubled(
    tx: &mut Tx,
    order: &Order,
    trouble: Option<&'static str>,
) -> sqlx::Result<()> {
    let is_new = orders::save_trouble(tx, order.id, trouble).await?;
    if let Some(trouble) = trouble.filter(|_| is_new) {
        opentelemetry::global::meter("vonk")
            .u64_counter("payments.troubled")
            .build()
            .add(1, &[opentelemetry::KeyValue::new("trouble", trouble)]);
        tracing::error!(order.id = %order.id, trouble, "a payment needs a person");
    }
    Ok(())
}
