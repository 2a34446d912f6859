//! Withdrawals: asked for, then confirmed.

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use super::{count, exactly_one, stored};
use crate::{ids::OrderId, withdrawal::Quote};

/// How far a withdrawal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// What was shown.
    Asked(Quote),
    /// What is paid back, and since when that is settled.
    Confirmed(Quote, OffsetDateTime),
}

/// How far the withdrawal from an order is; none when it was not asked for.
pub(crate) async fn stage(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Option<Stage>> {
    let row = sqlx::query!(
        "select confirmed_at, credits, amount_minor from withdrawals where order_id = $1",
        order.get(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| {
        let quote = Quote {
            credits: count(row.credits),
            minor: row.amount_minor,
        };
        row.confirmed_at
            .map_or(Stage::Asked(quote), |at| Stage::Confirmed(quote, at))
    }))
}

/// Remembers that the member asked, and what was offered.
pub(crate) async fn ask(
    tx: &mut PgConnection,
    order: OrderId,
    quote: Quote,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into withdrawals (order_id, asked_at, credits, amount_minor)
        values ($1, $2, $3, $4)
        on conflict (order_id) do update
        set     credits = excluded.credits, amount_minor = excluded.amount_minor
        where   withdrawals.confirmed_at is null
        ",
        order.get(),
        now,
        stored(quote.credits),
        quote.minor,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Remembers that the member confirmed, and what is paid back.
pub(crate) async fn confirm(
    tx: &mut PgConnection,
    order: OrderId,
    quote: Quote,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "
        update  withdrawals
        set     confirmed_at = $2, credits = $3, amount_minor = $4
        where   order_id = $1
        and     confirmed_at is null
        ",
        order.get(),
        now,
        stored(quote.credits),
        quote.minor,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}
