//! Messages, as the two members of a conversation may see them.

use kit::MemberId;
use sqlx::PgPool;
use time::OffsetDateTime;

use crate::{
    ids::{ConversationId, MessageId, PhotoId},
    message::{Message, Photo, Said},
};

/// A row of the view `shown`.
#[derive(Debug)]
struct Row {
    conversation_id: ConversationId,
    sequence: i64,
    message_id: MessageId,
    sender_id: MemberId,
    sent_at: OffsetDateTime,
    text: Option<String>,
    gift: Option<String>,
    price: i32,
    photo_id: Option<PhotoId>,
    stem: Option<String>,
    width: Option<i32>,
    height: Option<i32>,
    blur_hash: Option<String>,
}

/// The photo that a row shows.
pub(super) fn photo(
    id: Option<PhotoId>,
    stem: Option<String>,
    (width, height): (Option<i32>, Option<i32>),
    blur_hash: Option<String>,
) -> Option<Photo> {
    Some(Photo {
        id: id?,
        stem: photo::Stem::stored(stem?),
        width: width?,
        height: height?,
        blur_hash: blur_hash?,
    })
}

impl From<Row> for Message {
    fn from(row: Row) -> Self {
        let photo = photo(
            row.photo_id,
            row.stem,
            (row.width, row.height),
            row.blur_hash,
        );
        Self {
            id: row.message_id,
            conversation: row.conversation_id,
            sender: row.sender_id,
            sequence: row.sequence,
            sent_at: row.sent_at,
            said: Said::of(row.text, row.gift, photo),
            price: row.price,
        }
    }
}

/// Messages below a sequence number, the latest first.
pub(crate) async fn before(
    pool: &PgPool,
    (conversation, member): (ConversationId, MemberId),
    sequence: i64,
    limit: i64,
) -> sqlx::Result<Vec<Message>> {
    let rows = sqlx::query_as!(
        Row,
        r#"
        select   conversation_id as "conversation_id!: ConversationId", sequence as "sequence!",
                 message_id as "message_id!: MessageId", sender_id as "sender_id!: MemberId",
                 sent_at as "sent_at!", text, gift, price as "price!",
                 photo_id as "photo_id: PhotoId", stem, width, height, blur_hash
        from     shown
        where    conversation_id = $1 and $2 in (low, high) and sequence < $3
        order by sequence desc
        limit    $4
        "#,
        conversation.get(),
        member.get(),
        sequence,
        limit,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(Message::from).collect())
}

/// Messages above a sequence number, in order.
pub(crate) async fn after(
    pool: &PgPool,
    (conversation, member): (ConversationId, MemberId),
    sequence: i64,
    limit: i64,
) -> sqlx::Result<Vec<Message>> {
    let rows = sqlx::query_as!(
        Row,
        r#"
        select   conversation_id as "conversation_id!: ConversationId", sequence as "sequence!",
                 message_id as "message_id!: MessageId", sender_id as "sender_id!: MemberId",
                 sent_at as "sent_at!", text, gift, price as "price!",
                 photo_id as "photo_id: PhotoId", stem, width, height, blur_hash
        from     shown
        where    conversation_id = $1 and $2 in (low, high) and sequence > $3
        order by sequence
        limit    $4
        "#,
        conversation.get(),
        member.get(),
        sequence,
        limit,
    )
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(Message::from).collect())
}

/// A message to be delivered to one of its two members: none once either has shut the other out.
pub(crate) async fn deliverable(
    pool: &PgPool,
    message: MessageId,
    member: MemberId,
) -> sqlx::Result<Option<Message>> {
    let row = sqlx::query_as!(
        Row,
        r#"
        select   conversation_id as "conversation_id!: ConversationId", sequence as "sequence!",
                 message_id as "message_id!: MessageId", sender_id as "sender_id!: MemberId",
                 sent_at as "sent_at!", text, gift, price as "price!",
                 photo_id as "photo_id: PhotoId", stem, width, height, blur_hash
        from     shown
        where    (conversation_id, sequence) = (
            select conversation_id, sequence from message_ids where message_id = $1
        )
        and      $2 in (low, high) and not blocked
        "#,
        message.get(),
        member.get(),
    )
    .fetch_optional(pool)
    .await?;
    Ok(row.map(Message::from))
}

/// Whether a conversation is a member's.
pub(crate) async fn is_theirs(
    pool: &PgPool,
    conversation: ConversationId,
    member: MemberId,
) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"
        select exists(
            select from conversations
            where  conversation_id = $1 and $2 in (low, high) and last_sequence > 0
        ) as "theirs!"
        "#,
        conversation.get(),
        member.get(),
    )
    .fetch_one(pool)
    .await
}
