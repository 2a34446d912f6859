//! Members that may be mailed.

use kit::{MemberId, SiteId};
use sqlx::PgExecutor;

use crate::status::Status;

/// Where a member's mails go.
pub(crate) struct Receiver {
    pub(crate) site: SiteId,
    pub(crate) email: String,
    pub(crate) profile_name: String,
    pub(crate) language: String,
}

/// A member whose address is confirmed and whose account is not deleted; for an `owed` mail, any
/// whose account is not erased.
pub(crate) async fn find(
    db: impl PgExecutor<'_>,
    member: MemberId,
    owed: bool,
) -> sqlx::Result<Option<Receiver>> {
    sqlx::query_as!(
        Receiver,
        r#"
        select  site_id as "site: SiteId", email, profile_name, language
        from    accounts
        where   id = $1 and (status = $2 or $3)
        "#,
        member.get(),
        Status::Active as Status,
        owed,
    )
    .fetch_optional(db)
    .await
}
