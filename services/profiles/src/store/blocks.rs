//! Table `blocks`: matching's, as a copy.

use kit::MemberId;
use sqlx::PgExecutor;
use time::OffsetDateTime;

/// Remembers a block as of `at`.
pub(crate) async fn record(
    db: impl PgExecutor<'_>,
    (by, whom): (MemberId, MemberId),
    at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into blocks (blocker_id, blocked_id, recorded_at)
        values ($1, $2, $3)
        on conflict (blocker_id, blocked_id)
        do update set recorded_at = greatest(blocks.recorded_at, excluded.recorded_at)
        ",
        by.get(),
        whom.get(),
        at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets a block, unless it was made again after `at`.
pub(crate) async fn remove(
    db: impl PgExecutor<'_>,
    (by, whom): (MemberId, MemberId),
    at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        delete from blocks
        where blocker_id = $1 and blocked_id = $2 and recorded_at <= $3
        ",
        by.get(),
        whom.get(),
        at,
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
