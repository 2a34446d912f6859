//! Table `presence`, and its trace in the order of searches.

use kit::MemberId;
use sqlx::PgExecutor;
use time::OffsetDateTime;

/// Remembers that a member was here; once a minute is enough, and the place in searches follows in
/// steps of ten minutes.
pub(crate) async fn touch(
    db: impl PgExecutor<'_>,
    member: MemberId,
    at: OffsetDateTime,
) -> sqlx::Result<()> {
    // Nobody misses a moment of presence that a power cut takes, and nobody waits for its disk.
    sqlx::query!(
        "
        with quick as (select set_config('synchronous_commit', 'off', true)),
             seen as (
                 insert into presence as p (member_id, last_active)
                 select $1, $2
                 from   quick
                 where  exists (select from profiles where member_id = $1 and kind = 'member')
                 on conflict (member_id) do update set last_active = excluded.last_active
                 where  p.last_active <= excluded.last_active - interval '1 minute'
             )
        update profile_search
        set    last_active = date_bin('10 minutes', $2, timestamptz '2000-01-01 00:00+00')
        where  member_id = $1
          and  last_active < date_bin('10 minutes', $2, timestamptz '2000-01-01 00:00+00')
          and  facet < 64
        ",
        member.get(),
        at,
    )
    .execute(db)
    .await?;
    Ok(())
}
