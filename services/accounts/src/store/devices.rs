//! Devices that have logged in to an account before.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

/// Whether the device's token is one of ours: known to any account of the site.
pub(crate) async fn is_ours(
    tx: &mut PgConnection,
    site: SiteId,
    token_hash: &[u8],
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select
            from    devices
            join    accounts on accounts.id = devices.account_id
            where   devices.token_hash = $2 and accounts.site_id = $1
        ) as "ours!"
        "#,
        site.get(),
        token_hash,
    )
    .fetch_one(tx)
    .await
}

/// Remembers that the account was logged in to from a device.
pub(crate) async fn remember(
    tx: &mut PgConnection,
    member: MemberId,
    token_hash: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into devices (account_id, token_hash, last_used_at)
        values ($1, $2, $3)
        on conflict (account_id, token_hash) do update set last_used_at = excluded.last_used_at
        ",
        member.get(),
        token_hash,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Makes every device a stranger again.
pub(crate) async fn forget_all(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<()> {
    sqlx::query!("delete from devices where account_id = $1", member.get())
        .execute(tx)
        .await?;
    Ok(())
}

/// Drops devices that were last used before `since`.
pub(crate) async fn purge(db: impl PgExecutor<'_>, since: OffsetDateTime) -> sqlx::Result<u64> {
    let purged = sqlx::query!("delete from devices where last_used_at < $1", since)
        .execute(db)
        .await?;
    Ok(purged.rows_affected())
}
