//! Table `stale_files`: photo files that nothing needs.

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;

use photo::Stem;

/// The files of a stem may be deleted after `due_at`.
pub(crate) async fn add(
    db: impl PgExecutor<'_>,
    stem: &Stem,
    due_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into stale_files (stem, due_at)
        values ($1, $2)
        on conflict (stem) do update set due_at = excluded.due_at
        ",
        stem.as_str(),
        due_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The files of a stem may be deleted after `due_at`, unless they came to be needed.
pub(crate) async fn reschedule(
    db: impl PgExecutor<'_>,
    stem: &Stem,
    due_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update stale_files set due_at = $2 where stem = $1",
        stem.as_str(),
        due_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The files of a stem are needed, or gone.
pub(crate) async fn remove(db: impl PgExecutor<'_>, stem: &Stem) -> sqlx::Result<bool> {
    let removed = sqlx::query!("delete from stale_files where stem = $1", stem.as_str())
        .execute(db)
        .await?;
    Ok(removed.rows_affected() == 1)
}

/// Some that are due, the longest first.
pub(crate) async fn due(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<Vec<Stem>> {
    let stems = sqlx::query_scalar!(
        "
        select   stem
        from     stale_files
        where    due_at <= $1
        order by due_at
        limit    100
        ",
        now,
    )
    .fetch_all(pool)
    .await?;
    Ok(stems.into_iter().map(Stem::stored).collect())
}
