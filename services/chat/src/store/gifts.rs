//! Tables `gifts` and `gift_names`, read once.

use sqlx::PgPool;

use crate::gift::{Gift, Gifts};

/// Every gift, in the order they are shown.
pub(crate) async fn all(pool: &PgPool) -> sqlx::Result<Gifts> {
    let rows = sqlx::query!(
        r#"
        select   gift_id, price, array_agg(language) as "languages!", array_agg(name) as "names!"
        from     gifts
        join     gift_names using (gift_id)
        group by gift_id, price, position
        order by position
        "#,
    )
    .fetch_all(pool)
    .await?;
    let gifts = rows.into_iter().map(|row| Gift {
        id: row.gift_id,
        worth: row.price.unsigned_abs(),
        names: row.languages.into_iter().zip(row.names).collect(),
    });
    Ok(Gifts(gifts.collect()))
}
