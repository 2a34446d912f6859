//! Paid messages, waiting to be settled and settled.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

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

/// Whose message it is, and when it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) site: SiteId,
    pub(crate) member: MemberId,
    pub(crate) at: OffsetDateTime,
}

/// Remembers paid messages, each once.
pub(crate) async fn insert(tx: &mut PgConnection, spends: &[(Sent, Spend)]) -> sqlx::Result<()> {
    let column = |of: fn(&Sent, &Spend) -> Uuid| -> Vec<Uuid> {
        spends.iter().map(|(sent, spend)| of(sent, spend)).collect()
    };
    let kinds: Vec<SpendKind> = spends.iter().map(|(_, spend)| spend.kind).collect();
    let credits: Vec<i32> = spends
        .iter()
        .map(|(_, spend)| stored(spend.credits))
        .collect();
    let sent_at: Vec<OffsetDateTime> = spends.iter().map(|(sent, _)| sent.at).collect();
    sqlx::query!(
        "
        insert into spends (message_id, member_id, site_id, lease_id, kind, credits, sent_at)
        select *
        from   unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::integer[],
                      $7::timestamptz[])
        on conflict (message_id) do nothing
        ",
        &column(|_, spend| spend.message.get()),
        &column(|sent, _| sent.member.get()),
        &column(|sent, _| sent.site.get()),
        &column(|_, spend| spend.lease.get()),
        &kinds as &[SpendKind],
        &credits,
        &sent_at,
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
