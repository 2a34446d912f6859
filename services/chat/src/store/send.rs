//! Sending: one statement and one commit. Its rules stand in `migrations/0009_refusals.sql`.

use kit::{Db, SiteId};
use proto::chat::v1::MessageSent;
use time::OffsetDateTime;

use super::{broken, stored};
use crate::{content::Content, fault::Fault, ids::MessageId, pair::Pair};

/// A message to be sent, checked as far as that is possible without looking.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) id: MessageId,
    pub(crate) site: SiteId,
    pub(crate) pair: Pair,
    pub(crate) content: Content,
    /// Credits, where it is not free.
    pub(crate) price: u32,
    pub(crate) allowance: Allowance,
}

/// What the site and the operator allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) conversations: i16,
    pub(crate) messages: i16,
    pub(crate) fictional: bool,
}

/// A stored message, new or known from an earlier try.
#[derive(Debug)]
pub(crate) struct Receipt {
    pub(crate) sequence: i64,
    pub(crate) sent_at: OffsetDateTime,
    /// Credits.
    pub(crate) price: i32,
    /// Credits the purse still holds.
    pub(crate) purse: i64,
    pub(crate) free_left: i32,
}

/// Sends; none when the purse does not hold the price.
pub(crate) async fn send(
    db: &Db,
    draft: &Draft,
    now: OffsetDateTime,
) -> Result<Option<Receipt>, Fault> {
    kit::persist(|| attempt(db, draft, now), may_succeed_now).await
}

fn may_succeed_now(fault: &Fault) -> bool {
    let Fault::Database(error) = fault else {
        return false;
    };
    // The same id was written in two conversations, or twice in a new one, at once: now it can be seen
    // which. Or somebody else took the same rows the other way round.
    let constraint = error
        .as_database_error()
        .and_then(|refusal| refusal.constraint());
    constraint == Some("message_ids_pkey") || kit::gave_way(error)
}

async fn attempt(db: &Db, draft: &Draft, now: OffsetDateTime) -> Result<Option<Receipt>, Fault> {
    let Pair { me, other } = draft.pair;
    let conversation = draft.pair.conversation();
    let event = db.outgoing(&MessageSent {
        conversation_id: conversation.to_string(),
        site_id: draft.site.to_string(),
        message_id: draft.id.to_string(),
        sender_id: me.to_string(),
        recipient_id: other.to_string(),
        kind: draft.content.kind().to_owned(),
        ..MessageSent::default()
    });
    let (text, gift, photo) = match &draft.content {
        Content::Text(text) => (Some(text), None, None),
        Content::Gift(gift) => (None, Some(gift), None),
        Content::Photo(photo) => (None, None, Some(photo.get())),
    };
    let row = sqlx::query!(
        r#"
        select outcome as "outcome!", message_sequence, message_sent_at, message_price,
               purse, free_left
        from   send_message($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
                            $14, $15, $16, $17, $18)
        "#,
        conversation.get(),
        draft.id.get(),
        draft.site.get(),
        me.get(),
        other.get(),
        text,
        gift,
        photo,
        stored(draft.price),
        draft.allowance.conversations,
        draft.allowance.messages,
        draft.allowance.fictional,
        now,
        event.id,
        event.topic,
        event.kind,
        event.payload,
        event.headers,
    )
    .fetch_one(db.pool())
    .await?;
    match row.outcome.as_str() {
        "sent" => db.wake_relay(),
        "again" => {}
        "credits_short" => return Ok(None),
        refused => return Err(refusal(refused)),
    }
    let sent = || {
        Some(Receipt {
            sequence: row.message_sequence?,
            sent_at: row.message_sent_at?,
            price: row.message_price?,
            purse: row.purse?,
            free_left: row.free_left?,
        })
    };
    Ok(Some(
        sent().ok_or_else(|| broken("a sent message lacks a column"))?,
    ))
}

fn refusal(outcome: &str) -> Fault {
    match outcome {
        "message_exists" => Fault::MessageExists,
        "sender_unknown" | "member_unknown" => Fault::MemberUnknown,
        "read_only" => Fault::ReadOnly,
        "peer_not_confirmed" => Fault::PeerNotConfirmed,
        "premium_needed" => Fault::PremiumNeeded,
        "photo_unknown" => Fault::PhotoUnknown,
        "fictional_unpaid" => Fault::FictionalUnpaid,
        _ => Fault::Database(broken("send_message answered a word nobody knows")),
    }
}
