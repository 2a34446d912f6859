//! Members as far as money goes.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use super::{count, exactly_one, stored};

/// A member's money matters.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) id: MemberId,
    pub(crate) site: SiteId,
    pub(crate) country: Option<String>,
    pub(crate) signed_up_at: Option<OffsetDateTime>,
    pub(crate) premium_since: Option<OffsetDateTime>,
    pub(crate) daily_limit: u32,
    pub(crate) weekly_limit: u32,
    pub(crate) deleted: bool,
}

struct Row {
    id: MemberId,
    site_id: SiteId,
    country: Option<String>,
    signed_up_at: Option<OffsetDateTime>,
    premium_since: Option<OffsetDateTime>,
    daily_limit: i32,
    weekly_limit: i32,
    deleted: bool,
}

impl From<Row> for Member {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            site: row.site_id,
            country: row.country,
            signed_up_at: row.signed_up_at,
            premium_since: row.premium_since,
            daily_limit: count(row.daily_limit),
            weekly_limit: count(row.weekly_limit),
            deleted: row.deleted,
        }
    }
}

/// Adds the member with empty accounts, unless there already: calls may come before events.
pub(crate) async fn ensure(
    tx: &mut PgConnection,
    member: MemberId,
    site: SiteId,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (id, site_id)
        values ($1, $2)
        on conflict (id) do nothing
        ",
        member.get(),
        site.get(),
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "
        insert into balances (member_id, account)
        select $1, unnest(array['paid', 'bonus', 'held_paid', 'held_bonus'])
        on conflict do nothing
        ",
        member.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The member, locked: every change of anybody's money begins here.
pub(crate) async fn lock(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<Option<Member>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select  id, site_id, country, signed_up_at, premium_since, daily_limit, weekly_limit,
                deleted_at is not null as "deleted!"
        from    members
        where   id = $1
        for     update
        "#,
        member.get(),
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(Member::from))
}

/// The member as it stands.
pub(crate) async fn find(
    db: impl PgExecutor<'_>,
    member: MemberId,
) -> sqlx::Result<Option<Member>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select  id, site_id, country, signed_up_at, premium_since, daily_limit, weekly_limit,
                deleted_at is not null as "deleted!"
        from    members
        where   id = $1
        "#,
        member.get(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(Member::from))
}

/// Keeps what accounts told of a new member. What is known once is not told again differently:
/// no window that counts from sign-up ever starts anew.
pub(crate) async fn learn(
    tx: &mut PgConnection,
    member: MemberId,
    country: &str,
    signed_up_at: OffsetDateTime,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "
        update  members
        set     country = coalesce(country, nullif($2, '')),
                signed_up_at = coalesce(signed_up_at, $3)
        where   id = $1
        ",
        member.get(),
        country,
        signed_up_at,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// The next revision of the member's credits.
pub(crate) async fn revise(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "
        update  members
        set     revision = revision + 1
        where   id = $1
        returning revision
        ",
        member.get(),
    )
    .fetch_one(tx)
    .await
}

/// Makes the member premium, or takes it back.
pub(crate) async fn set_premium(
    tx: &mut PgConnection,
    member: MemberId,
    since: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "update members set premium_since = $2 where id = $1",
        member.get(),
        since,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// The limits that the member set.
pub(crate) async fn set_limits(
    tx: &mut PgConnection,
    member: MemberId,
    daily: u32,
    weekly: u32,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "update members set daily_limit = $2, weekly_limit = $3 where id = $1",
        member.get(),
        stored(daily),
        stored(weekly),
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// Hides the member, or takes that back.
pub(crate) async fn set_deleted(
    tx: &mut PgConnection,
    member: MemberId,
    at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "update members set deleted_at = $2 where id = $1",
        member.get(),
        at,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// Takes away what tells of a person. The ledger's rows stay, under a number nobody knows.
pub(crate) async fn erase(
    tx: &mut PgConnection,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update  members
        set     country = null, signed_up_at = null, deleted_at = coalesce(deleted_at, $2), bonus_due_at = null
        where   id = $1
        ",
        member.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Remembers that the member may be due credits for signing up.
pub(crate) async fn owe_bonus(
    tx: &mut PgConnection,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "update members set bonus_due_at = $2 where id = $1",
        member.get(),
        now,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// Members whose bonus is due, with their sites.
pub(crate) async fn bonuses_due(
    db: impl PgExecutor<'_>,
    limit: i64,
) -> sqlx::Result<Vec<(MemberId, SiteId)>> {
    let rows = sqlx::query!(
        r#"
        select  id as "id: MemberId", site_id as "site_id: SiteId"
        from    members
        where   bonus_due_at is not null
        order by bonus_due_at
        limit   $1
        "#,
        limit,
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.site_id)).collect())
}

/// The bonus is settled; false when it was already.
pub(crate) async fn bonus_given(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update members set bonus_due_at = null where id = $1 and bonus_due_at is not null",
        member.get(),
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}
