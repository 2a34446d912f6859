//! The deployment's key for pushes.

use kit::Db;
use time::OffsetDateTime;

/// Keeps a private key unless there is one, and answers the one that is kept: processes that start
/// together end up with the same.
pub(crate) async fn keep_first(
    db: &Db,
    private_key: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<Vec<u8>> {
    sqlx::query!(
        "
        insert into push_keys (private_key, made_at)
        values ($1, $2)
        on conflict (one) do nothing
        ",
        private_key,
        now,
    )
    .execute(db.pool())
    .await?;
    sqlx::query_scalar!("select private_key from push_keys")
        .fetch_one(db.pool())
        .await
}
