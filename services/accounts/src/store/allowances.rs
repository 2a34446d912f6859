//! Counts of mails asked for.

use sqlx::{PgConnection, PgExecutor};
use time::{Duration, OffsetDateTime};

/// Takes one of `limit` mails within the last 24 hours; false when all are taken.
///
/// One statement, so that many at once cannot all have the last.
pub(crate) async fn take(
    tx: &mut PgConnection,
    bucket: &[u8],
    limit: u32,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let taken = sqlx::query!(
        "
        insert into allowances (bucket, times, touched_at)
        values ($1, array[$2::timestamptz], $2)
        on conflict (bucket) do update
        set     times = array_append(
                    array(select at from unnest(allowances.times) as at where at > $3), $2
                ),
                touched_at = $2
        where   (select count(*) from unnest(allowances.times) as at where at > $3) < $4
        ",
        bucket,
        now,
        now - Duration::DAY,
        i64::from(limit),
    )
    .execute(tx)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// Drops buckets not touched since `since`.
pub(crate) async fn purge(db: impl PgExecutor<'_>, since: OffsetDateTime) -> sqlx::Result<u64> {
    let purged = sqlx::query!("delete from allowances where touched_at < $1", since)
        .execute(db)
        .await?;
    Ok(purged.rows_affected())
}
