//! Discount codes and what they are bound to.

use kit::{MemberId, OnConstraint as _, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::{Duration, OffsetDateTime};

use super::count;
use crate::{discount::Code, fault::Fault, ids::OrderId};

/// A site's code.
pub(crate) async fn find(
    db: impl PgExecutor<'_>,
    site: SiteId,
    code: &str,
) -> sqlx::Result<Option<Code>> {
    let row = sqlx::query!(
        r#"
        select  id, code, percentage, country, member_id as "member_id: MemberId", currency,
                minimum_minor, expires_at, window_seconds, once, methods
        from    discount_codes
        where   site_id = $1
        and     code = $2
        and     active
        "#,
        site.get(),
        code,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Code {
        id: row.id,
        name: row.code,
        percentage: count(row.percentage),
        country: row.country,
        member: row.member_id,
        currency: row.currency.and_then(|currency| currency.parse().ok()),
        minimum_minor: row.minimum_minor,
        expires_at: row.expires_at,
        window: row
            .window_seconds
            .map(|seconds| Duration::seconds(seconds.into())),
        once: row.once,
        methods: row.methods,
    }))
}

/// Whether the order of the member that holds the code may still be paid; none when none holds it.
pub(crate) async fn held(
    db: impl PgExecutor<'_>,
    code: i64,
    member: MemberId,
) -> sqlx::Result<Option<bool>> {
    sqlx::query_scalar!(
        r#"
        select  bool_and(orders.status in ('created', 'pending')) as open
        from    discount_redemptions redemption
        join    orders on orders.id = redemption.order_id
        where   redemption.code_id = $1
        and     redemption.member_id = $2
        and     redemption.released_at is null
        "#,
        code,
        member.get(),
    )
    .fetch_one(db)
    .await
}

/// The member's order that holds the code.
pub(crate) async fn holder(
    db: impl PgExecutor<'_>,
    (site, member): (SiteId, MemberId),
    code: &str,
) -> sqlx::Result<Option<OrderId>> {
    sqlx::query_scalar!(
        r#"
        select  redemption.order_id as "order: OrderId"
        from    discount_redemptions redemption
        join    discount_codes code on code.id = redemption.code_id
        where   code.site_id = $1
        and     code.code = $2
        and     redemption.member_id = $3
        and     redemption.released_at is null
        limit   1
        "#,
        site.get(),
        code,
        member.get(),
    )
    .fetch_optional(db)
    .await
}

/// Binds a code to an order; reason `code_used` when another order of the member holds it.
pub(crate) async fn bind(
    tx: &mut PgConnection,
    code: &Code,
    member: MemberId,
    order: OrderId,
    now: OffsetDateTime,
) -> Result<(), Fault> {
    sqlx::query!(
        "
        insert into discount_redemptions (order_id, code_id, member_id, once, bound_at)
        values ($1, $2, $3, $4, $5)
        ",
        order.get(),
        code.id,
        member.get(),
        code.once,
        now,
    )
    .execute(tx)
    .await
    .on_constraint("discount_redemptions_once", Fault::CodeUsed)?;
    Ok(())
}

/// Gives the code of an order back that came to nothing.
pub(crate) async fn release(
    tx: &mut PgConnection,
    order: OrderId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update  discount_redemptions
        set     released_at = $2
        where   order_id = $1
        and     released_at is null
        ",
        order.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes the code for an order again that was paid after all, if it is still to be had.
pub(crate) async fn bind_again(tx: &mut PgConnection, order: OrderId) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update  discount_redemptions own
        set     released_at = null
        where   own.order_id = $1
        and     own.released_at is not null
        and     not exists (
            select
            from    discount_redemptions other
            where   other.code_id = own.code_id
            and     other.member_id = own.member_id
            and     other.released_at is null
        )
        ",
        order.get(),
    )
    .execute(tx)
    .await?;
    Ok(())
}
