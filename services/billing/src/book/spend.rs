//! Settles what members spent.

use std::collections::{HashMap, hash_map::Entry};

use kit::Tx;

use super::{Pen, tell_credits};
use crate::{
    ids::LeaseId,
    lease::Lease,
    ledger::{Booking, Draw, Parts, use_up},
    store::{leases, ledger, lots, members::Member, spends},
};

/// Settles every message of the member that waits, each once. False when none did.
pub(crate) async fn settle(tx: &mut Tx, member: &Member, pen: Pen<'_>) -> sqlx::Result<bool> {
    let (_, now) = pen;
    let waiting = spends::take(tx, member.id, now).await?;
    if waiting.is_empty() {
        return Ok(false);
    }
    let mut free = ledger::balances(&mut **tx, member.id).await?.free;
    let mut known: HashMap<LeaseId, Option<Lease>> = HashMap::new();
    let mut bookings = Vec::with_capacity(waiting.len());
    let mut bought = 0;
    for spend in waiting {
        let lease = match known.entry(spend.lease) {
            Entry::Occupied(found) => found.into_mut(),
            Entry::Vacant(place) => {
                let found = leases::find(&mut **tx, spend.lease).await?;
                place.insert(found.and_then(|(owner, lease)| (owner == member.id).then_some(lease)))
            }
        };
        let mut draw = Draw::default();
        if let Some(lease) = lease {
            draw.held = lease.spend(spend.credits);
            draw.own = free.take(spend.credits - draw.held.total());
            free = free.less(draw.own);
        }
        draw.unbacked = spend.credits - draw.held.total() - draw.own.total();
        if draw.own != Parts::default() || draw.unbacked > 0 {
            // Chat sold more than it was lent. The message is out; nobody's balance goes below zero.
            tracing::error!(
                message.id = %spend.message, lease.id = %spend.lease,
                own = draw.own.total(), unbacked = draw.unbacked, "a lease was overdrawn"
            );
        }
        bought += draw.held.paid + draw.own.paid;
        bookings.push(Booking::spend(spend.message, spend.kind, draw));
    }
    ledger::post(tx, member.id, &bookings, pen).await?;
    for lease in known.into_values().flatten() {
        leases::save(tx, &lease, now).await?;
    }
    use_lots(tx, member, bought).await?;
    tell_credits(tx, member).await?;
    Ok(true)
}

async fn use_lots(tx: &mut Tx, member: &Member, bought: u32) -> sqlx::Result<()> {
    let before = lots::list(&mut **tx, member.id).await?;
    let mut after = before.clone();
    let uncovered = use_up(&mut after, bought);
    if uncovered > 0 {
        tracing::error!(member.id = %member.id, uncovered, "lots do not cover what was bought");
    }
    lots::save_changed(tx, &before, after).await
}
