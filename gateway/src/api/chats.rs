//! `GET /api/chats.php`

use std::{collections::HashMap, sync::Arc};

use axum::{Json, extract::State};
use proto::{
    chat::v1::{Conversation, ListConversationsRequest, Message, message::Content},
    profiles::v1::Card,
    settings::v1::Site,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::moment;
use crate::{
    App,
    caller::Caller,
    card::{self, Eyes, ListedProfile},
    openapi::ErrorAnswer,
    reply::Refusal,
};

/// The member's conversations.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatsAnswer {
    /// The latest first.
    chats: Vec<Chat>,
}

/// A line of the overview.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chat {
    conversation: ChatConversation,
    /// The other member; with status `deleted` when gone or not to be shown. The chat stays.
    profile: ListedProfile,
    num_unread_messages: u32,
}

/// What the overview tells of a conversation.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatConversation {
    #[schema(format = Uuid)]
    id: String,
    /// Null when there is none.
    #[schema(required)]
    last_message: Option<LastMessage>,
    /// RFC 3339.
    #[schema(required, format = DateTime)]
    updated_at: Option<String>,
    /// Nobody can write any more.
    read_only: bool,
}

/// The latest message of a conversation.
#[derive(Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LastMessage {
    #[schema(format = Uuid)]
    id: String,
    /// The member or the other one.
    #[schema(format = Uuid)]
    sender_id: String,
    /// RFC 3339.
    #[schema(required, format = DateTime)]
    sent_at: Option<String>,
    kind: MessageKind,
    /// Null unless it is a text.
    #[schema(required)]
    text: Option<String>,
    /// Id of the gift; null unless it is one.
    #[schema(required)]
    gift: Option<String>,
    /// Its receiver has read it.
    read: bool,
}

/// What a message is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MessageKind {
    Text,
    Gift,
    Photo,
}

/// The member's conversations, each with the other member's profile.
#[utoipa::path(
    get,
    operation_id = "chats",
    path = "/api/chats.php",
    responses(
        (status = 200, body = ChatsAnswer),
        (status = 403, body = ErrorAnswer, description = "authentication_required"),
        (status = 503, body = ErrorAnswer),
    )
)]
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<ChatsAnswer>, Refusal> {
    let session = caller.member()?;
    let request = ListConversationsRequest {
        member_id: session.member.to_string(),
    };
    let conversations = app
        .peers
        .chat()
        .list_conversations(kit::idempotent(request))
        .await?
        .into_inner()
        .conversations;
    let ids = conversations.iter().map(|of| of.peer_id.clone()).collect();
    let cards = card::of(&app, Eyes::of(&session.account), ids).await?;
    let site = &caller.visitor.site;
    let chats = conversations.into_iter();
    Ok(Json(ChatsAnswer {
        chats: chats.map(|of| chat(of, &cards, site)).collect(),
    }))
}

fn chat(of: Conversation, cards: &HashMap<String, Card>, site: &Site) -> Chat {
    let profile = match cards.get(&of.peer_id) {
        Some(card) => ListedProfile::of(card.clone(), site),
        None => ListedProfile::deleted(of.peer_id.clone()),
    };
    let read_up_to = |message: &Message| {
        if message.sender_id == of.peer_id {
            of.read_sequence
        } else {
            of.peer_read_sequence
        }
    };
    let last_message = of.last_message.as_ref().and_then(|message| {
        let (kind, text, gift) = match message.content.clone()? {
            Content::Text(text) => (MessageKind::Text, Some(text), None),
            Content::Gift(gift) => (MessageKind::Gift, None, Some(gift)),
            Content::Photo(_) => (MessageKind::Photo, None, None),
        };
        Some(LastMessage {
            id: message.id.clone(),
            sender_id: message.sender_id.clone(),
            sent_at: moment(message.sent_at.as_ref()),
            read: message.sequence <= read_up_to(message),
            kind,
            text,
            gift,
        })
    });
    Chat {
        num_unread_messages: of.unread,
        profile,
        conversation: ChatConversation {
            updated_at: moment(of.updated_at.as_ref()),
            read_only: of.read_only,
            id: of.id,
            last_message,
        },
    }
}
