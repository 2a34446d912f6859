use proto::billing::v1::{CloseLeaseRequest, CloseLeaseResponse};

use super::{Api, id};
use crate::{
    book,
    fault::Fault,
    ids::LeaseId,
    ledger::{Booking, Parts},
    store::{leases, ledger, members},
};

/// Takes a lease back. What chat spent and billing has not heard of yet stays held until its
/// events arrive; the rest returns at once.
pub(crate) async fn close_lease(
    api: &Api,
    request: &CloseLeaseRequest,
) -> Result<CloseLeaseResponse, Fault> {
    let id: LeaseId = id(&request.lease_id, "lease_id")?;
    let now = api.clock.now();
    let mut tx = api.db.begin().await?;
    leases::claim(&mut tx, id).await?;
    let Some((owner, _)) = leases::find(&mut *tx, id).await? else {
        // Its grant may be on the way: it comes too late now.
        leases::bury(&mut *tx, id, now).await?;
        tx.commit().await?;
        return Err(Fault::LeaseUnknown);
    };
    let member = members::lock(&mut tx, owner)
        .await?
        .ok_or(Fault::LeaseUnknown)?;
    book::settle(&mut tx, &member, api.pen(now)).await?;
    let (_, mut lease) = leases::find(&mut *tx, id)
        .await?
        .ok_or(Fault::LeaseUnknown)?;
    if !lease.closed {
        let back = lease.close(request.spent);
        leases::save(&mut tx, &lease, now).await?;
        if back != Parts::default() {
            ledger::post(&mut tx, owner, &[Booking::release(id, back)], api.pen(now)).await?;
        }
        book::collect(&mut tx, &member, api.pen(now)).await?;
        book::tell_credits(&mut tx, &member).await?;
    }
    tx.commit().await?;
    Ok(CloseLeaseResponse {
        returned: lease.returned.total(),
    })
}
