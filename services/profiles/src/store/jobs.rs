//! Table `profile_jobs`: profiles to be created.

use kit::MemberId;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

/// Wants a profile to be created, unless there is one.
pub(crate) async fn want(
    tx: &mut PgConnection,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into profile_jobs (member_id, due_at)
        select $1, $2
        where  not exists (select from profiles where member_id = $1)
        on conflict (member_id) do nothing
        ",
        member.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Takes jobs that are due, and puts each off in case it fails: twice as long with every try, a
/// minute at most.
pub(crate) async fn take(pool: &PgPool, now: OffsetDateTime) -> sqlx::Result<Vec<MemberId>> {
    sqlx::query_scalar!(
        r#"
        update profile_jobs
        set    attempts = attempts + 1,
               due_at = $1 + least(interval '1 second' * (1 << least(attempts, 10)), interval '1 minute')
        where  member_id in (
            select   member_id
            from     profile_jobs
            where    due_at <= $1
            order by due_at
            limit    50
            for update skip locked
        )
        returning member_id as "member: MemberId"
        "#,
        now,
    )
    .fetch_all(pool)
    .await
}

/// The profile is there, or nobody needs it.
pub(crate) async fn done(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from profile_jobs where member_id = $1",
        member.get()
    )
    .execute(tx)
    .await?;
    Ok(())
}
