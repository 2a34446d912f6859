//! Purchase lots, first in, first out.

use kit::MemberId;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use super::{count, exactly_one, stored};
use crate::{ids::OrderId, ledger::Lot};

/// A member's lots that are not used up, the oldest first.
pub(crate) async fn list(db: impl PgExecutor<'_>, member: MemberId) -> sqlx::Result<Vec<Lot>> {
    let rows = sqlx::query!(
        r#"
        select  order_id as "order_id: OrderId", credits, remaining, owed, owed_minor
        from    lots
        where   member_id = $1
        and     remaining > 0
        order by bought_at, order_id
        "#,
        member.get(),
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Lot {
            order: row.order_id,
            credits: count(row.credits),
            remaining: count(row.remaining),
            owed: count(row.owed),
            owed_minor: row.owed_minor,
        })
        .collect())
}

/// Whether credits of the order's lot went to chat before their money went back, and may be there still.
pub(crate) async fn owes(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists(select from lots where order_id = $1 and owed > 0) as "owes!""#,
        order.get(),
    )
    .fetch_one(db)
    .await
}

/// The lot that an order brought.
pub(crate) async fn find(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Lot> {
    let row = sqlx::query!(
        "select credits, remaining, owed, owed_minor from lots where order_id = $1",
        order.get(),
    )
    .fetch_one(db)
    .await?;
    Ok(Lot {
        order,
        credits: count(row.credits),
        remaining: count(row.remaining),
        owed: count(row.owed),
        owed_minor: row.owed_minor,
    })
}

/// A new lot.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    member: MemberId,
    order: OrderId,
    credits: u32,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into lots (order_id, member_id, credits, remaining, bought_at)
        values ($1, $2, $3, $3, $4)
        ",
        order.get(),
        member.get(),
        stored(credits),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What is left of a lot.
pub(crate) async fn save(tx: &mut PgConnection, lot: Lot) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "update lots set remaining = $2, owed = $3, owed_minor = $4 where order_id = $1",
        lot.order.get(),
        stored(lot.remaining),
        stored(lot.owed),
        lot.owed_minor,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// What is left of those lots that have changed.
pub(crate) async fn save_changed(
    tx: &mut PgConnection,
    before: &[Lot],
    after: Vec<Lot>,
) -> sqlx::Result<()> {
    for (lot, was) in after.into_iter().zip(before) {
        if lot != *was {
            save(tx, lot).await?;
        }
    }
    Ok(())
}
