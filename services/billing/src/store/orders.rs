//! Orders.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::{Duration, OffsetDateTime};

use super::{count, exactly_one, stored};
use crate::{
    ids::OrderId,
    money::{Money, NoMoney},
    order::{Order, Status},
    vat::Vat,
};

struct Row {
    id: OrderId,
    position: i64,
    member_id: MemberId,
    site_id: SiteId,
    status: Status,
    package_id: String,
    credits: i32,
    amount_minor: i64,
    currency: String,
    method: String,
    discount_code: String,
    locale: String,
    return_url: String,
    webhook_url: String,
    provider: String,
    provider_ref: Option<String>,
    checkout_url: Option<String>,
    created_at: OffsetDateTime,
    paid_at: Option<OffsetDateTime>,
    refunded_minor: i64,
    charged_back_minor: i64,
    next_check_at: Option<OffsetDateTime>,
    checks: i32,
    accepted_at: OffsetDateTime,
    refund_days: Option<i32>,
    vat_country: Option<String>,
    vat_permille: Option<i32>,
    withdrawn_at: Option<OffsetDateTime>,
}

impl TryFrom<Row> for Order {
    type Error = sqlx::Error;

    fn try_from(row: Row) -> sqlx::Result<Self> {
        let unreadable = |error: NoMoney| sqlx::Error::Decode(error.into());
        let vat = row.vat_country.zip(row.vat_permille);
        Ok(Self {
            id: row.id,
            position: row.position,
            member: row.member_id,
            site: row.site_id,
            status: row.status,
            package: row.package_id,
            credits: count(row.credits),
            amount: Money {
                minor: row.amount_minor,
                currency: row.currency.parse().map_err(unreadable)?,
            },
            method: row.method,
            discount_code: row.discount_code,
            locale: row.locale,
            return_url: row.return_url,
            webhook_url: row.webhook_url,
            provider: row.provider,
            provider_ref: row.provider_ref,
            checkout_url: row.checkout_url,
            created_at: row.created_at,
            paid_at: row.paid_at,
            refunded_minor: row.refunded_minor,
            charged_back_minor: row.charged_back_minor,
            next_check_at: row.next_check_at,
            checks: count(row.checks),
            accepted_at: row.accepted_at,
            refund_days: row.refund_days.map_or(0, count),
            vat: vat.map(|(country, permille)| Vat {
                country,
                permille: count(permille),
            }),
            withdrawn_at: row.withdrawn_at,
        })
    }
}

/// An order that is due to be looked at, taken for a while.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Due {
    pub(crate) id: OrderId,
    /// Until when it is taken; also tells whether a hint came meanwhile.
    pub(crate) taken_until: OffsetDateTime,
}

/// A new order; nothing is asked of the provider before this is committed.
pub(crate) async fn insert(tx: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let vat = order.vat.as_ref();
    sqlx::query!(
        "
        insert into orders (
            id, member_id, site_id, status, package_id, credits, amount_minor, currency, method,
            discount_code, locale, return_url, webhook_url, accepted_at, provider, created_at,
            next_check_at, refund_days, vat_country, vat_permille
        )
        values (
            $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
        )
        ",
        order.id.get(),
        order.member.get(),
        order.site.get(),
        order.status as Status,
        order.package,
        stored(order.credits),
        order.amount.minor,
        order.amount.currency.code(),
        order.method,
        order.discount_code,
        order.locale,
        order.return_url,
        order.webhook_url,
        order.accepted_at,
        order.provider,
        order.created_at,
        order.next_check_at,
        stored(order.refund_days),
        vat.map(|vat| &*vat.country),
        vat.map(|vat| stored(vat.permille)),
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The order as it stands.
pub(crate) async fn find(db: impl PgExecutor<'_>, id: OrderId) -> sqlx::Result<Option<Order>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select  id, position as "position!", member_id, site_id, status as "status: Status",
                package_id, credits, amount_minor, currency, method, discount_code, locale,
                return_url, webhook_url, provider, provider_ref, checkout_url, created_at, paid_at,
                refunded_minor, charged_back_minor, next_check_at, checks, accepted_at, refund_days,
                vat_country, vat_permille,
                (select confirmed_at from withdrawals where order_id = orders.id) as withdrawn_at
        from    orders
        where   id = $1
        "#,
        id.get(),
    )
    .fetch_optional(db)
    .await?;
    row.map(Order::try_from).transpose()
}

/// A member's orders below a position, the latest first.
pub(crate) async fn list(
    db: impl PgExecutor<'_>,
    member: MemberId,
    below: i64,
    limit: i64,
) -> sqlx::Result<Vec<Order>> {
    let rows = sqlx::query_as!(
        Row,
        r#"
        select  id, position as "position!", member_id, site_id, status as "status: Status",
                package_id, credits, amount_minor, currency, method, discount_code, locale,
                return_url, webhook_url, provider, provider_ref, checkout_url, created_at, paid_at,
                refunded_minor, charged_back_minor, next_check_at, checks, accepted_at, refund_days,
                vat_country, vat_permille,
                (select confirmed_at from withdrawals where order_id = orders.id) as withdrawn_at
        from    orders
        where   member_id = $1
        and     position < $2
        order by position desc
        limit   $3
        "#,
        member.get(),
        below,
        limit,
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(Order::try_from).collect()
}

/// Orders of the member that may still be paid.
pub(crate) async fn count_open(db: impl PgExecutor<'_>, member: MemberId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"
        select  count(*) as "open!"
        from    orders
        where   member_id = $1
        and     status in ('created', 'pending')
        "#,
        member.get(),
    )
    .fetch_one(db)
    .await
}

/// Whether any money that the member paid was kept.
pub(crate) async fn has_paid(db: impl PgExecutor<'_>, member: MemberId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select from orders where member_id = $1 and status in ('paid', 'part_refunded')
        ) as "paid!"
        "#,
        member.get(),
    )
    .fetch_one(db)
    .await
}

/// What a member paid since then and did not get back, for each currency.
pub(crate) async fn paid_since(
    db: impl PgExecutor<'_>,
    member: MemberId,
    since: OffsetDateTime,
) -> sqlx::Result<Vec<Money>> {
    let rows = sqlx::query!(
        r#"
        select  currency, sum(amount_minor - refunded_minor - charged_back_minor)::bigint as "minor!"
        from    orders
        where   member_id = $1
        and     paid_at > $2
        group by currency
        order by currency
        "#,
        member.get(),
        since,
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            Some(Money {
                minor: row.minor.max(0),
                currency: row.currency.parse().ok()?,
            })
        })
        .collect())
}

/// The provider's side of an order, once it answered.
pub(crate) async fn save_payment(
    tx: &mut PgConnection,
    id: OrderId,
    reference: &str,
    checkout_url: Option<&str>,
) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "
        update  orders
        set     provider_ref = $2, checkout_url = coalesce($3, checkout_url)
        where   id = $1
        and     (provider_ref is null or provider_ref = $2)
        ",
        id.get(),
        reference,
        checkout_url,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// Where an order stands now, as its rule decided. The member is locked.
pub(crate) async fn save(tx: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let done = sqlx::query!(
        "
        update  orders
        set     status = $2, paid_at = $3, refunded_minor = $4, charged_back_minor = $5
        where   id = $1
        ",
        order.id.get(),
        order.status as Status,
        order.paid_at,
        order.refunded_minor,
        order.charged_back_minor,
    )
    .execute(tx)
    .await?;
    exactly_one(&done)
}

/// Remembers what a person has to look at, or that there is nothing; false when that was known.
pub(crate) async fn save_trouble(
    tx: &mut PgConnection,
    id: OrderId,
    trouble: Option<&str>,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update orders set trouble = $2 where id = $1 and trouble is distinct from $2",
        id.get(),
        trouble,
    )
    .execute(tx)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes orders that are due. Each look that fails makes the next one come later.
pub(crate) async fn take_due(
    db: impl PgExecutor<'_>,
    now: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<Due>> {
    sqlx::query_as!(
        Due,
        r#"
        update  orders
        set     next_check_at = $1::timestamptz + make_interval(secs => least(3600, 5 * 2 ^ least(checks, 12))),
                checks = checks + 1
        where   id in (
            select  id
            from    orders
            where   next_check_at <= $1
            order by next_check_at
            limit   $2
            for     update skip locked
        )
        returning id as "id: OrderId", next_check_at as "taken_until!"
        "#,
        now,
        limit,
    )
    .fetch_all(db)
    .await
}

/// When an order is looked at next, unless a hint came since it was taken.
pub(crate) async fn reschedule(
    db: impl PgExecutor<'_>,
    due: Due,
    next: Option<OffsetDateTime>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update orders set next_check_at = $3 where id = $1 and next_check_at = $2",
        due.id.get(),
        due.taken_until,
        next,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Follows a hint: the payment's order is looked at next. Another one within `apart` of it is followed
/// when that has passed, and does not make the looks that failed forgotten. True when an order is due.
pub(crate) async fn hint(
    db: impl PgExecutor<'_>,
    (provider, reference): (&str, &str),
    now: OffsetDateTime,
    apart: Duration,
) -> sqlx::Result<bool> {
    let due = sqlx::query_scalar!(
        r#"
        with hinted as (
            select  id, hinted_at is null or hinted_at <= $4 as fresh
            from    orders
            where   provider = $1
            and     provider_ref = $2
            for     update
        )
        update  orders
        set     next_check_at = case when fresh then $3 else least(next_check_at, hinted_at + ($3 - $4)) end,
                checks = case when fresh then 0 else checks end,
                hinted_at = case when fresh then $3 else hinted_at end
        from    hinted
        where   orders.id = hinted.id
        returning fresh as "fresh!"
        "#,
        provider,
        reference,
        now,
        now - apart,
    )
    .fetch_optional(db)
    .await?;
    Ok(due.unwrap_or(false))
}
