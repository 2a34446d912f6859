//! Table `members`: what other services told, each its own columns.

use kit::{MemberId, SiteId, Tx};
use sqlx::PgPool;
use time::OffsetDateTime;

/// What profiles told.
#[derive(Debug)]
pub(crate) struct Profile {
    pub(crate) member: MemberId,
    pub(crate) site: SiteId,
    /// Rises with every change.
    pub(crate) revision: i64,
    /// `member` or `fictional`; settled by the first event.
    pub(crate) kind: String,
    pub(crate) active: bool,
}

/// Takes over a profile, unless something later is known already. One that was hidden stays so
/// until it is active again.
pub(crate) async fn put_profile(tx: &mut Tx, profile: &Profile) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (member_id, site_id, revision, kind, active)
        values ($1, $2, $3, $4, $5)
        on conflict (member_id) do update
        set    revision = excluded.revision, active = excluded.active,
               kind = case when members.revision = 0 then excluded.kind else members.kind end,
               hidden = members.hidden and not excluded.active
        where  members.revision < excluded.revision
        ",
        profile.member.get(),
        profile.site.get(),
        profile.revision,
        profile.kind,
        profile.active,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The profile is not to be shown any more.
pub(crate) async fn hide(
    tx: &mut Tx,
    (site, member): (SiteId, MemberId),
    revision: i64,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (member_id, site_id, revision, hidden)
        values ($1, $2, $3, true)
        on conflict (member_id) do update
        set    revision = excluded.revision, active = false, hidden = true
        where  members.revision < excluded.revision
        ",
        member.get(),
        site.get(),
        revision,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The mail address is confirmed.
pub(crate) async fn confirm(tx: &mut Tx, (site, member): (SiteId, MemberId)) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (member_id, site_id, confirmed)
        values ($1, $2, true)
        on conflict (member_id) do update set confirmed = true
        ",
        member.get(),
        site.get(),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The account is deleted, or taken back.
pub(crate) async fn set_deleted(
    tx: &mut Tx,
    (site, member): (SiteId, MemberId),
    deleted: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (member_id, site_id, deleted)
        values ($1, $2, $3)
        on conflict (member_id) do update set deleted = excluded.deleted
        ",
        member.get(),
        site.get(),
        deleted,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The member has premium, or lost it.
pub(crate) async fn set_premium(
    tx: &mut Tx,
    (site, member): (SiteId, MemberId),
    premium: bool,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (member_id, site_id, premium)
        values ($1, $2, $3)
        on conflict (member_id) do update set premium = excluded.premium
        ",
        member.get(),
        site.get(),
        premium,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Remembers that the member has read the warning about fictional profiles.
pub(crate) async fn acknowledge_fictional(
    pool: &PgPool,
    (site, member): (SiteId, MemberId),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into members (member_id, site_id, fictional_acknowledged_at)
        values ($1, $2, $3)
        on conflict (member_id) do update
        set    fictional_acknowledged_at =
                   coalesce(members.fictional_acknowledged_at, excluded.fictional_acknowledged_at)
        ",
        member.get(),
        site.get(),
        now,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// What a member may do, wherever they write.
#[derive(Debug, Default)]
pub(crate) struct Means {
    /// None: nobody told of the member yet.
    pub(crate) site: Option<SiteId>,
    pub(crate) premium: bool,
    /// Free conversations used.
    pub(crate) conversations: i16,
}

/// What a member may do; nothing is told of a stranger.
pub(crate) async fn means(pool: &PgPool, member: MemberId) -> sqlx::Result<Means> {
    let means = sqlx::query_as!(
        Means,
        r#"
        select    site_id as "site?: SiteId", premium, coalesce(conversations, 0::smallint) as "conversations!"
        from      members
        left join allowances using (member_id)
        where     member_id = $1
        "#,
        member.get(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(means.unwrap_or_default())
}

/// Whether a member without a word between them is a fictional profile; none when they cannot be
/// written to.
pub(crate) async fn can_be_met(
    pool: &PgPool,
    site: SiteId,
    member: MemberId,
    fictional_allowed: bool,
) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        r#"
        select kind = 'fictional' as "fictional!"
        from   members
        where  member_id = $1 and site_id = $2 and not deleted and not hidden and revision > 0
        and    (active or confirmed and kind = 'member')
        and    (kind = 'member' or $3)
        "#,
        member.get(),
        site.get(),
        fictional_allowed,
    )
    .fetch_optional(pool)
    .await
}

/// Forgets a member. What they wrote stays with those they wrote it to, and goes with the last of
/// the two.
pub(crate) async fn erase(
    tx: &mut Tx,
    (site, member): (SiteId, MemberId),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let id = member.get();
    // One at a time: two members of one conversation who go at the same moment would each leave it to
    // the other, and nobody would delete it.
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('chat.erase', 0))")
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "
        insert into members (member_id, site_id, deleted, hidden, erased)
        values ($1, $2, true, true, true)
        on conflict (member_id) do update
        set    deleted = true, hidden = true, erased = true, active = false, confirmed = false,
               premium = false, fictional_acknowledged_at = null
        ",
        id,
        site.get(),
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from allowances where member_id = $1", id)
        .execute(&mut **tx)
        .await?;
    let gone = sqlx::query_scalar!(
        "
        delete from conversations c
        using       members p
        where       $1 in (c.low, c.high)
        and         p.member_id = case when c.low = $1 then c.high else c.low end
        and         p.erased
        returning   c.conversation_id
        ",
        id,
    )
    .fetch_all(&mut **tx)
    .await?;
    sqlx::query!(
        "
        with dropped as (
            delete from messages where conversation_id = any($1) returning message_id
        )
        delete from message_ids using dropped where message_ids.message_id = dropped.message_id
        ",
        &gone,
    )
    .execute(&mut **tx)
    .await?;
    // What nobody is shown any more, also of members who were erased before.
    sqlx::query!(
        "
        with dropped as (
            delete from photos
            where  member_id in (select member_id from members where erased)
            and    not exists (select from messages where messages.photo_id = photos.photo_id)
            returning stem
        )
        insert into stale_files (stem, due_at) select stem, $1 from dropped
        ",
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
