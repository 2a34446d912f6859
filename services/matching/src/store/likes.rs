//! Table `pairs`: likes and matches. Each change and its events are one statement and one commit.

use kit::{Db, MemberId, SiteId};
use proto::matching::v1::{LikeMade, LikeSeen, LikeWithdrawn, MatchMade};
use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;

use crate::pair::Pair;

/// What a like came to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Liked {
    /// One of the two is not active here, is no real member, or has shut the other out.
    Refused,
    /// It was there already.
    Before {
        /// The two are a match.
        matched: bool,
    },
    /// It is new.
    Now {
        /// It made a match.
        matched: bool,
    },
}

/// Writes a like, by the function `like_member` of the migrations. Two members who like each other at
/// the same moment meet in the pair's row: the second waits for the first and makes the match.
pub(crate) async fn like(
    executor: impl PgExecutor<'_>,
    db: &Db,
    site: SiteId,
    pair: Pair,
    now: OffsetDateTime,
) -> sqlx::Result<Liked> {
    let made = db.outgoing(&LikeMade {
        pair_id: pair.low().to_string(),
        site_id: site.to_string(),
        liker_id: pair.me.to_string(),
        liked_id: pair.other.to_string(),
    });
    let matched = db.outgoing(&MatchMade {
        pair_id: pair.low().to_string(),
        site_id: site.to_string(),
        second_id: pair.me.to_string(),
        first_id: pair.other.to_string(),
    });
    let row = sqlx::query!(
        r#"
        select admitted as "admitted!", is_new as "is_new!", matched as "matched!"
        from   like_member($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        "#,
        pair.me.get(),
        pair.other.get(),
        site.get(),
        now,
        made.topic,
        made.key,
        made.headers,
        made.id,
        made.kind,
        made.payload,
        matched.id,
        matched.kind,
        matched.payload,
    )
    .fetch_one(executor)
    .await?;
    let matched = row.matched;
    Ok(match (row.admitted, row.is_new) {
        (false, _) => Liked::Refused,
        (true, true) => Liked::Now { matched },
        (true, false) => Liked::Before { matched },
    })
}

/// Whether the two are a match.
pub(crate) async fn is_match(connection: &mut PgConnection, pair: Pair) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select from pairs where low = $1 and high = $2 and matched_at is not null
        ) as "is_match!"
        "#,
        pair.low().get(),
        pair.high().get(),
    )
    .fetch_one(connection)
    .await
}

/// Takes a like back, and the match with it; false when there was none.
pub(crate) async fn unlike(db: &Db, site: SiteId, pair: Pair) -> sqlx::Result<bool> {
    let event = db.outgoing(&LikeWithdrawn {
        pair_id: pair.low().to_string(),
        site_id: site.to_string(),
        liker_id: pair.me.to_string(),
        liked_id: pair.other.to_string(),
    });
    let done = sqlx::query!(
        "
        with written as (
            update pairs
            set    low_liked_at  = case when not $3 then low_liked_at end,
                   high_liked_at = case when $3 then high_liked_at end,
                   matched_at = null
            where  low = least($1::uuid, $2::uuid) and high = greatest($1, $2) and site_id = $4
            and    case when $3 then low_liked_at else high_liked_at end is not null
            returning low
        )
        insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
        select $5, $6, $7, $8, $9, $10, $11 from written
        ",
        pair.me.get(),
        pair.other.get(),
        pair.is_low(),
        site.get(),
        event.id,
        event.topic,
        event.key,
        event.kind,
        event.payload,
        event.headers,
        event.created_at,
    )
    .execute(db.pool())
    .await?;
    db.wake_relay();
    Ok(done.rows_affected() == 1)
}

/// The caller has seen that the other member likes them; false when it was not new.
pub(crate) async fn mark_seen(db: &Db, site: SiteId, pair: Pair) -> sqlx::Result<bool> {
    let event = db.outgoing(&LikeSeen {
        pair_id: pair.low().to_string(),
        site_id: site.to_string(),
        liker_id: pair.other.to_string(),
        liked_id: pair.me.to_string(),
    });
    let done = sqlx::query!(
        "
        with written as (
            update pairs
            set    low_seen  = low_seen or not $3,
                   high_seen = high_seen or $3
            where  low = least($1::uuid, $2::uuid) and high = greatest($1, $2) and site_id = $4
            and    case when $3 then high_liked_at else low_liked_at end is not null
            and    not case when $3 then high_seen else low_seen end
            returning low
        )
        insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
        select $5, $6, $7, $8, $9, $10, $11 from written
        ",
        pair.me.get(),
        pair.other.get(),
        pair.is_low(),
        site.get(),
        event.id,
        event.topic,
        event.key,
        event.kind,
        event.payload,
        event.headers,
        event.created_at,
    )
    .execute(db.pool())
    .await?;
    db.wake_relay();
    Ok(done.rows_affected() == 1)
}

/// A line of a like list.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) member: MemberId,
    pub(crate) made_at: OffsetDateTime,
    pub(crate) is_new: bool,
    pub(crate) matched: bool,
}

/// Whom a member likes, the latest first.
pub(crate) async fn given(pool: &PgPool, member: MemberId, limit: i64) -> sqlx::Result<Vec<Line>> {
    sqlx::query_as!(
        Line,
        r#"
        with side as (
            select high as other, low_liked_at as made_at, matched_at from pairs where low = $1
            union all
            select low, high_liked_at, matched_at from pairs where high = $1
        )
        select   other as "member!: MemberId", made_at as "made_at!", false as "is_new!",
                 matched_at is not null as "matched!"
        from     side
        join     members on member_id = other and active
        where    made_at is not null
        and      not exists (
            select from blocks where (blocker_id, blocked_id) in (($1, other), (other, $1))
        )
        order by made_at desc, other
        limit    $2
        "#,
        member.get(),
        limit,
    )
    .fetch_all(pool)
    .await
}

/// Who likes a member: new ones first, then the latest.
pub(crate) async fn received(
    pool: &PgPool,
    member: MemberId,
    limit: i64,
) -> sqlx::Result<Vec<Line>> {
    sqlx::query_as!(
        Line,
        r#"
        with side as (
            select high as other, high_liked_at as made_at, not high_seen as is_new, matched_at
            from   pairs where low = $1
            union all
            select low, low_liked_at, not low_seen, matched_at from pairs where high = $1
        )
        select   other as "member!: MemberId", made_at as "made_at!", is_new as "is_new!",
                 matched_at is not null as "matched!"
        from     side
        join     members on member_id = other and active and kind = 'member'
        where    made_at is not null
        and      not exists (
            select from blocks where (blocker_id, blocked_id) in (($1, other), (other, $1))
        )
        order by is_new desc, made_at desc, other
        limit    $2
        "#,
        member.get(),
        limit,
    )
    .fetch_all(pool)
    .await
}

/// Who likes a member and was not seen yet, the longest waiting one.
pub(crate) async fn oldest_unseen(
    pool: &PgPool,
    member: MemberId,
) -> sqlx::Result<Option<MemberId>> {
    sqlx::query_scalar!(
        r#"
        with side as (
            select high as other, high_liked_at as made_at from pairs where low = $1 and not high_seen
            union all
            select low, low_liked_at from pairs where high = $1 and not low_seen
        )
        select   other as "member!: MemberId"
        from     side
        join     members on member_id = other and active and kind = 'member'
        where    made_at is not null
        and      not exists (
            select from blocks where (blocker_id, blocked_id) in (($1, other), (other, $1))
        )
        order by made_at, other
        limit    1
        "#,
        member.get(),
    )
    .fetch_optional(pool)
    .await
}

/// How two members stand, from the first one's side.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
pub(crate) struct Relation {
    pub(crate) liked: bool,
    pub(crate) likes_me: bool,
    pub(crate) matched: bool,
    pub(crate) blocked: bool,
    /// The other one has shut the caller out. Never told.
    pub(crate) shut_out: bool,
}

/// How the caller and another member stand.
pub(crate) async fn relation(pool: &PgPool, pair: Pair) -> sqlx::Result<Relation> {
    sqlx::query_as!(
        Relation,
        r#"
        select coalesce(case when $3 then low_liked_at else high_liked_at end is not null, false)
                   as "liked!",
               coalesce(case when $3 then high_liked_at else low_liked_at end is not null, false)
                   as "likes_me!",
               matched_at is not null as "matched!",
               exists(
                   select from blocks
                   where  blocker_id = $1 and blocked_id = $2 and lifted_at is null
               ) as "blocked!",
               exists(select from blocks where blocker_id = $2 and blocked_id = $1) as "shut_out!"
        from   (select) as one
        left   join pairs on low = least($1::uuid, $2::uuid) and high = greatest($1, $2)
        "#,
        pair.me.get(),
        pair.other.get(),
        pair.is_low(),
    )
    .fetch_one(pool)
    .await
}
