//! Types that members switched off.

use kit::MemberId;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::preference::{MailOff, Type};

/// Switches a type off; it may be off already.
pub(crate) async fn switch_off(
    connection: &mut PgConnection,
    member: MemberId,
    kind: Type,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into switched_off (member_id, type, since)
        values ($1, $2, $3)
        on conflict (member_id, type) do nothing
        ",
        member as MemberId,
        kind as Type,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Switches a type on; it may be on already.
pub(crate) async fn switch_on(
    connection: &mut PgConnection,
    member: MemberId,
    kind: Type,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from switched_off where member_id = $1 and type = $2",
        member as MemberId,
        kind as Type,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The types a member switched off, in the order of the contract.
pub(crate) async fn switched_off(
    connection: &mut PgConnection,
    member: MemberId,
) -> sqlx::Result<Vec<Type>> {
    let mut kinds = sqlx::query_scalar!(
        r#"select type as "type: Type" from switched_off where member_id = $1"#,
        member as MemberId,
    )
    .fetch_all(connection)
    .await?;
    kinds.sort_unstable();
    Ok(kinds)
}

/// The types a member switched off, in the order of the contract, and why mail is off for them, in
/// one round trip: every page asks.
pub(crate) async fn disabled(
    pool: &PgPool,
    member: MemberId,
) -> sqlx::Result<(Vec<Type>, Vec<MailOff>)> {
    let rows = sqlx::query!(
        r#"
        select   type as "kind?: Type", null::text as "reason?: MailOff", since
        from     switched_off
        where    member_id = $1
        union all
        select   null, reason, since
        from     mail_off
        where    member_id = $1
        order by since, 2
        "#,
        member as MemberId,
    )
    .fetch_all(pool)
    .await?;
    let mut kinds: Vec<Type> = rows.iter().filter_map(|row| row.kind).collect();
    kinds.sort_unstable();
    let reasons = rows.into_iter().filter_map(|row| row.reason).collect();
    Ok((kinds, reasons))
}
