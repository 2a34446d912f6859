//! Tables `swipes` and `swipe_days`: the swipe game.

use kit::{MemberId, Tx};
use sqlx::PgPool;
use time::{Date, OffsetDateTime};

use crate::pair::Pair;

/// Remembers a decision; false when this member was decided about before.
pub(crate) async fn put(
    tx: &mut Tx,
    pair: Pair,
    liked: bool,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "
        insert into swipes (member_id, target_id, liked, swiped_at)
        values ($1, $2, $3, $4)
        on conflict do nothing
        ",
        pair.me.get(),
        pair.other.get(),
        liked,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(done.rows_affected() == 1)
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
