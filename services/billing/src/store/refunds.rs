//! Money on its way back.

use kit::MemberId;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{
    ids::{OrderId, RefundId},
    money::{Money, NoMoney},
};

/// A refund that is to be sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Refund {
    pub(crate) id: RefundId,
    pub(crate) order: OrderId,
    pub(crate) member: MemberId,
    pub(crate) amount: Money,
    pub(crate) created_at: OffsetDateTime,
}

/// A new refund. Who books it sends it; the job does so when that did not work until `next_try_at`.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    refund: &Refund,
    next_try_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into refunds (id, order_id, member_id, amount_minor, currency, created_at, next_try_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        ",
        refund.id.get(),
        refund.order.get(),
        refund.member.get(),
        refund.amount.minor,
        refund.amount.currency.code(),
        refund.created_at,
        next_try_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes refunds that are to be sent, for a while.
pub(crate) async fn take_due(
    db: impl PgExecutor<'_>,
    now: OffsetDateTime,
    until: OffsetDateTime,
) -> sqlx::Result<Vec<Refund>> {
    let rows = sqlx::query!(
        r#"
        update  refunds
        set     next_try_at = $2
        where   id in (
            select  id
            from    refunds
            where   next_try_at <= $1
            order by next_try_at
            limit   50
            for     update skip locked
        )
        returning id as "id: RefundId", order_id as "order_id: OrderId",
                member_id as "member_id: MemberId", amount_minor, currency, created_at
        "#,
        now,
        until,
    )
    .fetch_all(db)
    .await?;
    rows.into_iter()
        .map(|row| {
            let unreadable = |error: NoMoney| sqlx::Error::Decode(error.into());
            Ok(Refund {
                id: row.id,
                order: row.order_id,
                member: row.member_id,
                amount: Money {
                    minor: row.amount_minor,
                    currency: row.currency.parse().map_err(unreadable)?,
                },
                created_at: row.created_at,
            })
        })
        .collect()
}

/// The provider took it over; false when that was known, or it is void.
pub(crate) async fn sent(
    tx: &mut PgConnection,
    id: RefundId,
    reference: &str,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        update  refunds
        set     provider_ref = $2, next_try_at = null
        where   id = $1
        and     provider_ref is null
        and     voided_at is null
        ",
        id.get(),
        reference,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Voids an order's refund that was not sent; answers it.
pub(crate) async fn void(
    tx: &mut PgConnection,
    order: OrderId,
    now: OffsetDateTime,
) -> sqlx::Result<Option<(RefundId, i64)>> {
    let row = sqlx::query!(
        r#"
        update  refunds
        set     voided_at = $2, next_try_at = null
        where   order_id = $1
        and     provider_ref is null
        and     voided_at is null
        returning id as "id: RefundId", amount_minor
        "#,
        order.get(),
        now,
    )
    .fetch_optional(tx)
    .await?;
    Ok(row.map(|row| (row.id, row.amount_minor)))
}

/// Not before then is a refund tried again that waits to be sent; none: a person looks at it.
pub(crate) async fn postpone(
    db: impl PgExecutor<'_>,
    id: RefundId,
    next_try_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update  refunds
        set     next_try_at = $2
        where   id = $1
        and     provider_ref is null
        and     voided_at is null
        ",
        id.get(),
        next_try_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The provider's id of an order's refund, when it took one over.
pub(crate) async fn sent_of(
    db: impl PgExecutor<'_>,
    order: OrderId,
) -> sqlx::Result<Option<String>> {
    let sent = sqlx::query_scalar!(
        "select provider_ref from refunds where order_id = $1",
        order.get(),
    )
    .fetch_optional(db)
    .await?;
    Ok(sent.flatten())
}

/// Since when the oldest refund waits that was not sent.
pub(crate) async fn oldest_unsent(db: impl PgExecutor<'_>) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!(
        "select min(created_at) from refunds where provider_ref is null and voided_at is null"
    )
    .fetch_one(db)
    .await
}
