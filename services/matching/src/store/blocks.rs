//! Table `blocks`.

use kit::{MemberId, SiteId, Tx};
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::pair::Pair;

/// The two must not decide about each other at the same moment: whoever comes second waits, and sees
/// what the first one did.
async fn take_turns(tx: &mut Tx, pair: Pair) -> sqlx::Result<()> {
    sqlx::query!("select take_turns($1, $2)", pair.me.get(), pair.other.get(),)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Shuts a member out, ends every like between the two. Doing it again changes nothing. Answers the
/// number of the decision; none when one of the two is erased.
pub(crate) async fn put(
    tx: &mut Tx,
    site: SiteId,
    pair: Pair,
    now: OffsetDateTime,
) -> sqlx::Result<Option<i64>> {
    take_turns(tx, pair).await?;
    let decision = sqlx::query_scalar!(
        "
        insert into blocks (blocker_id, blocked_id, site_id, since, touched_at, decision)
        select $1, $2, $3, $4, $4, next_decision()
        where  not exists (select from members where member_id in ($1, $2) and erased)
        on conflict (blocker_id, blocked_id) do update
        set lifted_at = null, touched_at = $4,
            settled = blocks.settled and blocks.lifted_at is null,
            decision = case
                when blocks.lifted_at is null then blocks.decision else excluded.decision
            end
        returning decision
        ",
        pair.me.get(),
        pair.other.get(),
        site.get(),
        now,
    )
    .fetch_optional(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from pairs where low = $1 and high = $2",
        pair.low().get(),
        pair.high().get(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(decision)
}

/// Asks for a block to be lifted. Answers the number of the decision; none when there is no block.
pub(crate) async fn lift(
    tx: &mut Tx,
    pair: Pair,
    now: OffsetDateTime,
) -> sqlx::Result<Option<i64>> {
    take_turns(tx, pair).await?;
    sqlx::query_scalar!(
        "
        update blocks
        set    lifted_at = coalesce(lifted_at, $3), touched_at = $3,
               decision = case when lifted_at is null then next_decision() else decision end
        where  blocker_id = $1 and blocked_id = $2
        returning decision
        ",
        pair.me.get(),
        pair.other.get(),
        now,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Chat and profiles know of the block; false when that was known, or there is a later decision.
pub(crate) async fn settle(tx: &mut Tx, pair: Pair, decision: i64) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        update blocks
        set    settled = true
        where  blocker_id = $1 and blocked_id = $2 and decision = $3 and not settled
        ",
        pair.me.get(),
        pair.other.get(),
        decision,
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Chat and profiles know that the block is lifted; false when that was known, or there is a later
/// decision.
pub(crate) async fn remove(tx: &mut Tx, pair: Pair, decision: i64) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "delete from blocks where blocker_id = $1 and blocked_id = $2 and decision = $3",
        pair.me.get(),
        pair.other.get(),
        decision,
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
    /// Number of what was decided last.
    pub(crate) decision: i64,
    /// Whether that was to lift it.
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
                  blocks.blocked_id as "blocked: MemberId", blocks.decision,
                  lifted_at is not null as "lifting!"
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
