//! Paid messages, waiting to be settled and settled.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use super::{count, stored, sum};
use crate::{
    ids::{LeaseId, MessageId},
    ledger::SpendKind,
};

/// A paid message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spend {
    pub(crate) message: MessageId,
    pub(crate) lease: LeaseId,
    pub(crate) kind: SpendKind,
    pub(crate) credits: u32,
}

/// Remembers a paid message, once.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    (site, member): (SiteId, MemberId),
    spend: Spend,
    sent_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into spends (message_id, member_id, site_id, lease_id, kind, credits, sent_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (message_id) do nothing
        ",
        spend.message.get(),
        member.get(),
        site.get(),
        spend.lease.get(),
        spend.kind as SpendKind,
        stored(spend.credits),
        sent_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Members with messages that wait, with their sites, in the order of their ids from `after` on.
pub(crate) async fn waiting(
    db: impl PgExecutor<'_>,
    after: MemberId,
    limit: i64,
) -> sqlx::Result<Vec<(MemberId, SiteId)>> {
    let rows = sqlx::query!(
        r#"
        select  distinct on (member_id)
                member_id as "member_id: MemberId", site_id as "site_id: SiteId"
        from    spends
        where   settled_at is null
        and     member_id > $1
        order by member_id
        limit   $2
        "#,
        after.get(),
        limit,
    )
    .fetch_all(db)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.member_id, row.site_id))
        .collect())
}

/// Takes what waits of a member, in the order it was sent. The member is locked.
pub(crate) async fn take(
    tx: &mut PgConnection,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Spend>> {
    let rows = sqlx::query!(
        r#"
        with taken as (
            update  spends
            set     settled_at = $2
            where   member_id = $1
            and     settled_at is null
            returning message_id, lease_id, kind, credits, sent_at
        )
        select  message_id as "message_id: MessageId", lease_id as "lease_id: LeaseId",
                kind as "kind: SpendKind", credits
        from    taken
        order by sent_at, message_id
        "#,
        member.get(),
        now,
    )
    .fetch_all(tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Spend {
            message: row.message_id,
            lease: row.lease_id,
            kind: row.kind,
            credits: count(row.credits),
        })
        .collect())
}

/// Credits of settled messages that a member sent since then.
pub(crate) async fn settled_since(
    db: impl PgExecutor<'_>,
    member: MemberId,
    since: OffsetDateTime,
) -> sqlx::Result<u32> {
    let credits = sqlx::query_scalar!(
        r#"
        select  coalesce(sum(credits), 0) as "credits!"
        from    spends
        where   member_id = $1
        and     sent_at > $2
        and     settled_at is not null
        "#,
        member.get(),
        since,
    )
    .fetch_one(db)
    .await?;
    Ok(sum(credits))
}
