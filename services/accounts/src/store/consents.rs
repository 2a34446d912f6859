//! Consents, and the tracking record that one of them allows.

use kit::MemberId;
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{
    consent::{Consent, ConsentKind},
    tracking::Tracking,
};

/// Adds rows to the history, unless the account is not there.
pub(crate) async fn record(
    tx: &mut PgConnection,
    member: MemberId,
    consents: &[Consent],
) -> sqlx::Result<()> {
    let kinds: Vec<ConsentKind> = consents.iter().map(|consent| consent.kind).collect();
    let granted: Vec<bool> = consents.iter().map(|consent| consent.granted).collect();
    let versions: Vec<String> = consents
        .iter()
        .map(|consent| consent.version.clone())
        .collect();
    let times: Vec<OffsetDateTime> = consents.iter().map(|consent| consent.changed_at).collect();
    sqlx::query!(
        "
        insert into consents (account_id, kind, granted, version, changed_at)
        select  accounts.id, new.kind, new.granted, new.version, new.changed_at
        from    unnest($2::text[], $3::bool[], $4::text[], $5::timestamptz[])
                    as new (kind, granted, version, changed_at),
                accounts
        where   accounts.id = $1
        ",
        member.get(),
        &kinds as &[ConsentKind],
        &granted,
        &versions,
        &times,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A member's consents as they stand.
pub(crate) async fn list(db: impl PgExecutor<'_>, member: MemberId) -> sqlx::Result<Vec<Consent>> {
    sqlx::query_as!(
        Consent,
        r#"
        select  distinct on (kind) kind as "kind: ConsentKind", granted, version, changed_at
        from    consents
        where   account_id = $1
        order by kind, id desc
        "#,
        member.get(),
    )
    .fetch_all(db)
    .await
}

/// Stores where a member came from, unless the account is not there.
pub(crate) async fn put_tracking(
    tx: &mut PgConnection,
    member: MemberId,
    tracking: &Tracking,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into tracking_records (account_id, network, ref, sub1, sub2, sub3, recorded_at)
        select  id, $2, $3, $4, $5, $6, $7
        from    accounts
        where   id = $1
        on conflict (account_id) do update
        set     network = excluded.network, ref = excluded.ref, sub1 = excluded.sub1,
                sub2 = excluded.sub2, sub3 = excluded.sub3, recorded_at = excluded.recorded_at
        ",
        member.get(),
        tracking.network,
        tracking.reference,
        tracking.sub1,
        tracking.sub2,
        tracking.sub3,
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Erases where a member came from.
pub(crate) async fn erase_tracking(tx: &mut PgConnection, member: MemberId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from tracking_records where account_id = $1",
        member.get()
    )
    .execute(tx)
    .await?;
    Ok(())
}
