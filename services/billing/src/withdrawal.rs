//! What a member gets back who withdraws from a purchase.

use kit::Calendar;
use time::OffsetDateTime;

use crate::{
    fault::Fault,
    ledger::Lot,
    money::share,
    order::{Order, Status},
};

/// What is (to be) paid back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quote {
    /// Unused credits of the order's lot.
    pub(crate) credits: u32,
    pub(crate) minor: i64,
}

/// Refuses orders that cannot be withdrawn from, or not any more.
pub(crate) fn admits(
    order: &Order,
    terms: (u32, &Calendar),
    now: OffsetDateTime,
) -> Result<(), Fault> {
    if !order.status.is_booked() {
        return Err(Fault::WithdrawalOver);
    }
    if matches!(order.status, Status::Refunded | Status::ChargedBack) {
        return Err(Fault::WithdrawalDone);
    }
    if order.is_withdrawable(terms, now) {
        return Ok(());
    }
    Err(Fault::WithdrawalOver)
}

/// Pro rata for the credits of the lot that are neither spent nor lent (`free` bought credits).
#[must_use]
pub(crate) fn quote(order: &Order, lot: Lot, free: u32) -> Quote {
    let credits = lot.remaining.min(free);
    let minor = share(order.amount.minor, credits, lot.credits).min(order.still_paid());
    Quote { credits, minor }
}

/// The unused credits that `minor` of an order's money stands for.
#[must_use]
pub(crate) fn credits_for(order: &Order, lot: Lot, free: u32, minor: i64) -> Quote {
    let whole = u32::try_from(order.amount.minor).unwrap_or(u32::MAX);
    let part = u32::try_from(minor).unwrap_or(u32::MAX).min(whole);
    let credits = u32::try_from(share(i64::from(lot.credits), part, whole)).unwrap_or(u32::MAX);
    let credits = credits.min(lot.remaining - lot.owed).min(free);
    Quote {
        credits,
        minor: share(order.amount.minor, credits, lot.credits).min(minor),
    }
}
