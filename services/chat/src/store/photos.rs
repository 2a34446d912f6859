//! Tables `photos` and `stale_files`.

use kit::{MemberId, Tx};
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::{ids::PhotoId, message::Photo};

/// A stored photo and whose it is.
pub(crate) async fn find(pool: &PgPool, id: PhotoId) -> sqlx::Result<Option<(MemberId, Photo)>> {
    let row = sqlx::query!(
        r#"
        select member_id as "member_id: MemberId", stem, width, height, blur_hash
        from   photos
        where  photo_id = $1
        "#,
        id.get(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(|row| {
        let photo = Photo {
            id,
            stem: row.stem,
            width: row.width,
            height: row.height,
            blur_hash: row.blur_hash,
        };
        (row.member_id, photo)
    }))
}

/// Stores a photo; false when its id is taken.
pub(crate) async fn insert(
    tx: &mut Tx,
    member: MemberId,
    photo: &Photo,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        insert into photos (photo_id, member_id, stem, width, height, blur_hash, added_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (photo_id) do nothing
        ",
        photo.id.get(),
        member.get(),
        photo.stem,
        photo.width,
        photo.height,
        photo.blur_hash,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Files that are to be deleted at some time, unless they are kept before.
pub(crate) async fn expect_stale(
    pool: &PgPool,
    stem: &str,
    due_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into stale_files (stem, due_at) values ($1, $2)",
        stem,
        due_at,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The files belong to a photo now; false when they are being deleted.
pub(crate) async fn keep(tx: &mut Tx, stem: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!("delete from stale_files where stem = $1", stem)
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

/// Up to 100 photos whose files are to be deleted.
pub(crate) async fn stale(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
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
    .await
}

/// The files are gone.
pub(crate) async fn forget_stale(pool: &PgPool, stem: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from stale_files where stem = $1", stem)
        .execute(pool)
        .await?;
    Ok(())
}

/// Whether a member may look at a photo: theirs, or sent to them by somebody neither has shut out.
pub(crate) async fn may_see(pool: &PgPool, stem: &str, viewer: MemberId) -> sqlx::Result<bool> {
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
        stem,
        viewer.get(),
    )
    .fetch_one(pool)
    .await
}
