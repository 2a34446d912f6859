//! Table `blocks`.

use kit::{MemberId, SiteId, Tx};
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::pair::Pair;

/// Shuts a member out, ends every like between the two. Doing it again changes nothing.
pub(crate) async fn put(
    tx: &mut Tx,
    site: SiteId,
    pair: Pair,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into blocks (blocker_id, blocked_id, site_id, since, touched_at)
        values ($1, $2, $3, $4, $4)
        on conflict (blocker_id, blocked_id) do update
        set lifted_at = null, touched_at = $4,
            settled = blocks.settled and blocks.lifted_at is null
        ",
        pair.me.get(),
        pair.other.get(),
        site.get(),
        now,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from pairs where low = $1 and high = $2",
        pair.low().get(),
        pair.high().get(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Asks for a block to be lifted; false when there is none.
pub(crate) async fn lift(pool: &PgPool, pair: Pair, now: OffsetDateTime) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        update blocks
        set    lifted_at = coalesce(lifted_at, $3), touched_at = $3
        where  blocker_id = $1 and blocked_id = $2
        ",
        pair.me.get(),
        pair.other.get(),
        now,
    )
    .execute(pool)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Chat and profiles know of the block; false when that was known, or it is being lifted.
pub(crate) async fn settle(tx: &mut Tx, pair: Pair) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        update blocks
        set    settled = true
        where  blocker_id = $1 and blocked_id = $2 and not settled and lifted_at is null
        ",
        pair.me.get(),
        pair.other.get(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Chat and profiles know that the block is lifted; false when somebody blocked anew meanwhile.
pub(crate) async fn remove(tx: &mut Tx, pair: Pair) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        delete from blocks
        where  blocker_id = $1 and blocked_id = $2 and lifted_at is not null
        ",
        pair.me.get(),
        pair.other.get(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// A block that somebody began and did not finish.
#[derive(Debug)]
pub(crate) struct Unfinished {
    pub(crate) site: SiteId,
    pub(crate) blocker: MemberId,
    pub(crate) blocked: MemberId,
    pub(crate) lifting: bool,
}

/// Takes up to 100 blocks that nobody has touched since `before`, and marks them as touched.
pub(crate) async fn take_unfinished(
    pool: &PgPool,
    before: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Unfinished>> {
    sqlx::query_as!(
        Unfinished,
        r#"
        with due as (
            select blocker_id, blocked_id
            from   blocks
            where  (not settled or lifted_at is not null) and touched_at < $1
            order  by touched_at
            limit  100
            for    update skip locked
        )
        update blocks
        set    touched_at = $2
        from   due
        where  blocks.blocker_id = due.blocker_id and blocks.blocked_id = due.blocked_id
        returning blocks.site_id as "site: SiteId", blocks.blocker_id as "blocker: MemberId",
                  blocks.blocked_id as "blocked: MemberId", lifted_at is not null as "lifting!"
        "#,
        before,
        now,
    )
    .fetch_all(pool)
    .await
}

/// Whom a member has shut out, and since when.
pub(crate) async fn of(
    pool: &PgPool,
    member: MemberId,
) -> sqlx::Result<Vec<(MemberId, OffsetDateTime)>> {
    let rows = sqlx::query!(
        r#"
        select   blocked_id as "blocked: MemberId", since
        from     blocks
        where    blocker_id = $1 and lifted_at is null
        order by since desc, blocked_id
        "#,
        member.get(),
    )
    .fetch_all(pool)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.blocked, row.since))
        .collect())
}
