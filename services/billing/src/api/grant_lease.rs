use kit::{MemberId, SiteId, Tx};
use proto::billing::v1::{GrantLeaseRequest, GrantLeaseResponse};
use time::{Duration, OffsetDateTime};

use super::{Api, id};
use crate::{
    book,
    fault::Fault,
    ids::LeaseId,
    lease::{Allowance, allowance, grant},
    ledger::{Booking, Parts},
    store::{
        leases,
        ledger::{self, Balances},
        members::{self, Member},
        spends,
    },
};

/// Lends credits to chat, once for each lease id.
pub(crate) async fn grant_lease(
    api: &Api,
    request: &GrantLeaseRequest,
) -> Result<GrantLeaseResponse, Fault> {
    let lease: LeaseId = id(&request.lease_id, "lease_id")?;
    let member: MemberId = id(&request.member_id, "member_id")?;
    let site: SiteId = id(&request.site_id, "site_id")?;
    let wanted = request
        .wanted
        .min(api.config.largest_lease.max(request.needed));
    if request.wanted < request.needed || wanted == 0 {
        return Err(Fault::ValueInvalid("wanted"));
    }
    let now = api.clock.now();
    let mut tx = api.db.begin().await?;
    leases::claim(&mut tx, lease).await?;
    if let Some((owner, known)) = leases::find(&mut *tx, lease).await? {
        if owner != member {
            return Err(Fault::ValueInvalid("lease_id"));
        }
        if known.closed {
            return Err(Fault::LeaseClosed);
        }
        return Ok(answer(known.granted));
    }
    if leases::is_buried(&mut *tx, lease).await? {
        return Err(Fault::LeaseClosed);
    }
    members::ensure(&mut tx, member, site).await?;
    let known = members::lock(&mut tx, member)
        .await?
        .filter(|known| known.site == site)
        .ok_or(Fault::ValueInvalid("site_id"))?;
    let balances = if known.deleted {
        Balances::default()
    } else {
        ledger::balances(&mut *tx, member).await?
    };
    let limit = limit(&mut tx, &known, balances.held, now).await?;
    let granted = grant(balances.free, request.needed, wanted, limit)?;
    leases::insert(&mut tx, lease, (site, member), granted, now).await?;
    ledger::post(
        &mut tx,
        member,
        &[Booking::hold(lease, granted)],
        api.pen(now),
    )
    .await?;
    book::tell_credits(&mut tx, &known).await?;
    tx.commit().await?;
    Ok(answer(granted))
}

/// What the member's own limits leave. What is lent counts as spent until it comes back.
async fn limit(
    tx: &mut Tx,
    member: &Member,
    held: Parts,
    now: OffsetDateTime,
) -> Result<Option<Allowance>, Fault> {
    if member.daily_limit == 0 && member.weekly_limit == 0 {
        return Ok(None);
    }
    let day = spends::settled_since(&mut **tx, member.id, now - Duration::DAY).await?;
    let week = spends::settled_since(&mut **tx, member.id, now - Duration::WEEK).await?;
    let used = |settled: u32| settled.saturating_add(held.total());
    Ok(allowance(
        (member.daily_limit, used(day)),
        (member.weekly_limit, used(week)),
    ))
}

fn answer(granted: Parts) -> GrantLeaseResponse {
    GrantLeaseResponse {
        granted: granted.total(),
        paid: granted.paid,
    }
}
