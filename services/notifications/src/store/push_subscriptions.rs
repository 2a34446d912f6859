//! Browsers that take pushes.

use kit::{MemberId, OnConstraint as _, Tx};
use time::OffsetDateTime;

use crate::{
    endpoint::{Endpoint, Keys},
    fault::Fault,
};

/// Stores a browser's subscription; one that belonged to another member moves.
pub(crate) async fn save(
    tx: &mut Tx,
    member: MemberId,
    endpoint: &Endpoint,
    keys: &Keys,
    now: OffsetDateTime,
) -> Result<(), Fault> {
    // Two tabs of one member take turns: both would find the same free slot.
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended($1, 0))",
        format!("push_subscriptions {member}"),
    )
    .execute(&mut **tx)
    .await?;
    // The member's own slot for this browser, else the first free one. With ten
    // taken that is the eleventh, which the table refuses.
    sqlx::query!(
        "
        insert into push_subscriptions as present
            (endpoint, member_id, slot, p256dh, auth, created_at)
        select $1, $2, coalesce(own.slot, free.slot), $3, $4, $5
        from   (
                   select min(candidate)::smallint as slot
                   from   generate_series(1, 11) as candidate
                   where  candidate not in (
                              select slot from push_subscriptions where member_id = $2
                          )
               ) as free
               left join push_subscriptions as own on own.endpoint = $1 and own.member_id = $2
        on conflict (endpoint) do update
        set    member_id = excluded.member_id,
               slot = excluded.slot,
               p256dh = excluded.p256dh,
               auth = excluded.auth,
               created_at = excluded.created_at
        ",
        endpoint.as_str(),
        member as MemberId,
        keys.p256dh.as_slice(),
        keys.auth.as_slice(),
        now,
    )
    .execute(&mut **tx)
    .await
    .on_constraint("push_subscriptions_slot_check", Fault::TooManySubscriptions)?;
    // What waits for who used this browser before must not show itself to the next.
    sqlx::query!(
        "delete from pushes where endpoint = $1 and member_id <> $2",
        endpoint.as_str(),
        member as MemberId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets a member's browsers that subscribed until `until`, and what waits for them.
pub(crate) async fn forget(
    tx: &mut Tx,
    member: MemberId,
    until: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from push_subscriptions where member_id = $1 and created_at <= $2",
        member as MemberId,
        until,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
