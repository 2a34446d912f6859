//! Table `members`: what profiles told.

use kit::{MemberId, SiteId, Tx};

use crate::{fault::Fault, pair::Pair};

/// What is kept of a member.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) id: MemberId,
    pub(crate) site: SiteId,
    /// Rises with every change of the profile.
    pub(crate) revision: i64,
    /// `member` or `fictional`.
    pub(crate) kind: String,
    pub(crate) active: bool,
}

/// Takes over what was told, unless something later is known already.
pub(crate) async fn put(tx: &mut Tx, member: &Member) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (member_id, site_id, revision, kind, active)
        values ($1, $2, $3, $4, $5)
        on conflict (member_id) do update
        set revision = excluded.revision, active = excluded.active
        where members.revision < excluded.revision and not members.erased
        ",
        member.id.get(),
        member.site.get(),
        member.revision,
        member.kind,
        member.active,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The profile is not to be shown any more.
pub(crate) async fn hide(tx: &mut Tx, member: MemberId, revision: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update members
        set    revision = $2, active = false
        where  member_id = $1 and revision < $2
        ",
        member.get(),
        revision,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets everything about a member but that they are gone.
pub(crate) async fn erase(tx: &mut Tx, site: SiteId, member: MemberId) -> sqlx::Result<()> {
    let id = member.get();
    // A statement of its own: the others see what was written until its turn came.
    sqlx::query!("select take_leave($1)", id)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "
        insert into members (member_id, site_id, revision, kind, active, erased)
        values ($1, $2, 0, 'member', false, true)
        on conflict (member_id) do update set active = false, erased = true
        ",
        id,
        site.get(),
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from pairs where low = $1 or high = $1", id)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "delete from blocks where blocker_id = $1 or blocked_id = $1",
        id
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from swipes where member_id = $1 or target_id = $1",
        id
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from swipe_days where member_id = $1", id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Why the caller may not deal with the other member, when a statement found that so.
pub(crate) async fn why_not(
    pool: &sqlx::PgPool,
    site: SiteId,
    pair: Pair,
) -> Result<Fault, sqlx::Error> {
    let mine = sqlx::query_scalar!(
        "select active from members where member_id = $1 and site_id = $2",
        pair.me.get(),
        site.get(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(if mine == Some(true) {
        Fault::MemberUnknown
    } else {
        Fault::NotConfirmed
    })
}

/// Whether the other member can be seen on this site, but for blocks.
pub(crate) async fn is_active(
    pool: &sqlx::PgPool,
    site: SiteId,
    member: MemberId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select from members where member_id = $1 and site_id = $2 and active
        ) as "active!"
        "#,
        member.get(),
        site.get(),
    )
    .fetch_one(pool)
    .await
}

/// Whether the other member is of this site and not erased, whoever shut out whom.
pub(crate) async fn is_of_site(
    pool: &sqlx::PgPool,
    site: SiteId,
    member: MemberId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select from members where member_id = $1 and site_id = $2 and not erased
        ) as "known!"
        "#,
        member.get(),
        site.get(),
    )
    .fetch_one(pool)
    .await
}
