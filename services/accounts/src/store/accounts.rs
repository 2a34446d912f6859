//! Accounts.

use kit::{MemberId, SiteId};
use sqlx::{PgConnection, PgExecutor};
use time::{Date, OffsetDateTime};

use super::exactly_one;
use crate::{
    account::Account, email::Email, gender::Gender, newcomer::Newcomer, profile_name::ProfileName,
    staff::StaffRole, status::Status,
};

/// Who has an address on a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub(crate) id: MemberId,
    pub(crate) status: Status,
}

/// What a login is checked against.
pub(crate) struct Credentials {
    pub(crate) id: MemberId,
    pub(crate) status: Status,
    pub(crate) password_hash: String,
    /// The device that asks has logged in to this account before.
    pub(crate) known_device: bool,
}

struct Row {
    id: MemberId,
    site_id: SiteId,
    status: Status,
    email: String,
    profile_name: String,
    birth_date: Date,
    gender: Gender,
    seeking: Vec<Gender>,
    country: String,
    language: String,
    staff_roles: Vec<StaffRole>,
    created_at: OffsetDateTime,
}

impl From<Row> for Account {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
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
        }
    }
}

/// Adds an unconfirmed account; false when the address has one already.
pub(crate) async fn insert(
    tx: &mut PgConnection,
    id: MemberId,
    site: SiteId,
    newcomer: &Newcomer,
    (password_hash, now): (&str, OffsetDateTime),
) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "
        insert into accounts (
            id, site_id, status, email, email_key, password_hash, profile_name, birth_date,
            gender, seeking, country, language, created_at
        )
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        on conflict on constraint accounts_email_key do nothing
        ",
        id.get(),
        site.get(),
        Status::NotConfirmed as Status,
        newcomer.email.as_str(),
        newcomer.email.key(),
        password_hash,
        newcomer.profile_name.as_str(),
        newcomer.birth_date,
        newcomer.gender as Gender,
        &newcomer.seeking as &[Gender],
        newcomer.country,
        newcomer.language,
        now,
    )
    .execute(tx)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Who has this address, locked until the transaction ends.
pub(crate) async fn owner(
    tx: &mut PgConnection,
    site: SiteId,
    email: &Email,
) -> sqlx::Result<Option<Owner>> {
    sqlx::query_as!(
        Owner,
        r#"
        select  id as "id: MemberId", status as "status: Status"
        from    accounts
        where   site_id = $1 and email_key = $2
        for no key update
        "#,
        site.get(),
        email.key(),
    )
    .fetch_optional(tx)
    .await
}

/// What a login with this address is checked against.
pub(crate) async fn credentials(
    db: impl PgExecutor<'_>,
    site: SiteId,
    email: &Email,
    device: Option<&[u8]>,
) -> sqlx::Result<Option<Credentials>> {
    sqlx::query_as!(
        Credentials,
        r#"
        select  id as "id: MemberId",
                status as "status: Status",
                password_hash,
                exists(
                    select
                    from    devices
                    where   account_id = accounts.id and token_hash = $3
                ) as "known_device!"
        from    accounts
        where   site_id = $1 and email_key = $2
        "#,
        site.get(),
        email.key(),
        device,
    )
    .fetch_optional(db)
    .await
}

/// The stored hash of a member's password, unless the account is deleted.
pub(crate) async fn password_hash(
    db: impl PgExecutor<'_>,
    site: SiteId,
    member: MemberId,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "
        select  password_hash
        from    accounts
        where   site_id = $1 and id = $2 and status <> 'deleted'
        ",
        site.get(),
        member.get(),
    )
    .fetch_optional(db)
    .await
}

/// A member's account, unless it is deleted.
pub(crate) async fn find(
    db: impl PgExecutor<'_>,
    site: SiteId,
    member: MemberId,
) -> sqlx::Result<Option<Account>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select  id as "id: MemberId", site_id as "site_id: SiteId", status as "status: Status",
                email, profile_name, birth_date, gender as "gender: Gender",
                seeking as "seeking: Vec<Gender>", country, language,
                staff_roles as "staff_roles: Vec<StaffRole>", created_at
        from    accounts
        where   site_id = $1 and id = $2 and status <> 'deleted'
        "#,
        site.get(),
        member.get(),
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(Account::from))
}

/// Locks a member's account until the transaction ends and tells its state.
pub(crate) async fn lock(
    tx: &mut PgConnection,
    site: SiteId,
    member: MemberId,
) -> sqlx::Result<Option<Status>> {
    sqlx::query_scalar!(
        r#"
        select  status as "status: Status"
        from    accounts
        where   site_id = $1 and id = $2
        for no key update
        "#,
        site.get(),
        member.get(),
    )
    .fetch_optional(tx)
    .await
}

/// Locks a member's account, and the one that has an address, until the transaction ends: both in
/// one order, or two who ask for each other's address wait for each other.
pub(crate) async fn lock_with_owner(
    tx: &mut PgConnection,
    site: SiteId,
    member: MemberId,
    email: &Email,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        select  id
        from    accounts
        where   site_id = $1 and (id = $2 or email_key = $3)
        order by id
        for no key update
        ",
        site.get(),
        member.get(),
        email.key(),
    )
    .fetch_all(tx)
    .await?;
    Ok(())
}

/// Remembers that the address is proven; false when that was known.
pub(crate) async fn confirm(
    tx: &mut PgConnection,
    member: MemberId,
    now: OffsetDateTime,
) -> sqlx::Result<bool> {
    let confirmed = sqlx::query!(
        "
        update  accounts
        set     status = 'active', activated_at = $2
        where   id = $1 and status = 'not_confirmed'
        ",
        member.get(),
        now,
    )
    .execute(tx)
    .await?;
    Ok(confirmed.rows_affected() == 1)
}

/// Stores the hash of a new password.
pub(crate) async fn set_password(
    tx: &mut PgConnection,
    member: MemberId,
    hash: &str,
) -> sqlx::Result<()> {
    let set = sqlx::query!(
        "
        update  accounts
        set     password_hash = $2
        where   id = $1 and status <> 'deleted'
        ",
        member.get(),
        hash,
    )
    .execute(tx)
    .await?;
    exactly_one(&set)
}

/// Stores a stronger hash of the same password, unless the password was changed meanwhile.
pub(crate) async fn renew_hash(
    tx: &mut PgConnection,
    member: MemberId,
    old: &str,
    new: &str,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update  accounts
        set     password_hash = $3
        where   id = $1 and password_hash = $2
        ",
        member.get(),
        old,
        new,
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// Stores a new address; violates `accounts_email_key` when somebody has it.
pub(crate) async fn set_email(
    tx: &mut PgConnection,
    member: MemberId,
    email: &Email,
) -> sqlx::Result<()> {
    let set = sqlx::query!(
        "
        update  accounts
        set     email = $2, email_key = $3
        where   id = $1 and status <> 'deleted'
        ",
        member.get(),
        email.as_str(),
        email.key(),
    )
    .execute(tx)
    .await?;
    exactly_one(&set)
}

/// Stores the language; false when the account is gone.
pub(crate) async fn set_language(
    tx: &mut PgConnection,
    site: SiteId,
    member: MemberId,
    language: &str,
) -> sqlx::Result<bool> {
    let set = sqlx::query!(
        "
        update  accounts
        set     language = $3
        where   site_id = $1 and id = $2 and status <> 'deleted'
        ",
        site.get(),
        member.get(),
        language,
    )
    .execute(tx)
    .await?;
    Ok(set.rows_affected() == 1)
}
