//! The ledger.

use kit::{Chance, MemberId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{count, sum};
use crate::ledger::{Booking, Kind, Parts};

/// What a member has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Balances {
    /// Not lent to chat.
    pub(crate) free: Parts,
    /// Lent to chat and not known to be spent.
    pub(crate) held: Parts,
}

/// What a member has and may spend.
pub(crate) struct Holdings {
    pub(crate) premium_since: Option<OffsetDateTime>,
    pub(crate) daily_limit: u32,
    pub(crate) weekly_limit: u32,
    pub(crate) balances: Balances,
}

/// A change of a member's credits.
pub(crate) struct Line {
    pub(crate) position: i64,
    pub(crate) id: Uuid,
    pub(crate) kind: Kind,
    pub(crate) reference: String,
    pub(crate) booked_at: OffsetDateTime,
    pub(crate) credits: i64,
}

/// Books, all or nothing. What was booked before, or would leave less than nothing, is an error.
pub(crate) async fn post(
    tx: &mut PgConnection,
    member: MemberId,
    bookings: &[Booking],
    (chance, now): (&Chance, OffsetDateTime),
) -> sqlx::Result<()> {
    let (mut ids, mut kinds) = (Vec::new(), Vec::new());
    let (mut providers, mut references) = (Vec::new(), Vec::new());
    let (mut owners, mut accounts, mut units) = (Vec::new(), Vec::new(), Vec::new());
    let (mut members, mut amounts) = (Vec::new(), Vec::new());
    for booking in bookings {
        let id = chance.uuid(now);
        ids.push(id);
        kinds.push(booking.kind);
        providers.push(booking.provider.clone());
        references.push(booking.reference.clone());
        for entry in &booking.entries {
            owners.push(id);
            accounts.push(entry.account.clone());
            units.push(entry.unit.clone());
            members.push(entry.of_member.then_some(member.get()));
            amounts.push(entry.amount);
        }
    }
    sqlx::query!(
        "
        insert into ledger_transactions (id, provider, reference, kind, member_id, booked_at)
        select  new.id, new.provider, new.reference, new.kind, $5, $6
        from    unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
                    with ordinality as new (id, provider, reference, kind, position)
        order by new.position
        ",
        &ids,
        &providers,
        &references,
        &kinds as &[Kind],
        member.get(),
        now,
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "
        insert into ledger_entries (transaction_id, account, unit, member_id, amount)
        select  *
        from    unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[])
        ",
        &owners,
        &accounts,
        &units,
        &members as &[Option<Uuid>],
        &amounts,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// What a member has; nothing for a member that is not known.
pub(crate) async fn balances(db: impl PgExecutor<'_>, member: MemberId) -> sqlx::Result<Balances> {
    let row = sqlx::query!(
        r#"
        select  coalesce(sum(balance) filter (where account = 'paid'), 0)::bigint as "paid!",
                coalesce(sum(balance) filter (where account = 'bonus'), 0)::bigint as "bonus!",
                coalesce(sum(balance) filter (where account = 'held_paid'), 0)::bigint as "held_paid!",
                coalesce(sum(balance) filter (where account = 'held_bonus'), 0)::bigint as "held_bonus!"
        from    balances
        where   member_id = $1
        "#,
        member.get(),
    )
    .fetch_one(db)
    .await?;
    Ok(Balances {
        free: Parts {
            paid: sum(row.paid),
            bonus: sum(row.bonus),
        },
        held: Parts {
            paid: sum(row.held_paid),
            bonus: sum(row.held_bonus),
        },
    })
}

/// What a member has and may spend, in one round trip: every page asks. None for a member that is
/// not known.
pub(crate) async fn holdings(
    db: impl PgExecutor<'_>,
    member: MemberId,
) -> sqlx::Result<Option<Holdings>> {
    let row = sqlx::query!(
        r#"
        select  member.premium_since, member.daily_limit, member.weekly_limit,
                coalesce(sum(balance) filter (where account = 'paid'), 0)::bigint as "paid!",
                coalesce(sum(balance) filter (where account = 'bonus'), 0)::bigint as "bonus!",
                coalesce(sum(balance) filter (where account = 'held_paid'), 0)::bigint as "held_paid!",
                coalesce(sum(balance) filter (where account = 'held_bonus'), 0)::bigint as "held_bonus!"
        from    members member
        left join balances on balances.member_id = member.id
        where   member.id = $1
        group by member.id
        "#,
        member.get(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Holdings {
        premium_since: row.premium_since,
        daily_limit: count(row.daily_limit),
        weekly_limit: count(row.weekly_limit),
        balances: Balances {
            free: Parts {
                paid: sum(row.paid),
                bonus: sum(row.bonus),
            },
            held: Parts {
                paid: sum(row.held_paid),
                bonus: sum(row.held_bonus),
            },
        },
    }))
}

/// Changes of a member's credits below a position, the latest first.
pub(crate) async fn lines(
    db: impl PgExecutor<'_>,
    member: MemberId,
    below: i64,
    limit: i64,
) -> sqlx::Result<Vec<Line>> {
    sqlx::query_as!(
        Line,
        r#"
        select  one.position, one.id, one.kind as "kind: Kind", one.reference, one.booked_at,
                coalesce(sum(entry.amount), 0)::bigint as "credits!"
        from    ledger_transactions one
        left join ledger_entries entry
            on  entry.transaction_id = one.id
            and entry.member_id = one.member_id
        where   one.member_id = $1
        and     one.position < $2
        and     one.kind not in ('hold', 'release')
        group by one.position
        having  sum(entry.amount) is not null
        order by one.position desc
        limit   $3
        "#,
        member.get(),
        below,
        limit,
    )
    .fetch_all(db)
    .await
}
