//! Mails asked for.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{mail::MailKind, request_mail::MailRequestId, status::Status};

/// A mail to be asked for.
#[derive(Debug)]
pub(crate) struct NewRequest<'a> {
    pub(crate) id: MailRequestId,
    /// None: the address has no account, nobody will get the mail.
    pub(crate) member: Option<MemberId>,
    pub(crate) site: SiteId,
    pub(crate) kind: MailKind,
    /// Where it goes, when not to the account's own address.
    pub(crate) address: Option<&'a str>,
    pub(crate) asked_at: OffsetDateTime,
}

/// A mail that was asked for, with what the account knows for it.
pub(crate) struct Requested {
    pub(crate) member: MemberId,
    pub(crate) site: SiteId,
    pub(crate) kind: MailKind,
    pub(crate) asked_at: OffsetDateTime,
    /// Where it goes.
    pub(crate) address: String,
    pub(crate) profile_name: String,
    pub(crate) language: String,
    pub(crate) status: Status,
    pub(crate) erase_at: Option<OffsetDateTime>,
}

/// Adds a request.
pub(crate) async fn insert(tx: &mut PgConnection, request: &NewRequest<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into mail_requests (id, account_id, site_id, kind, address, requested_at)
        values ($1, $2, $3, $4, $5, $6)
        ",
        request.id.get(),
        request.member.map(MemberId::get),
        request.site.get(),
        request.kind as MailKind,
        request.address,
        request.asked_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// A request that is neither overtaken nor without an account, its account locked.
pub(crate) async fn find_open(
    tx: &mut PgConnection,
    id: MailRequestId,
) -> sqlx::Result<Option<Requested>> {
    sqlx::query_as!(
        Requested,
        r#"
        select  accounts.id as "member: MemberId",
                accounts.site_id as "site: SiteId",
                mail_requests.kind as "kind: MailKind",
                requested_at as asked_at,
                coalesce(address, email) as "address!",
                profile_name,
                language,
                status as "status: Status",
                erase_at
        from    mail_requests
        join    accounts on accounts.id = mail_requests.account_id
        where   mail_requests.id = $1 and closed_at is null
        for no key update of accounts
        "#,
        id.get(),
    )
    .fetch_optional(tx)
    .await
}

/// Overtakes a member's open requests of these kinds.
pub(crate) async fn close(
    tx: &mut PgConnection,
    member: MemberId,
    kinds: &[MailKind],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update  mail_requests
        set     closed_at = $3
        where   account_id = $1 and kind = any($2) and closed_at is null
        ",
        member.get(),
        kinds as &[MailKind],
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Drops requests, with their links, made before `since`.
pub(crate) async fn purge(db: impl PgExecutor<'_>, since: OffsetDateTime) -> sqlx::Result<u64> {
    let purged = sqlx::query!("delete from mail_requests where requested_at < $1", since)
        .execute(db)
        .await?;
    Ok(purged.rows_affected())
}
