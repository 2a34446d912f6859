//! Tokens inside mailed links.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{email::Email, mail::Purpose, request_mail::MailRequestId, status::Status};

/// A link's token to be stored.
#[derive(Debug)]
pub(crate) struct NewToken<'a> {
    pub(crate) hash: &'a [u8],
    pub(crate) member: MemberId,
    pub(crate) request: MailRequestId,
    pub(crate) purpose: Purpose,
    /// The address the link is mailed to.
    pub(crate) email: &'a Email,
    pub(crate) expires_at: OffsetDateTime,
}

/// What a link is bound to, found by its token.
#[derive(Clone, Debug)]
pub(crate) struct Link {
    pub(crate) member: MemberId,
    pub(crate) status: Status,
    /// The address it was mailed to.
    pub(crate) email: String,
    pub(crate) used: bool,
    pub(crate) expires_at: OffsetDateTime,
}

/// Adds a token.
pub(crate) async fn insert(tx: &mut PgConnection, token: &NewToken<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into mail_tokens (
            token_hash, account_id, request_id, purpose, email, email_key, expires_at
        )
        values ($1, $2, $3, $4, $5, $6, $7)
        ",
        token.hash,
        token.member.get(),
        token.request.get(),
        token.purpose as Purpose,
        token.email.as_str(),
        token.email.key(),
        token.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The link of a token of this site and purpose, its account locked until the transaction
/// ends. A link mailed to an address that is no longer the account's is none, except one
/// that makes it the account's.
pub(crate) async fn lock(
    tx: &mut PgConnection,
    site: SiteId,
    purpose: Purpose,
    hash: &[u8],
) -> sqlx::Result<Option<Link>> {
    sqlx::query_as!(
        Link,
        r#"
        select  accounts.id as "member: MemberId",
                accounts.status as "status: Status",
                mail_tokens.email,
                mail_tokens.used_at is not null as "used!",
                mail_tokens.expires_at
        from    mail_tokens
        join    accounts on accounts.id = mail_tokens.account_id
        where   mail_tokens.token_hash = $3
                and mail_tokens.purpose = $2
                and accounts.site_id = $1
                and (mail_tokens.email_key = accounts.email_key or mail_tokens.purpose = 'change_mail')
        for no key update of accounts
        "#,
        site.get(),
        purpose as Purpose,
        hash,
    )
    .fetch_optional(tx)
    .await
}

/// Uses a token up; false when somebody else did, or it has expired.
pub(crate) async fn spend(
    tx: &mut PgConnection,
    hash: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let spent = sqlx::query!(
        "
        update  mail_tokens
        set     used_at = $2
        where   token_hash = $1 and used_at is null and expires_at > $2
        ",
        hash,
        now,
    )
    .execute(tx)
    .await?;
    Ok(spent.rows_affected() == 1)
}

/// Uses up every open link of a member for these purposes.
pub(crate) async fn spend_all(
    tx: &mut PgConnection,
    member: MemberId,
    purposes: &[Purpose],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update  mail_tokens
        set     used_at = $3
        where   account_id = $1 and purpose = any($2) and used_at is null
        ",
        member.get(),
        purposes as &[Purpose],
        now,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Drops tokens that have expired.
pub(crate) async fn purge(db: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<u64> {
    let purged = sqlx::query!("delete from mail_tokens where expires_at <= $1", now)
        .execute(db)
        .await?;
    Ok(purged.rows_affected())
}
