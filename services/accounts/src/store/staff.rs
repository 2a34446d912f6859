//! Roles beside that of a member, and their history.

use kit::MemberId;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::exactly_one;
use crate::staff::StaffRole;

/// A change of roles, with who decided it and why.
#[derive(Debug)]
pub(crate) struct Change<'a> {
    pub(crate) member: MemberId,
    pub(crate) roles: &'a [StaffRole],
    pub(crate) author: &'a str,
    pub(crate) note: &'a str,
    pub(crate) at: OffsetDateTime,
}

/// Stores an account's roles and the change in its history.
pub(crate) async fn change(tx: &mut PgConnection, change: &Change<'_>) -> sqlx::Result<()> {
    let set = sqlx::query!(
        "
        update  accounts
        set     staff_roles = $2
        where   id = $1 and status <> 'deleted'
        ",
        change.member.get(),
        change.roles as &[StaffRole],
    )
    .execute(&mut *tx)
    .await?;
    exactly_one(&set)?;
    sqlx::query!(
        "
        insert into staff_changes (account_id, roles, author, note, changed_at)
        values ($1, $2, $3, $4, $5)
        ",
        change.member.get(),
        change.roles as &[StaffRole],
        change.author,
        change.note,
        change.at,
    )
    .execute(tx)
    .await?;
    Ok(())
}
