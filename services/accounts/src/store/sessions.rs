//! Logins.

use kit::{MemberId, SessionId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;

use crate::{
    account::Account, email::Email, gender::Gender, profile_name::ProfileName, staff::StaffRole,
    status::Status,
};

/// A login to be stored.
#[derive(Debug)]
pub(crate) struct NewSession<'a> {
    pub(crate) id: SessionId,
    pub(crate) member: MemberId,
    pub(crate) token_hash: &'a [u8],
    pub(crate) device: &'a str,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) expires_at: OffsetDateTime,
}

/// A login as its owner sees it.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: SessionId,
    pub(crate) device: String,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) last_seen_at: OffsetDateTime,
}

/// Whose login a token is.
pub(crate) struct Proven {
    pub(crate) id: SessionId,
    pub(crate) expires_at: OffsetDateTime,
    pub(crate) account: Account,
}

/// Adds a login.
pub(crate) async fn insert(tx: &mut PgConnection, session: &NewSession<'_>) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into sessions (id, account_id, token_hash, device, created_at, last_seen_at, expires_at)
        values ($1, $2, $3, $4, $5, $5, $6)
        ",
        session.id.get(),
        session.member.get(),
        session.token_hash,
        session.device,
        session.created_at,
        session.expires_at,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Whose login this is on this site, in one round trip: every page asks.
pub(crate) async fn prove(
    db: impl PgExecutor<'_>,
    site: SiteId,
    token_hash: &[u8],
    now: OffsetDateTime,
) -> sqlx::Result<Option<Proven>> {
    let row = sqlx::query!(
        r#"
        select  sessions.id as "id: SessionId", sessions.expires_at,
                accounts.id as "member: MemberId", site_id as "site_id: SiteId",
                status as "status: Status", email, profile_name, birth_date,
                gender as "gender: Gender", seeking as "seeking: Vec<Gender>", country, language,
                staff_roles as "staff_roles: Vec<StaffRole>", accounts.created_at
        from    sessions
        join    accounts on accounts.id = sessions.account_id
        where   sessions.token_hash = $2
                and sessions.expires_at > $3
                and accounts.site_id = $1
                and accounts.status <> 'deleted'
        "#,
        site.get(),
        token_hash,
        now,
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Proven {
        id: row.id,
        expires_at: row.expires_at,
        account: Account {
            id: row.member,
            site: row.site_id,
            status: row.status,
            email: Email::stored(row.email),
            profile_name: ProfileName::stored(row.profile_name),
            birth_date: row.birth_date,
            gender: row.gender,
            seeking: row.seeking,
            country: row.country,
            language: row.language,
            staff_roles: row.staff_roles,
            created_at: row.created_at,
        },
    }))
}

/// A member's logins, the newest first.
pub(crate) async fn list(
    db: impl PgExecutor<'_>,
    site: SiteId,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<Session>> {
    sqlx::query_as!(
        Session,
        r#"
        select  sessions.id as "id: SessionId", device, sessions.created_at, last_seen_at
        from    sessions
        join    accounts on accounts.id = sessions.account_id
        where   accounts.site_id = $1 and account_id = $2 and expires_at > $3
        order by sessions.created_at desc, sessions.id desc
        "#,
        site.get(),
        member.get(),
        now,
    )
    .fetch_all(db)
    .await
}

/// Remembers that a login was in use, or that its page was hidden; false when it has ended.
pub(crate) async fn touch(
    db: impl PgExecutor<'_>,
    session: SessionId,
    hidden: bool,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let touched = sqlx::query!(
        "
        update  sessions
        set     last_seen_at = $3, hidden_at = case when $2 then $3 end
        where   id = $1 and expires_at > $3
        ",
        session.get(),
        hidden,
        now,
    )
    .execute(db)
    .await?;
    Ok(touched.rows_affected() == 1)
}

/// Ends one of a member's logins; false when it is not theirs or has ended.
pub(crate) async fn end(
    tx: &mut PgConnection,
    member: MemberId,
    session: SessionId,
) -> sqlx::Result<bool> {
    let ended = sqlx::query!(
        "
        delete from sessions
        where id = $2 and account_id = $1
        ",
        member.get(),
        session.get(),
    )
    .execute(tx)
    .await?;
    Ok(ended.rows_affected() == 1)
}

/// Ends a member's logins but one.
pub(crate) async fn end_others(
    tx: &mut PgConnection,
    member: MemberId,
    kept: Option<SessionId>,
) -> sqlx::Result<Vec<SessionId>> {
    sqlx::query_scalar!(
        r#"
        delete from sessions
        where account_id = $1 and id is distinct from $2
        returning id as "id: SessionId"
        "#,
        member.get(),
        kept.map(SessionId::get),
    )
    .fetch_all(tx)
    .await
}

/// Ends the login of a token; none when it is nobody's.
pub(crate) async fn end_by_token(
    tx: &mut PgConnection,
    token_hash: &[u8],
) -> sqlx::Result<Option<(MemberId, SessionId)>> {
    let ended = sqlx::query!(
        r#"
        delete from sessions
        where token_hash = $1
        returning account_id as "member: MemberId", id as "id: SessionId"
        "#,
        token_hash,
    )
    .fetch_optional(tx)
    .await?;
    Ok(ended.map(|row| (row.member, row.id)))
}

/// Locks the account of a login, so that what is told of it keeps its order.
pub(crate) async fn lock_owner(tx: &mut PgConnection, token_hash: &[u8]) -> sqlx::Result<()> {
    sqlx::query!(
        "
        select  accounts.id
        from    accounts
        join    sessions on sessions.account_id = accounts.id
        where   sessions.token_hash = $1
        for no key update of accounts
        ",
        token_hash,
    )
    .fetch_optional(tx)
    .await?;
    Ok(())
}

/// Drops logins that have expired.
pub(crate) async fn purge(db: impl PgExecutor<'_>, now: OffsetDateTime) -> sqlx::Result<u64> {
    let purged = sqlx::query!("delete from sessions where expires_at <= $1", now)
        .execute(db)
        .await?;
    Ok(purged.rows_affected())
}
