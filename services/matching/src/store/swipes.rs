//! Tables `swipes` and `swipe_days`: the swipe game.

use kit::{MemberId, SiteId, Tx};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};

use crate::pair::Pair;

/// What became of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// It is remembered.
    Now,
    /// This member was decided about before.
    Before,
    /// The two may not meet.
    Refused,
}

/// Remembers a decision about somebody the caller may meet.
pub(crate) async fn put(
    tx: &mut Tx,
    site: SiteId,
    pair: Pair,
    liked: bool,
    now: OffsetDateTime,
) -> sqlx::Result<Decided> {
    let done = sqlx::query!(
        "
        insert into swipes (member_id, target_id, liked, swiped_at)
        select $1, $2, $3, $4 where may_meet_now($1, $2, $5)
        on conflict do nothing
        ",
        pair.me.get(),
        pair.other.get(),
        liked,
        now,
        site.get(),
    )
    .execute(&mut **tx)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(Decided::Now);
    }
    let before = sqlx::query_scalar!(
        r#"
        select exists(
            select from swipes where member_id = $1 and target_id = $2
        ) as "before!"
        "#,
        pair.me.get(),
        pair.other.get(),
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(if before {
        Decided::Before
    } else {
        Decided::Refused
    })
}

/// Takes one of the day's likes; none when they are used up. Answers how many are used now.
pub(crate) async fn count_like(
    tx: &mut Tx,
    member: MemberId,
    day: Date,
    limit: i16,
) -> sqlx::Result<Option<i16>> {
    sqlx::query_scalar!(
        "
        insert into swipe_days (member_id, day, likes)
        select $1, $2, 1 where $3::smallint > 0
        on conflict (member_id, day) do update
        set likes = swipe_days.likes + 1
        where swipe_days.likes < $3::smallint
        returning likes
        ",
        member.get(),
        day,
        limit,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Likes used on a day.
pub(crate) async fn used(pool: &PgPool, member: MemberId, day: Date) -> sqlx::Result<i16> {
    let used = sqlx::query_scalar!(
        "select likes from swipe_days where member_id = $1 and day = $2",
        member.get(),
        day,
    )
    .fetch_optional(pool)
    .await?;
    Ok(used.unwrap_or(0))
}

/// Forgets what was used on the days before `day`.
pub(crate) async fn forget_days(pool: &PgPool, day: Date) -> sqlx::Result<()> {
    sqlx::query!("delete from swipe_days where day < $1", day)
        .execute(pool)
        .await?;
    Ok(())
}
