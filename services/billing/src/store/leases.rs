//! Credits lent to chat.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::{Duration, OffsetDateTime};

use super::{count, exactly_one, stored, sum};
use crate::{ids::LeaseId, lease::Lease, ledger::Parts};

/// A grant that comes later than its close is on its way for seconds. Chat asks for a lease once, and
/// what it tells of one that billing does not know takes nothing from anybody.
const BURIED: Duration = Duration::days(14);

/// The lease and whose it is. Its member's lock guards it.
pub(crate) async fn find(
    db: impl PgExecutor<'_>,
    id: LeaseId,
) -> sqlx::Result<Option<(MemberId, Lease)>> {
    let row = sqlx::query!(
        r#"
        select  member_id as "member_id: MemberId", paid, bonus, spent_paid, spent_bonus,
                returned_paid, returned_bonus, closed_at is not null as "closed!"
        from    leases
        where   id = $1
        "#,
        id.get(),
    )
    .fetch_optional(db)
    .await?;
    let parts = |paid, bonus| Parts {
        paid: count(paid),
        bonus: count(bonus),
    };
    Ok(row.map(|row| {
        let lease = Lease {
            id,
            granted: parts(row.paid, row.bonus),
            spent: parts(row.spent_paid, row.spent_bonus),
            returned: parts(row.returned_paid, row.returned_bonus),
            closed: row.closed,
        };
        (row.member_id, lease)
    }))
}

/// What is lent to chat for the member and can still be spent or come back. The member is locked.
pub(crate) async fn lent(db: impl PgExecutor<'_>, member: MemberId) -> sqlx::Result<Parts> {
    let row = sqlx::query!(
        r#"
        select  coalesce(sum(paid - spent_paid - returned_paid), 0) as "paid!",
                coalesce(sum(bonus - spent_bonus - returned_bonus), 0) as "bonus!"
        from    leases
        where   member_id = $1
        and     closed_at is null
        "#,
        member.get(),
    )
    .fetch_one(db)
    .await?;
    Ok(Parts {
        paid: sum(row.paid),
        bonus: sum(row.bonus),
    })
}

/// A new lease.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    id: LeaseId,
    (site, member): (SiteId, MemberId),
    granted: Parts,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into leases (id, member_id, site_id, paid, bonus, opened_at)
        values ($1, $2, $3, $4, $5, $6)
        ",
        id.get(),
        member.get(),
        site.get(),
        stored(granted.paid),
        stored(granted.bonus),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What became of a lease.
pub(crate) async fn save(
    tx: &mut PgConnection,
    lease: &Lease,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "
        update  leases
        set     spent_paid = $2, spent_bonus = $3, returned_paid = $4, returned_bonus = $5,
                closed_at = case when $6 then coalesce(closed_at, $7) end
        where   id = $1
        ",
        lease.id.get(),
        stored(lease.spent.paid),
        stored(lease.spent.bonus),
        stored(lease.returned.paid),
        stored(lease.returned.bonus),
        lease.closed,
        now,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// Remembers that a lease is closed which was never granted, so that it never will be, and forgets
/// some of those that nobody asks for any more.
pub(crate) async fn bury(
    db: impl PgExecutor<'_>,
    id: LeaseId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        with old as (
            select  id
            from    lease_tombstones
            where   closed_at < $3
            and     id <> $1
            order by closed_at
            limit   100
            for     update skip locked
        ), forgotten as (
            delete from lease_tombstones using old where lease_tombstones.id = old.id
        )
        insert into lease_tombstones (id, closed_at)
        values ($1, $2)
        on conflict (id) do update set closed_at = excluded.closed_at
        ",
        id.get(),
        now,
        now - BURIED,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes a lease's id for one transaction: a grant and a close of the same one take turns,
/// also when there is no row yet.
pub(crate) async fn claim(tx: &mut PgConnection, id: LeaseId) -> sqlx::Result<()> {
    sqlx::query!(
        r#"select pg_advisory_xact_lock(hashtextextended($1, 0)) as "locked!: ()""#,
        id.to_string(),
    )
    .fetch_one(tx)
    .await?;
    Ok(())
}

/// Whether a lease was closed before it was granted.
pub(crate) async fn is_buried(db: impl PgExecutor<'_>, id: LeaseId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists(select from lease_tombstones where id = $1) as "buried!""#,
        id.get(),
    )
    .fetch_one(db)
    .await
}
