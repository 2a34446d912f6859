//! Conversations, as one of their two members sees them.

use kit::{Db, MemberId};
use proto::chat::v1::{ConversationRead, ConversationRemoved};
use sqlx::PgPool;
use time::OffsetDateTime;

use super::messages::photo;
use crate::{
    ids::{ConversationId, MessageId, PhotoId},
    message::{Message, Said},
};

/// A row of the view `overview`.
#[derive(Debug)]
pub(crate) struct Side {
    pub(crate) conversation_id: ConversationId,
    pub(crate) peer_id: MemberId,
    pub(crate) last_sequence: i64,
    pub(crate) updated_at: Option<OffsetDateTime>,
    /// Sequence number up to which this member has read.
    pub(crate) read: i64,
    /// Up to where the other one has read, as far as this member is told: a block stops it.
    pub(crate) peer_read: i64,
    pub(crate) unread: i64,
    pub(crate) free_used: Option<i16>,
    /// Either of the two has shut the other out.
    pub(crate) blocked: bool,
    /// Blocked, or the other member is gone.
    pub(crate) read_only: bool,
    pub(crate) peer_fictional: bool,
    message_id: Option<MessageId>,
    sender_id: Option<MemberId>,
    sent_at: Option<OffsetDateTime>,
    text: Option<String>,
    gift: Option<String>,
    price: Option<i32>,
    photo_id: Option<PhotoId>,
    stem: Option<String>,
    width: Option<i32>,
    height: Option<i32>,
    blur_hash: Option<String>,
}

impl Side {
    /// The latest message.
    pub(crate) fn last_message(&self) -> Option<Message> {
        let photo = photo(
            self.photo_id,
            self.stem.clone(),
            (self.width, self.height),
            self.blur_hash.clone(),
        );
        Some(Message {
            id: self.message_id?,
            conversation: self.conversation_id,
            sender: self.sender_id?,
            sequence: self.last_sequence,
            sent_at: self.sent_at?,
            said: Said::of(self.text.clone(), self.gift.clone(), photo),
            price: self.price?,
        })
    }
}

/// One conversation of a member; it may have no message yet.
pub(crate) async fn find(
    pool: &PgPool,
    conversation: ConversationId,
    member: MemberId,
) -> sqlx::Result<Option<Side>> {
    sqlx::query_as!(
        Side,
        r#"
        select conversation_id as "conversation_id!: ConversationId",
               peer_id as "peer_id!: MemberId", last_sequence as "last_sequence!", updated_at,
               read as "read!", peer_read as "peer_read!", unread as "unread!", free_used,
               blocked as "blocked!", read_only as "read_only!",
               peer_fictional as "peer_fictional!", message_id as "message_id: MessageId",
               sender_id as "sender_id: MemberId", sent_at, text, gift, price,
               photo_id as "photo_id: PhotoId", stem, width, height, blur_hash
        from   overview
        where  conversation_id = $1 and member_id = $2
        "#,
        conversation.get(),
        member.get(),
    )
    .fetch_optional(pool)
    .await
}

/// A member's list, the latest first, without what they have removed.
pub(crate) async fn of(pool: &PgPool, member: MemberId, limit: i64) -> sqlx::Result<Vec<Side>> {
    // The page first: the details of all conversations would be looked up otherwise.
    sqlx::query_as!(
        Side,
        r#"
        select   s.conversation_id as "conversation_id!: ConversationId",
                 peer_id as "peer_id!: MemberId", last_sequence as "last_sequence!", updated_at,
                 read as "read!", peer_read as "peer_read!", unread as "unread!", free_used,
                 blocked as "blocked!", read_only as "read_only!",
                 peer_fictional as "peer_fictional!", message_id as "message_id: MessageId",
                 sender_id as "sender_id: MemberId", sent_at, text, gift, price,
                 photo_id as "photo_id: PhotoId", stem, width, height, blur_hash
        from     (
            select   *
            from     sides
            where    member_id = $1 and last_sequence > removed
            order by updated_at desc, conversation_id
            limit    $2
        ) s, details(s.peer_id, s.blocked, s.conversation_id, s.last_sequence)
        order by updated_at desc, s.conversation_id
        "#,
        member.get(),
        limit,
    )
    .fetch_all(pool)
    .await
}

/// A member has read up to a sequence number; false when the conversation is not theirs.
pub(crate) async fn mark_read(
    db: &Db,
    (conversation, member): (ConversationId, MemberId),
    sequence: i64,
) -> sqlx::Result<bool> {
    let event = db.outgoing(&ConversationRead {
        conversation_id: conversation.to_string(),
        reader_id: member.to_string(),
        ..ConversationRead::default()
    });
    let theirs = sqlx::query_scalar!(
        r#"select mark_read($1, $2, $3, $4, $5, $6, $7, $8, $9) as "theirs!""#,
        conversation.get(),
        member.get(),
        sequence,
        event.id,
        event.topic,
        event.kind,
        event.payload,
        event.headers,
        event.created_at,
    )
    .fetch_one(db.pool())
    .await?;
    db.wake_relay();
    Ok(theirs)
}

/// Takes a conversation out of a member's list; false when it is not theirs.
pub(crate) async fn remove(
    db: &Db,
    conversation: ConversationId,
    member: MemberId,
) -> sqlx::Result<bool> {
    // Whose site it is stands in the row; the field is written by the statement.
    let event = db.outgoing(&ConversationRemoved {
        conversation_id: conversation.to_string(),
        member_id: member.to_string(),
        ..ConversationRemoved::default()
    });
    let theirs = sqlx::query_scalar!(
        r#"
        with removed as (
            update conversations
            set    low_removed = case when low = $2 then last_sequence else low_removed end,
                   low_unread = case when low = $2 then 0 else low_unread end,
                   high_removed = case when high = $2 then last_sequence else high_removed end,
                   high_unread = case when high = $2 then 0 else high_unread end
            where  conversation_id = $1 and $2 in (low, high)
            and    case when low = $2 then low_removed else high_removed end < last_sequence
            returning site_id
        ),
        told as (
            insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
            select $3::uuid, $4, $5, $6,
                   $7::bytea || '\x1224' || convert_to(site_id::text, 'UTF8'), $8::jsonb, $9::timestamptz
            from   removed
        )
        select exists(
            select from conversations
            where  conversation_id = $1 and $2 in (low, high) and last_sequence > 0
        ) as "theirs!"
        "#,
        conversation.get(),
        member.get(),
        event.id,
        event.topic,
        event.key,
        event.kind,
        event.payload,
        event.headers,
        event.created_at,
    )
    .fetch_one(db.pool())
    .await?;
    db.wake_relay();
    Ok(theirs)
}
