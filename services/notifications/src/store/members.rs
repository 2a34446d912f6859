//! What is known of members besides their preferences: deleted, and why mail is off.

use kit::{MemberId, Tx};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::preference::{MailOff, Type};

/// Remembers that the account is deleted.
pub(crate) async fn mark_deleted(
    tx: &mut Tx,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into deleted_members (member_id, since)
        values ($1, $2)
        on conflict (member_id) do nothing
        ",
        member as MemberId,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets that the account was deleted: its member took it back.
pub(crate) async fn mark_present(tx: &mut Tx, member: MemberId) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from deleted_members where member_id = $1",
        member as MemberId
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Whether the account is deleted.
pub(crate) async fn is_deleted(tx: &mut Tx, member: MemberId) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists(select from deleted_members where member_id = $1) as "deleted!""#,
        member as MemberId,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Whether news of a type is mailed to a member: the account is there, mail is not off, and the
/// type is not switched off.
pub(crate) async fn wants_mail(
    connection: &mut PgConnection,
    member: MemberId,
    kind: Type,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select not exists(select from deleted_members where member_id = $1)
           and not exists(select from mail_off where member_id = $1)
           and not exists(select from switched_off where member_id = $1 and type = $2)
           as "wants!"
        "#,
        member as MemberId,
        kind as Type,
    )
    .fetch_one(connection)
    .await
}

/// Switches all mail off that the account can do without.
pub(crate) async fn mail_off(
    connection: &mut PgConnection,
    member: MemberId,
    reason: MailOff,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into mail_off (member_id, reason, since)
        values ($1, $2, $3)
        on conflict (member_id, reason) do nothing
        ",
        member as MemberId,
        reason as MailOff,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes back one reason for which mail was off.
pub(crate) async fn mail_on(
    connection: &mut PgConnection,
    member: MemberId,
    reason: MailOff,
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from mail_off where member_id = $1 and reason = $2",
        member as MemberId,
        reason as MailOff,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Erases everything that is kept of a member.
pub(crate) async fn erase(tx: &mut Tx, member: MemberId) -> sqlx::Result<()> {
    // One statement per table, in one round trip.
    sqlx::query!(
        "
        with jobs as (delete from mail_jobs where member_id = $1 or other_id = $1),
             unread as (delete from unread_messages where member_id = $1 or sender_id = $1),
             likes as (delete from new_likes where member_id = $1 or liker_id = $1),
             told as (delete from pushes where other_id = $1),
             kept as (delete from mailbox where member_id = $1),
             off as (delete from mail_off where member_id = $1),
             types as (delete from switched_off where member_id = $1),
             tokens as (delete from unsubscribe_tokens where member_id = $1),
             pushes as (delete from push_subscriptions where member_id = $1)
        delete from deleted_members where member_id = $1
        ",
        member as MemberId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
