//! Mails of a demonstration.

use kit::MemberId;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::kind::Kind;

/// Mails that a list shows at most.
const LONGEST_LIST: i64 = 200;

/// A mail that was kept.
pub(crate) struct Mail {
    pub id: Uuid,
    pub to: String,
    pub kind: Kind,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Name and value, as they stand in the message.
    pub headers: serde_json::Value,
    pub received_at: OffsetDateTime,
}

impl std::fmt::Debug for Mail {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Mail")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// Keeps a mail; the same mail a second time is dropped, as a good mail server would.
pub(crate) async fn insert(pool: &PgPool, member: MemberId, mail: &Mail) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into mailbox
            (request_id, member_id, recipient, kind, subject, text, html, headers, received_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (request_id) do nothing
        ",
        mail.id,
        member as MemberId,
        mail.to,
        mail.kind as Kind,
        mail.subject,
        mail.text,
        mail.html,
        mail.headers,
        mail.received_at,
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// The newest mails, to everybody or to one address.
pub(crate) async fn list(pool: &PgPool, to: Option<&str>) -> sqlx::Result<Vec<Mail>> {
    sqlx::query_as!(
        Mail,
        r#"
        select request_id as id, recipient as "to", kind as "kind: Kind", subject, text, html,
               headers, received_at
        from   mailbox
        where  $1::text is null or lower(recipient) = lower($1)
        order  by received_at desc, request_id desc
        limit  $2
        "#,
        to,
        LONGEST_LIST,
    )
    .fetch_all(pool)
    .await
}

/// One mail.
pub(crate) async fn find(pool: &PgPool, id: Uuid) -> sqlx::Result<Option<Mail>> {
    sqlx::query_as!(
        Mail,
        r#"
        select request_id as id, recipient as "to", kind as "kind: Kind", subject, text, html,
               headers, received_at
        from   mailbox
        where  request_id = $1
        "#,
        id,
    )
    .fetch_optional(pool)
    .await
}
