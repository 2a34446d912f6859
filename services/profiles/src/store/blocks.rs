//! Blocks: matching's, as a copy.

use kit::MemberId;
use sqlx::PgExecutor;

/// A block stands, or is lifted, unless a later decision is known.
pub(crate) async fn set(
    db: impl PgExecutor<'_>,
    (by, whom): (MemberId, MemberId),
    stands: bool,
    decision: i64,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into block_decisions as b (blocker_id, blocked_id, stands, decision)
        values ($1, $2, $3, $4)
        on conflict (blocker_id, blocked_id) do update
        set    stands = excluded.stands, decision = excluded.decision
        where  b.decision <= excluded.decision
        ",
        by.get(),
        whom.get(),
        stands,
        decision,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Whether neither has blocked the other.
pub(crate) async fn can_interact(
    db: impl PgExecutor<'_>,
    one: MemberId,
    other: MemberId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select not exists (select from blocks where blocker_id = $1 and blocked_id = $2)
           and not exists (select from blocks where blocker_id = $2 and blocked_id = $1) as "may!"
        "#,
        one.get(),
        other.get(),
    )
    .fetch_one(db)
    .await
}
