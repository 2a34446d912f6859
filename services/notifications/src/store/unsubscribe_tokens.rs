//! Hashes of the tokens that unsubscribe.

use kit::{Db, MemberId, Tx};
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::{preference::Type, unsubscribe::Hash};

/// What a token switches off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsubscription {
    pub member: MemberId,
    /// None: all mail.
    pub what: Option<Type>,
}

/// Keeps a token's hash.
pub(crate) async fn insert(
    db: &Db,
    hash: &Hash,
    member: MemberId,
    what: Option<Type>,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into unsubscribe_tokens (hash, member_id, type, created_at)
        values ($1, $2, $3, $4)
        ",
        hash.as_slice(),
        member as MemberId,
        what as Option<Type>,
        now,
    )
    .execute(db.pool())
    .await?;
    Ok(())
}

/// What a token switches off; none when it is unknown. It does so each time: a mail provider repeats
/// a click that it saw no answer to, and whoever presses the button of an old mail means it.
pub(crate) async fn redeem(
    tx: &mut Tx,
    hash: &Hash,
    now: OffsetDateTime,
) -> sqlx::Result<Option<Unsubscription>> {
    sqlx::query_as!(
        Unsubscription,
        r#"
        update unsubscribe_tokens
        set    used_at = coalesce(used_at, $2)
        where  hash = $1
        returning member_id as "member: MemberId", type as "what: Type"
        "#,
        hash.as_slice(),
        now,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Forgets tokens of mails from before `horizon`.
pub(crate) async fn purge(pool: &PgPool, horizon: OffsetDateTime) -> sqlx::Result<u64> {
    let gone = sqlx::query!(
        "delete from unsubscribe_tokens where created_at < $1",
        horizon
    )
    .execute(pool)
    .await?;
    Ok(gone.rows_affected())
}
