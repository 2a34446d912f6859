//! Pushes to send: a queue that several processes share, browser by browser.

use kit::{MemberId, SiteId, Tx};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::kind::Kind;

/// Wakes the senders of every process when a transaction with a new push commits.
pub(crate) const CHANNEL: &str = "pushes";

/// Pushes of one browser that are sent in one turn, at most.
const LONGEST_TURN: i64 = 20;

/// News for every browser of a member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct News {
    pub member: MemberId,
    pub site: SiteId,
    pub kind: Kind,
    /// The conversation, or who liked or matched.
    pub about: Uuid,
    pub other: MemberId,
}

/// A browser that was taken to be pushed to, by this process alone until the lease ends.
#[derive(Clone)]
pub(crate) struct Turn {
    pub endpoint: String,
    pub member: MemberId,
    pub slot: i16,
    pub p256dh: Vec<u8>,
    pub auth: Vec<u8>,
    /// Turns in a row that did not end well, this one included.
    pub tries: i32,
    /// End of the lease, and the proof of it.
    pub lease_end: OffsetDateTime,
}

impl std::fmt::Debug for Turn {
    // Whoever has endpoint and keys can send to the browser.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Turn")
            .field("member", &self.member)
            .field("slot", &self.slot)
            .finish_non_exhaustive()
    }
}

/// A push to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Push {
    pub about: Uuid,
    pub kind: Kind,
    pub other: MemberId,
    pub site: SiteId,
    pub heard_at: OffsetDateTime,
    pub revision: i32,
    /// What it tells is still unseen.
    pub unseen: bool,
}

/// Queues news, at most one about the same, for every browser of its member. More news about the
/// same while one waits is told together; a match says more than its like, a first message more
/// than the next.
pub(crate) async fn insert(
    tx: &mut Tx,
    news: &[News],
    due_at: OffsetDateTime,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let uuids = |of: fn(&News) -> Uuid| -> Vec<Uuid> { news.iter().map(of).collect() };
    let kinds: Vec<Kind> = news.iter().map(|one| one.kind).collect();
    sqlx::query!(
        "
        with news as (
            select *
            from   unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[])
                       as one (member_id, site_id, about, kind, other_id)
        ),
        browsers as (
            update push_subscriptions as browser
            set    wanted_at = least(wanted_at, $6)
            from   (select distinct member_id from news) as told
            where  browser.member_id = told.member_id
              and  not exists (
                       select from deleted_members as gone where gone.member_id = told.member_id
                   )
            returning browser.endpoint, browser.member_id
        ),
        queued as (
            insert into pushes as push
                (endpoint, about, kind, member_id, other_id, site_id, due_at, heard_at)
            select endpoint, about, kind, member_id, other_id, site_id, $6, $7
            from   browsers join news using (member_id)
            on conflict (endpoint, about) do update
            set    kind = case when excluded.kind = 'match' then excluded.kind else push.kind end,
                   heard_at = excluded.heard_at,
                   revision = push.revision + 1
        )
        select pg_notify($8, '') from browsers limit 1
        ",
        &uuids(|one| one.member.get()),
        &uuids(|one| one.site.get()),
        &uuids(|one| one.about),
        &kinds as &[Kind],
        &uuids(|one| one.other.get()),
        due_at,
        now,
        CHANNEL,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What was to be pushed is seen, or is no more.
pub(crate) async fn settle(tx: &mut Tx, member: MemberId, about: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from pushes where member_id = $1 and about = $2",
        member as MemberId,
        about,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A match that was to be pushed is no more; the like that made it is.
pub(crate) async fn unmatch(tx: &mut Tx, member: MemberId, about: Uuid) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update pushes
        set    kind = 'like'
        where  member_id = $1 and about = $2 and kind = 'match'
        ",
        member as MemberId,
        about,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Drops what waits to tell one member of the other.
pub(crate) async fn part(tx: &mut Tx, (member, other): (MemberId, MemberId)) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from pushes where member_id = $1 and other_id = $2",
        member as MemberId,
        other as MemberId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Drops all that waits for a member.
pub(crate) async fn silence(tx: &mut Tx, member: MemberId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from pushes where member_id = $1",
        member as MemberId
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Takes up to `limit` browsers for which a push is due until `lease_end`, the longest waiting first.
pub(crate) async fn take(
    connection: &mut PgConnection,
    now: OffsetDateTime,
    lease_end: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<Turn>> {
    sqlx::query_as!(
        Turn,
        r#"
        with due as materialized (
            select   endpoint
            from     push_subscriptions
            where    wanted_at is not null and greatest(wanted_at, busy_until) <= $1
            order by greatest(wanted_at, busy_until)
            limit    $3
            for update skip locked
        )
        update push_subscriptions as browser
        set    busy_until = $2,
               tries = tries + 1
        from   due
        where  browser.endpoint = due.endpoint
        returning
            browser.endpoint, member_id as "member: MemberId", slot, p256dh, auth, tries,
            busy_until as "lease_end"
        "#,
        now,
        lease_end,
        limit,
    )
    .fetch_all(connection)
    .await
}

/// The pushes that are due in a turn, the oldest first.
pub(crate) async fn due(
    connection: &mut PgConnection,
    turn: &Turn,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Push>> {
    sqlx::query_as!(
        Push,
        r#"
        select   about, kind as "kind: Kind", other_id as "other: MemberId",
                 site_id as "site: SiteId", heard_at, revision,
                 case kind
                     when 'like' then exists(
                         select from new_likes l where l.member_id = $2 and l.liker_id = p.about
                     )
                     when 'match' then true
                     else exists(
                         select from unread_messages u
                         where  u.member_id = $2 and u.conversation_id = p.about
                     )
                 end as "unseen!"
        from     pushes p
        where    endpoint = $1 and member_id = $2 and due_at <= $3
        order by heard_at, about
        limit    $4
        "#,
        turn.endpoint,
        turn.member as MemberId,
        now,
        LONGEST_TURN,
    )
    .fetch_all(connection)
    .await
}

/// Whether a push is still to be sent as it was read.
pub(crate) async fn is_held(
    connection: &mut PgConnection,
    turn: &Turn,
    push: &Push,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select
            from   pushes p
                   join push_subscriptions s on s.endpoint = p.endpoint and s.member_id = p.member_id
            where  p.endpoint = $1 and p.about = $2 and p.member_id = $3
        ) as "held!"
        "#,
        turn.endpoint,
        push.about,
        turn.member as MemberId,
    )
    .fetch_one(connection)
    .await
}

/// Forgets a push that was sent or is not worth sending; one that has more to tell by now stays.
pub(crate) async fn delete(
    connection: &mut PgConnection,
    turn: &Turn,
    push: &Push,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from pushes where endpoint = $1 and about = $2 and revision = $3",
        turn.endpoint,
        push.about,
        push.revision,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives a browser back, now or with a pause; false when the lease was lost.
pub(crate) async fn give_back(
    tx: &mut Tx,
    turn: &Turn,
    pause_end: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    // Locked first: the next statement then sees every push that was queued before, and one that
    // is being queued waits for this transaction.
    let held = sqlx::query!(
        "select from push_subscriptions where endpoint = $1 and busy_until = $2 for update",
        turn.endpoint,
        turn.lease_end,
    )
    .fetch_optional(&mut **tx)
    .await?;
    if held.is_none() {
        return Ok(false);
    }
    sqlx::query!(
        "
        update push_subscriptions
        set    wanted_at = (select min(due_at) from pushes where endpoint = $1),
               busy_until = coalesce($2::timestamptz, $3),
               tries = case when $2 is null then 0 else tries end
        where  endpoint = $1
        ",
        turn.endpoint,
        pause_end,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(true)
}

/// Drops all that waits for a browser.
pub(crate) async fn give_up(tx: &mut Tx, turn: &Turn) -> sqlx::Result<()> {
    sqlx::query!("delete from pushes where endpoint = $1", turn.endpoint)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Forgets a browser that takes pushes no more.
pub(crate) async fn forget(connection: &mut PgConnection, turn: &Turn) -> sqlx::Result<()> {
    // The same browser may have subscribed anew under new keys.
    sqlx::query!(
        "delete from push_subscriptions where endpoint = $1 and p256dh = $2",
        turn.endpoint,
        turn.p256dh,
    )
    .execute(connection)
    .await?;
    Ok(())
}
