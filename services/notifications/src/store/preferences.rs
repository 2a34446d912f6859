//! Types that members switched off.

use kit::MemberId;
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::preference::Type;

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
