//! Tables `photos` and `stale_files`.

use kit::{MemberId, Tx};
use photo::Stem;
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::{ids::PhotoId, message::Photo};

/// A stored photo.
#[derive(Debug)]
pub(crate) struct Stored {
    /// Whose it is.
    pub(crate) owner: MemberId,
    pub(crate) photo: Photo,
    /// SHA-256 of the file it was made from; none of photos of old.
    pub(crate) upload: Option<Vec<u8>>,
}

/// A stored photo.
pub(crate) async fn find(pool: &PgPool, id: PhotoId) -> sqlx::Result<Option<Stored>> {
    let row = sqlx::query!(
        r#"
        select member_id as "member_id: MemberId", stem, width, height, blur_hash, upload_hash
        from   photos
        where  photo_id = $1
        "#,
        id.get(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| Stored {
        owner: row.member_id,
        photo: Photo {
            id,
            stem: Stem::stored(row.stem),
            width: row.width,
            height: row.height,
            blur_hash: row.blur_hash,
        },
        upload: row.upload_hash,
    }))
}

/// Stores a photo; false when its id is taken.
pub(crate) async fn insert(
    tx: &mut Tx,
    member: MemberId,
    photo: &Photo,
    upload: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        insert into photos (photo_id, member_id, stem, width, height, blur_hash, added_at, upload_hash)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (photo_id) do nothing
        ",
        photo.id.get(),
        member.get(),
        photo.stem.as_str(),
        photo.width,
        photo.height,
        photo.blur_hash,
        now,
        upload,
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Files that are to be deleted at some time, unless they are kept before.
pub(crate) async fn expect_stale(
    pool: &PgPool,
    stem: &Stem,
    due_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into stale_files (stem, due_at) values ($1, $2)",
        stem.as_str(),
        due_at,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The files belong to a photo now; false when they are being deleted.
pub(crate) async fn keep(tx: &mut Tx, stem: &Stem) -> sqlx::Result<bool> {
    let done = sqlx::query!("delete from stale_files where stem = $1", stem.as_str())
        .execute(&mut **tx)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Drops photos that were added before `added_before` and not sent.
pub(crate) async fn drop_unsent(
    pool: &PgPool,
    added_before: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        with dropped as (
            delete from photos where sent_at is null and added_at < $1 returning stem
        )
        insert into stale_files (stem, due_at) select stem, $2 from dropped
        ",
        added_before,
        now,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Drops a member's unsent photos but for the latest `kept`.
pub(crate) async fn drop_oldest_unsent(
    tx: &mut Tx,
    member: MemberId,
    kept: i64,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    // Asked twice whether it is unsent: it may be on its way just now.
    sqlx::query!(
        "
        with dropped as (
            delete from photos
            where  sent_at is null and photo_id in (
                select   photo_id
                from     photos
                where    member_id = $1 and sent_at is null
                order by added_at desc, photo_id desc
                offset   $2
            )
            returning stem
        )
        insert into stale_files (stem, due_at) select stem, $3 from dropped
        ",
        member.get(),
        kept,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Up to 100 photos whose files are to be deleted.
pub(crate) async fn stale(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<Vec<Stem>> {
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

/// The files are not to be deleted before `due_at`, if they still are to be deleted.
pub(crate) async fn put_off(
    pool: &PgPool,
    stem: &Stem,
    due_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update stale_files set due_at = $2 where stem = $1",
        stem.as_str(),
        due_at,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The files are gone.
pub(crate) async fn forget_stale(pool: &PgPool, stem: &Stem) -> sqlx::Result<()> {
    sqlx::query!("delete from stale_files where stem = $1", stem.as_str())
        .execute(pool)
        .await?;
    Ok(())
}

/// Whether a member may look at a photo: theirs, or sent to them by somebody neither has shut out.
pub(crate) async fn may_see(pool: &PgPool, stem: &Stem, viewer: MemberId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select from photos
            where  stem = $1
            and    (member_id = $2 or exists (
                select from shown
                where  shown.photo_id = photos.photo_id and $2 in (low, high) and not blocked
            ))
        ) as "may!"
        "#,
        stem.as_str(),
        viewer.get(),
    )
    .fetch_one(pool)
    .await
}
