//! Table `photos`.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use super::exactly_one;
use photo::Stem;

use crate::card::Photo;

struct Row {
    photo_id: Uuid,
    stem: String,
    width: i32,
    height: i32,
    blur_hash: String,
}

impl From<Row> for Photo {
    fn from(row: Row) -> Self {
        Self {
            id: row.photo_id,
            stem: Stem::stored(row.stem),
            width: row.width,
            height: row.height,
            blur_hash: row.blur_hash,
        }
    }
}

/// A member's photos in their order.
pub(crate) async fn of_member(
    db: impl PgExecutor<'_>,
    member: MemberId,
) -> sqlx::Result<Vec<Photo>> {
    let rows = sqlx::query_as!(
        Row,
        "
        select   photo_id, stem, width, height, blur_hash
        from     photos
        where    member_id = $1
        order by position
        ",
        member.get(),
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Photo::from).collect())
}

/// Adds a photo behind the others. The profile is locked.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    member: MemberId,
    photo: &Photo,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into photos (member_id, photo_id, stem, width, height, blur_hash, position, added_at)
        select $1, $2, $3, $4, $5, $6, coalesce(max(position) + 1, 0), $7
        from   photos
        where  member_id = $1
        ",
        member.get(),
        photo.id,
        photo.stem.as_str(),
        photo.width,
        photo.height,
        photo.blur_hash,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Removes a photo and answers what its files are named after.
pub(crate) async fn remove(
    tx: &mut PgConnection,
    member: MemberId,
    photo: Uuid,
) -> sqlx::Result<Option<Stem>> {
    let stem = sqlx::query_scalar!(
        "delete from photos where member_id = $1 and photo_id = $2 returning stem",
        member.get(),
        photo,
    )
    .fetch_optional(tx)
    .await?;
    Ok(stem.map(Stem::stored))
}

/// Puts a photo at a place.
pub(crate) async fn place(
    tx: &mut PgConnection,
    member: MemberId,
    photo: Uuid,
    position: i32,
) -> sqlx::Result<()> {
    let placed = sqlx::query!(
        "update photos set position = $3 where member_id = $1 and photo_id = $2",
        member.get(),
        photo,
        position,
    )
    .execute(tx)
    .await?;
    exactly_one(&placed)
}

/// Whether a member may see the photo of a stem: its owner, or anybody of the site that no block stands
/// between, the first `free` of a member, and with premium all.
pub(crate) async fn may_be_seen(
    db: impl PgExecutor<'_>,
    stem: &Stem,
    (site, viewer): (SiteId, MemberId),
    free: u32,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists (
            select
            from   photos f
            join   cards k on k.member_id = f.member_id
            where  f.stem = $1
              and  k.site_id = $2
              and  k.status <> 'hidden'
              and  not exists (
                       select from blocks b where b.blocker_id = $3 and b.blocked_id = f.member_id
                   )
              and  not exists (
                       select from blocks b where b.blocker_id = f.member_id and b.blocked_id = $3
                   )
              and  (
                       f.member_id = $3
                       or (
                           select count(*)
                           from   photos before
                           where  before.member_id = f.member_id and before.position < f.position
                       ) < $4
                       or exists (select from premium_members where member_id = $3)
                   )
        ) as "may!"
        "#,
        stem.as_str(),
        site.get(),
        viewer.get(),
        i64::from(free),
    )
    .fetch_one(db)
    .await
}

/// Whether visitors may see the photo of a stem: the first `seen` of members whom they can find.
pub(crate) async fn may_be_seen_by_visitors(
    db: impl PgExecutor<'_>,
    stem: &Stem,
    site: SiteId,
    seen: u32,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists (
            select
            from   photos f
            join   cards k on k.member_id = f.member_id
            join   profiles p on p.member_id = f.member_id
            where  f.stem = $1
              and  k.site_id = $2
              and  k.status = 'active'
              and  not p.invisible
              and  (
                       select count(*)
                       from   photos before
                       where  before.member_id = f.member_id and before.position < f.position
                   ) < $3
        ) as "may!"
        "#,
        stem.as_str(),
        site.get(),
        i64::from(seen),
    )
    .fetch_one(db)
    .await
}
