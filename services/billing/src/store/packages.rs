//! What can be bought, per site.

use kit::SiteId;
use sqlx::{PgConnection, PgExecutor};

use super::count;
use crate::{
    discount::{TIME_BONUS, TIME_BONUS_PERCENTAGE, TIME_BONUS_SECONDS},
    money::Money,
    package::{DEFAULTS, Package},
};

/// A site's packages in their order. One whose currency cannot be read is not for sale.
pub(crate) async fn list(db: impl PgExecutor<'_>, site: SiteId) -> sqlx::Result<Vec<Package>> {
    let rows = sqlx::query!(
        "
        select  id, credits, price_minor, currency
        from    packages
        where   site_id = $1
        and     active
        order by position, id
        ",
        site.get(),
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            Some(Package {
                id: row.id,
                credits: count(row.credits),
                price: Money {
                    minor: row.price_minor,
                    currency: row.currency.parse().ok()?,
                },
            })
        })
        .collect())
}

/// Whether the site has packages of its own, sold or not.
pub(crate) async fn is_set_up(db: impl PgExecutor<'_>, site: SiteId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists(select from packages where site_id = $1) as "set_up!""#,
        site.get(),
    )
    .fetch_one(db)
    .await
}

/// Gives a site the defaults. An operator changes the rows; they are never written again.
pub(crate) async fn set_up(tx: &mut PgConnection, site: SiteId) -> sqlx::Result<()> {
    let ids: Vec<String> = DEFAULTS.iter().map(|(id, ..)| (*id).to_owned()).collect();
    let credits: Vec<i32> = DEFAULTS.iter().map(|(_, credits, _)| *credits).collect();
    let prices: Vec<i64> = DEFAULTS.iter().map(|(.., price)| *price).collect();
    sqlx::query!(
        "
        insert into packages (site_id, id, credits, price_minor, currency, position)
        select  $1, new.id, new.credits, new.price, 'EUR', new.position
        from    unnest($2::text[], $3::integer[], $4::bigint[])
                    with ordinality as new (id, credits, price, position)
        on conflict do nothing
        ",
        site.get(),
        &ids,
        &credits,
        &prices,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "
        insert into discount_codes (site_id, code, percentage, window_seconds)
        values ($1, $2, $3, $4)
        on conflict do nothing
        ",
        site.get(),
        TIME_BONUS,
        TIME_BONUS_PERCENTAGE,
        TIME_BONUS_SECONDS,
    )
    .execute(tx)
    .await?;
    Ok(())
}
