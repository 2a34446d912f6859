//! Messages that are not read and likes that are not seen: small copies of what chat and matching
//! know, fed by their events.

use kit::{MemberId, Tx};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

/// What a member has not seen of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unseen {
    pub other: MemberId,
    /// Messages of theirs that are not read.
    pub messages: i64,
    /// They like the member, who has not seen it.
    pub likes: bool,
}

/// A message that its receiver has not read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unread {
    pub member: MemberId,
    pub sender: MemberId,
    pub conversation: Uuid,
    pub sequence: i64,
}

/// Messages wait for their receivers.
pub(crate) async fn insert_messages(
    tx: &mut Tx,
    messages: &[Unread],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let members: Vec<Uuid> = messages.iter().map(|one| one.member.get()).collect();
    let conversations: Vec<Uuid> = messages.iter().map(|one| one.conversation).collect();
    let sequences: Vec<i64> = messages.iter().map(|one| one.sequence).collect();
    let senders: Vec<Uuid> = messages.iter().map(|one| one.sender.get()).collect();
    sqlx::query!(
        "
        insert into unread_messages (member_id, conversation_id, sequence, sender_id, heard_at)
        select *, $5
        from   unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::uuid[])
        on conflict (member_id, conversation_id, sequence) do nothing
        ",
        &members,
        &conversations,
        &sequences,
        &senders,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A member has read up to a message, or with none everything; answers whether nothing is left.
pub(crate) async fn read(
    tx: &mut Tx,
    member: MemberId,
    conversation: Uuid,
    up_to: Option<i64>,
) -> sqlx::Result<bool> {
    sqlx::query!(
        "
        delete from unread_messages
        where  member_id = $1 and conversation_id = $2 and ($3::bigint is null or sequence <= $3)
        ",
        member as MemberId,
        conversation,
        up_to,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query_scalar!(
        r#"
        select not exists(
            select from unread_messages where member_id = $1 and conversation_id = $2
        ) as "all!"
        "#,
        member as MemberId,
        conversation,
    )
    .fetch_one(&mut **tx)
    .await
}

/// Who wrote what a member has not read in a conversation; none when all is read.
pub(crate) async fn writer(
    connection: &mut PgConnection,
    member: MemberId,
    conversation: Uuid,
) -> sqlx::Result<Option<MemberId>> {
    sqlx::query_scalar!(
        r#"
        select sender_id as "sender: MemberId"
        from   unread_messages
        where  member_id = $1 and conversation_id = $2
        limit  1
        "#,
        member as MemberId,
        conversation,
    )
    .fetch_optional(connection)
    .await
}

/// Somebody likes a member, who has not seen it.
pub(crate) async fn insert_like(
    tx: &mut Tx,
    (member, liker): (MemberId, MemberId),
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into new_likes (member_id, liker_id, heard_at)
        values ($1, $2, $3)
        on conflict (member_id, liker_id) do nothing
        ",
        member as MemberId,
        liker as MemberId,
        now,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A like is seen, withdrawn or ended.
pub(crate) async fn delete_like(
    tx: &mut Tx,
    (member, liker): (MemberId, MemberId),
) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from new_likes where member_id = $1 and liker_id = $2",
        member as MemberId,
        liker as MemberId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Likes of a member that no mail has told of, the oldest first.
pub(crate) async fn likers_to_mail(
    connection: &mut PgConnection,
    member: MemberId,
) -> sqlx::Result<Vec<MemberId>> {
    sqlx::query_scalar!(
        r#"
        select   liker_id as "liker: MemberId"
        from     new_likes
        where    member_id = $1 and mailed_at is null
        order by heard_at, liker_id
        limit    500
        "#,
        member as MemberId,
    )
    .fetch_all(connection)
    .await
}

/// No mail needs to tell of these likes any more.
pub(crate) async fn mark_mailed(
    connection: &mut PgConnection,
    member: MemberId,
    likers: &[Uuid],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        update new_likes
        set    mailed_at = $3
        where  member_id = $1 and liker_id = any($2)
        ",
        member as MemberId,
        likers,
        now,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// All that a member has not seen, by whom it comes from, the latest first, of at most 500 members.
pub(crate) async fn unseen(
    connection: &mut PgConnection,
    member: MemberId,
) -> sqlx::Result<Vec<Unseen>> {
    sqlx::query_as!(
        Unseen,
        r#"
        select   other_id as "other!: MemberId", sum(messages)::bigint as "messages!",
                 bool_or(likes) as "likes!"
        from     (
                     select   sender_id as other_id, count(*) as messages, false as likes,
                              max(heard_at) as heard_at
                     from     unread_messages
                     where    member_id = $1
                     group by sender_id
                     union all
                     select   liker_id, 0, true, heard_at
                     from     new_likes
                     where    member_id = $1
                 ) as news
        group by other_id
        order by max(heard_at) desc
        limit    500
        "#,
        member as MemberId,
    )
    .fetch_all(connection)
    .await
}

/// Forgets what was heard before `horizon`: a member who does not come back is not told for ever.
pub(crate) async fn purge(pool: &PgPool, horizon: OffsetDateTime) -> sqlx::Result<u64> {
    let messages = sqlx::query!("delete from unread_messages where heard_at < $1", horizon)
        .execute(pool)
        .await?;
    let likes = sqlx::query!("delete from new_likes where heard_at < $1", horizon)
        .execute(pool)
        .await?;
    Ok(messages.rows_affected() + likes.rows_affected())
}
