//! Accounts that are deleted: hidden, taken back, erased.

use kit::{MemberId, SiteId};
use sqlx::PgConnection;
use time::OffsetDateTime;

/// Hides an account until `erase_at`; false when it is hidden or gone.
pub(crate) async fn hide(
    tx: &mut PgConnection,
    member: MemberId,
    (now, erase_at): (OffsetDateTime, OffsetDateTime),
    reason: &str,
) -> sqlx::Result<bool> {
    let hidden = sqlx::query!(
        "
        update  accounts
        set     status = 'deleted', deleted_at = $2, erase_at = $3, deletion_reason = $4
        where   id = $1 and status <> 'deleted'
        ",
        member.get(),
        now,
        erase_at,
        reason,
    )
    .execute(tx)
    .await?;
    Ok(hidden.rows_affected() == 1)
}

/// What taking back an account found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakenBack {
    /// The address was proven by this for the first time.
    pub(crate) first_proof: bool,
}

/// Takes a hidden account back, its address now proven; none when it is too late or not hidden.
pub(crate) async fn take_back(
    tx: &mut PgConnection,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<Option<TakenBack>> {
    sqlx::query_as!(
        TakenBack,
        r#"
        update  accounts
        set     status = 'active',
                activated_at = coalesce(activated_at, $2),
                deleted_at = null,
                erase_at = null,
                deletion_reason = ''
        where   id = $1 and status = 'deleted' and erase_at > $2
        returning activated_at = $2 as "first_proof!"
        "#,
        member.get(),
        now,
    )
    .fetch_optional(tx)
    .await
}

/// Erases up to `limit` accounts whose time is over, and all that hangs on them.
pub(crate) async fn erase_due(
    tx: &mut PgConnection,
    now: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<(MemberId, SiteId)>> {
    let erased = sqlx::query!(
        r#"
        delete from accounts
        where id in (
            select  id
            from    accounts
            where   erase_at <= $1
            order by erase_at
            limit   $2
            for update skip locked
        )
        returning id as "id: MemberId", site_id as "site_id: SiteId"
        "#,
        now,
        limit,
    )
    .fetch_all(tx)
    .await?;
    Ok(erased
        .into_iter()
        .map(|row| (row.id, row.site_id))
        .collect())
}
