//! Table `accounts`: what events tell of an account; and `premium_members`.

use kit::{MemberId, SiteId};
use sqlx::PgConnection;

/// What an account is, as far as it shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) site: SiteId,
    pub(crate) confirmed: bool,
    pub(crate) deleted: bool,
}

/// Remembers an account unless it is known, and locks it until the transaction ends.
pub(crate) async fn remember(
    tx: &mut PgConnection,
    member: MemberId,
    state: State,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into accounts (member_id, site_id, confirmed, deleted)
        values ($1, $2, $3, $4)
        on conflict (member_id) do update set site_id = accounts.site_id
        ",
        member.get(),
        state.site.get(),
        state.confirmed,
        state.deleted,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Locks an account until the transaction ends; false when it is not known, or erased.
pub(crate) async fn lock(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from accounts where member_id = $1 for update"#,
        member.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(found.is_some())
}

/// The address is proven, and the account is not deleted.
pub(crate) async fn mark_active(
    tx: &mut PgConnection,
    member: MemberId,
    site: SiteId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into accounts (member_id, site_id, confirmed)
        values ($1, $2, true)
        on conflict (member_id) do update set confirmed = true, deleted = false
        ",
        member.get(),
        site.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The account is hidden as of now.
pub(crate) async fn mark_deleted(
    tx: &mut PgConnection,
    member: MemberId,
    site: SiteId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into accounts (member_id, site_id, deleted)
        values ($1, $2, true)
        on conflict (member_id) do update set deleted = true
        ",
        member.get(),
        site.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Remembers whether the member has bought credits.
pub(crate) async fn set_premium(
    tx: &mut PgConnection,
    member: MemberId,
    premium: bool,
) -> sqlx::Result<()> {
    if premium {
        sqlx::query!(
            "
            insert into premium_members (member_id)
            values ($1)
            on conflict (member_id) do nothing
            ",
            member.get(),
        )
        .execute(tx)
        .await?;
    } else {
        sqlx::query!(
            "delete from premium_members where member_id = $1",
            member.get()
        )
        .execute(tx)
        .await?;
    }
    Ok(())
}

/// Erases everything that is kept of a member; the photos' files are left to be swept.
pub(crate) async fn erase(
    tx: &mut PgConnection,
    member: MemberId,
    now: time::OffsetDateTime,
) -> sqlx::Result<()> {
    // One statement per table, in one round trip. Photos go with the profile.
    sqlx::query!(
        "
        with stale as (
                 insert into stale_files (stem, due_at)
                 select stem, $2 from photos where member_id = $1
                 on conflict (stem) do update set due_at = excluded.due_at
             ),
             found as (delete from profile_search where member_id = $1),
             seen as (delete from presence where member_id = $1),
             premium as (delete from premium_members where member_id = $1),
             walls as (delete from block_decisions where blocker_id = $1 or blocked_id = $1),
             job as (delete from profile_jobs where member_id = $1),
             shown as (delete from profiles where member_id = $1)
        delete from accounts where member_id = $1
        ",
        member.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}
