//! Table `purses`: credits that billing has lent. Messages take from it in `send_message`.

use kit::{MemberId, SiteId};
use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;

use super::stored;
use crate::ids::LeaseId;

/// Remembers a lease before billing is asked for it.
pub(crate) async fn ask(
    pool: &PgPool,
    (site, member): (SiteId, MemberId),
    lease: LeaseId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into purses (member_id, lease_id, site_id, used_at) values ($1, $2, $3, $4)",
        member.get(),
        lease.get(),
        site.get(),
        now,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Billing has granted it; false when it was given up meanwhile.
///
/// Not flushed by itself: messages that take from it are, and this before them. What a crash
/// forgets is a lease that nobody took from, and is closed as one that was never answered.
pub(crate) async fn open(
    pool: &PgPool,
    member: MemberId,
    lease: LeaseId,
    (granted, paid): (u32, u32),
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        update purses
        set    state = 'open', granted = $3::integer, paid = least($4::integer, $3), used_at = $5
        where  member_id = $1 and lease_id = $2 and state = 'asked'
          and  set_config('synchronous_commit', 'off', true) = 'off'
        ",
        member.get(),
        lease.get(),
        stored(granted),
        stored(paid),
        now,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A lease is no more: billing refused it, or has taken it back. Not flushed by itself: what a
/// crash brings back is given back once more.
pub(crate) async fn forget(pool: &PgPool, member: MemberId, lease: LeaseId) -> sqlx::Result<()> {
    sqlx::query!(
        "
        delete from purses
        where  member_id = $1 and lease_id = $2 and state <> 'open'
          and  set_config('synchronous_commit', 'off', true) = 'off'
        ",
        member.get(),
        lease.get(),
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// What a member's purse holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holds {
    /// Credits, also those on their way back to billing.
    pub(crate) unspent: i64,
    /// Credits that can be spent.
    pub(crate) open: i64,
    /// Leases that may hold more than we know: asked for, or not given back yet.
    pub(crate) pending: i64,
}

/// What a member's purse holds.
pub(crate) async fn holds(pool: &PgPool, member: MemberId) -> sqlx::Result<Holds> {
    sqlx::query_as!(
        Holds,
        r#"
        select coalesce(sum(granted - spent), 0) as "unspent!",
               coalesce(sum(granted - spent) filter (where state = 'open'), 0) as "open!",
               count(*) filter (where state <> 'open') as "pending!"
        from   purses
        where  member_id = $1
        "#,
        member.get(),
    )
    .fetch_one(pool)
    .await
}

/// A lease that billing is to take back. What was spent is final.
#[derive(Debug)]
pub(crate) struct Closing {
    pub(crate) member: MemberId,
    pub(crate) lease: LeaseId,
    pub(crate) spent: i32,
}

/// Closes everything a member has, and answers all that is to go back.
pub(crate) async fn close(db: impl PgExecutor<'_>, member: MemberId) -> sqlx::Result<Vec<Closing>> {
    sqlx::query_as!(
        Closing,
        r#"
        update purses
        set    state = 'closing'
        where  member_id = $1
        returning member_id as "member: MemberId", lease_id as "lease: LeaseId", spent
        "#,
        member.get(),
    )
    .fetch_all(db)
    .await
}

/// Closes purses that nobody used since `idle`, and leases that billing did not answer about since
/// `unanswered`.
pub(crate) async fn close_unused(
    pool: &PgPool,
    idle: OffsetDateTime,
    unanswered: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update purses
        set    state = 'closing'
        where  state = 'open' and used_at < $1 or state = 'asked' and used_at < $2
        ",
        idle,
        unanswered,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Up to 500 leases that billing is to take back, after this one.
pub(crate) async fn closing(pool: &PgPool, after: LeaseId) -> sqlx::Result<Vec<Closing>> {
    sqlx::query_as!(
        Closing,
        r#"
        select   member_id as "member: MemberId", lease_id as "lease: LeaseId", spent
        from     purses
        where    state = 'closing' and lease_id > $1
        order by lease_id
        limit    500
        "#,
        after.get(),
    )
    .fetch_all(pool)
    .await
}
