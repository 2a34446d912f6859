//! Counts of password attempts.

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::throttle::Attempts;

/// What is remembered of a bucket, locked until the transaction ends.
pub(crate) async fn take(
    tx: &mut PgConnection,
    bucket: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<Attempts> {
    sqlx::query_as!(
        Attempts,
        "
        insert into throttles (bucket, touched_at)
        values ($1, $2)
        on conflict (bucket) do update set touched_at = excluded.touched_at
        returning recent, level, blocked_until
        ",
        bucket,
        now,
    )
    .fetch_one(tx)
    .await
}

/// Remembers a bucket that was taken.
pub(crate) async fn put(
    tx: &mut PgConnection,
    bucket: &[u8],
    attempts: &Attempts,
) -> sqlx::Result<()> {
    let put = sqlx::query!(
        "
        update  throttles
        set     recent = $2, level = $3, blocked_until = $4
        where   bucket = $1
        ",
        bucket,
        &attempts.recent,
        attempts.level,
        attempts.blocked_until,
    )
    .execute(tx)
    .await?;
    super::exactly_one(&put)
}

/// Forgets a bucket.
pub(crate) async fn clear(tx: &mut PgConnection, bucket: &[u8]) -> sqlx::Result<()> {
    sqlx::query!("delete from throttles where bucket = $1", bucket)
        .execute(tx)
        .await?;
    Ok(())
}

/// Drops buckets not touched since `since`.
pub(crate) async fn purge(db: impl PgExecutor<'_>, since: OffsetDateTime) -> sqlx::Result<u64> {
    let purged = sqlx::query!("delete from throttles where touched_at < $1", since)
        .execute(db)
        .await?;
    Ok(purged.rows_affected())
}
