//! The sandbox's own records.

use kit::Db;
use sqlx::PgExecutor;
use time::{Duration, OffsetDateTime};

use super::wire::NewPayment;
use crate::money::Money;

/// How long a key is remembered.
const KEY_LIFE: Duration = Duration::HOUR;

/// A payment.
#[derive(Debug)]
pub(crate) struct Payment {
    pub(crate) id: String,
    pub(crate) status: String,
    pub(crate) amount: String,
    pub(crate) currency: String,
    pub(crate) method: Option<String>,
    pub(crate) description: String,
    pub(crate) redirect_url: String,
    pub(crate) webhook_url: Option<String>,
    pub(crate) metadata: serde_json::Value,
    pub(crate) refunded_minor: i64,
    pub(crate) charged_back: bool,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) expires_at: OffsetDateTime,
}

/// A refund.
#[derive(Debug)]
pub(crate) struct Refund {
    pub(crate) id: String,
    pub(crate) status: String,
    /// Decimal, as on the wire.
    pub(crate) amount: String,
    pub(crate) metadata: serde_json::Value,
}

/// A webhook that is to be sent.
#[derive(Debug)]
pub(crate) struct Webhook {
    pub(crate) position: i64,
    pub(crate) payment: String,
    pub(crate) url: String,
    pub(crate) tries: i32,
}

/// Makes a payment, or finds the one of the same key within the hour.
pub(crate) async fn insert(
    db: &Db,
    id: &str,
    key: Option<&str>,
    new: &NewPayment,
    (now, expires_at): (OffsetDateTime, OffsetDateTime),
) -> sqlx::Result<Payment> {
    let mut tx = db.begin().await?;
    sqlx::query!(
        "
        update  sandbox_payments
        set     idempotency_key = null
        where   idempotency_key = $1
        and     created_at <= $2
        ",
        key,
        now - KEY_LIFE,
    )
    .execute(&mut *tx)
    .await?;
    let payment = sqlx::query_as!(
        Payment,
        r#"
        insert into sandbox_payments (
            id, idempotency_key, status, amount, currency, method, description, redirect_url,
            webhook_url, metadata, created_at, expires_at
        )
        values ($1, $2, 'open', $3, $4, $5, $6, $7, $8, $9, $10, $11)
        on conflict (idempotency_key) do update
        set     idempotency_key = excluded.idempotency_key
        returning id, status, amount, currency, method, description, redirect_url, webhook_url,
                metadata, refunded_minor, charged_back, created_at, expires_at
        "#,
        id,
        key,
        new.amount.value,
        new.amount.currency,
        new.method,
        new.description,
        new.redirect_url,
        new.webhook_url,
        new.metadata,
        now,
        expires_at,
    )
    .fetch_one(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(payment)
}

/// The payment.
pub(crate) async fn find(db: impl PgExecutor<'_>, id: &str) -> sqlx::Result<Option<Payment>> {
    sqlx::query_as!(
        Payment,
        "
        select  id, status, amount, currency, method, description, redirect_url, webhook_url,
                metadata, refunded_minor, charged_back, created_at, expires_at
        from    sandbox_payments
        where   id = $1
        ",
        id,
    )
    .fetch_optional(db)
    .await
}

/// Payments made for an order.
pub(crate) async fn of_order(db: impl PgExecutor<'_>, order: &str) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "select id from sandbox_payments where metadata ->> 'order_id' = $1 order by position",
        order,
    )
    .fetch_all(db)
    .await
}

/// Ends an open payment; false when it is not open.
pub(crate) async fn finish(db: impl PgExecutor<'_>, id: &str, status: &str) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update sandbox_payments set status = $2 where id = $1 and status = 'open'",
        id,
        status,
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Promises that an open payment will be paid.
pub(crate) async fn promise(
    db: impl PgExecutor<'_>,
    id: &str,
    at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update sandbox_payments set pays_at = $2 where id = $1 and status = 'open'",
        id,
        at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Pays what was promised and expires what is too old; answers ids and webhooks of both.
pub(crate) async fn end_due(
    db: impl PgExecutor<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<(String, Option<String>)>> {
    let rows = sqlx::query!(
        "
        update  sandbox_payments
        set     status = case when pays_at <= $1 then 'paid' else 'expired' end
        where   status = 'open'
        and     (pays_at <= $1 or (pays_at is null and expires_at <= $1))
        returning id, webhook_url
        ",
        now,
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.id, row.webhook_url))
        .collect())
}

/// Pays back, once for each key within the hour; none when that is more than is left.
pub(crate) async fn refund(
    db: &Db,
    new: &Refund,
    key: Option<&str>,
    (payment, whole): (&str, i64),
    (amount, now): (Money, OffsetDateTime),
) -> sqlx::Result<Option<Refund>> {
    let mut tx = db.begin().await?;
    let row = sqlx::query!(
        "select refunded_minor, charged_back from sandbox_payments where id = $1 for update",
        payment,
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!(
        "
        update  sandbox_refunds
        set     idempotency_key = null
        where   idempotency_key = $1
        and     created_at <= $2
        ",
        key,
        now - KEY_LIFE,
    )
    .execute(&mut *tx)
    .await?;
    let before = sqlx::query_as!(
        Refund,
        "select id, status, amount, metadata from sandbox_refunds where idempotency_key = $1",
        key,
    )
    .fetch_optional(&mut *tx)
    .await?;
    if before.is_some() {
        return Ok(before);
    }
    if row.charged_back || row.refunded_minor + amount.minor > whole {
        return Ok(None);
    }
    let refund = sqlx::query_as!(
        Refund,
        "
        insert into sandbox_refunds (
            id, payment_id, idempotency_key, amount, currency, created_at, metadata, status
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        returning id, status, amount, metadata
        ",
        new.id,
        payment,
        key,
        new.amount,
        amount.currency.code(),
        now,
        new.metadata,
        new.status,
    )
    .fetch_one(&mut *tx)
    .await?;
    sqlx::query!(
        "update sandbox_payments set refunded_minor = refunded_minor + $2 where id = $1",
        payment,
        amount.minor,
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(Some(refund))
}

/// Every refund of a payment.
pub(crate) async fn refunds(db: impl PgExecutor<'_>, payment: &str) -> sqlx::Result<Vec<Refund>> {
    sqlx::query_as!(
        Refund,
        "
        select  id, status, amount, metadata
        from    sandbox_refunds
        where   payment_id = $1
        order by created_at, id
        ",
        payment,
    )
    .fetch_all(db)
    .await
}

/// The payer's bank sends every refund of a payment back.
pub(crate) async fn return_refunds(db: impl PgExecutor<'_>, payment: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "
        with returned as (
            update  sandbox_refunds
            set     status = 'failed'
            where   payment_id = $1
            and     status = 'pending'
            returning (amount::numeric * 100)::bigint as minor
        )
        update  sandbox_payments
        set     refunded_minor = refunded_minor - coalesce((select sum(minor) from returned), 0)
        where   id = $1
        ",
        payment,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The payer's bank took the money back.
pub(crate) async fn charge_back(db: impl PgExecutor<'_>, id: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "update sandbox_payments set charged_back = true where id = $1 and status = 'paid'",
        id,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A webhook, due at a time, or held when there is none.
pub(crate) async fn queue_webhook(
    db: impl PgExecutor<'_>,
    payment: &str,
    url: &str,
    due_at: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into sandbox_webhooks (payment_id, url, due_at) values ($1, $2, $3)",
        payment,
        url,
        due_at,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes webhooks that are due; the next try of each comes later.
pub(crate) async fn take_webhooks(
    db: impl PgExecutor<'_>,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Webhook>> {
    sqlx::query_as!(
        Webhook,
        r#"
        with taken as (
            update  sandbox_webhooks
            set     tries = tries + 1,
                    due_at = $1::timestamptz + make_interval(secs => 2 ^ tries)
            where   due_at <= $1
            returning position, payment_id, url, tries
        )
        select  position as "position!", payment_id as payment, url, tries as "tries!"
        from    taken
        order by position
        "#,
        now,
    )
    .fetch_all(db)
    .await
}

/// A webhook that was heard, or is given up.
pub(crate) async fn forget_webhook(db: impl PgExecutor<'_>, position: i64) -> sqlx::Result<()> {
    sqlx::query!("delete from sandbox_webhooks where position = $1", position)
        .execute(db)
        .await?;
    Ok(())
}

/// Releases held webhooks in the reverse order.
pub(crate) async fn release(db: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<()> {
    sqlx::query!(
        "
        with held as (
            delete from sandbox_webhooks
            where  due_at is null
            returning position, payment_id, url
        )
        insert into sandbox_webhooks (payment_id, url, due_at)
        select  payment_id, url, $1
        from    held
        order by position desc
        ",
        now,
    )
    .execute(db)
    .await?;
    Ok(())
}
