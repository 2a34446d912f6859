//! What a profile begins with.

use kit::{MemberId, SiteId};
use sqlx::PgExecutor;
use time::Date;

use crate::{gender::Gender, status::Status};

/// The part of an account that others see in a profile.
pub(crate) struct SignUpData {
    pub(crate) site: SiteId,
    pub(crate) status: Status,
    pub(crate) profile_name: String,
    pub(crate) birth_date: Date,
    pub(crate) gender: Gender,
    pub(crate) seeking: Vec<Gender>,
    pub(crate) country: String,
}

/// What a member told at sign-up, until the account is erased.
pub(crate) async fn find(
    db: impl PgExecutor<'_>,
    member: MemberId,
) -> sqlx::Result<Option<SignUpData>> {
    sqlx::query_as!(
        SignUpData,
        r#"
        select  site_id as "site: SiteId", status as "status: Status", profile_name, birth_date,
                gender as "gender: Gender", seeking as "seeking: Vec<Gender>", country
        from    accounts
        where   id = $1
        "#,
        member.get(),
    )
    .fetch_optional(db)
    .await
}
