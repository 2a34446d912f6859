//! Tables `interests` and `interest_names`.

use sqlx::PgPool;

use crate::interest::Interests;

/// All of them. They change with a release, so they are read once.
pub(crate) async fn all(pool: &PgPool) -> sqlx::Result<Interests> {
    let rows = sqlx::query!(
        "
        select   i.id, i.slug, n.language, n.name
        from     interests i
        join     interest_names n on n.interest_id = i.id
        order by i.id
        "
    )
    .fetch_all(pool)
    .await?;
    Ok(Interests::gather(
        rows.into_iter()
            .map(|row| (row.id, row.slug, row.language, row.name)),
    ))
}
