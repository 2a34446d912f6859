//! A conversation with what the next message costs.

use kit::MemberId;
use proto::chat::v1 as wire;

use super::Api;
use crate::{
    allowance::{Standing, free_left},
    site::Rules,
    store::{conversations::Side, members::Means},
    timestamp,
};

/// What a member may do at which prices, wherever they write.
pub(crate) struct Offer<'a> {
    pub(crate) api: &'a Api,
    pub(crate) rules: Rules,
    pub(crate) means: Means,
    pub(crate) me: MemberId,
}

impl Offer<'_> {
    /// A conversation that has messages.
    pub(crate) fn of(&self, side: &Side) -> wire::Conversation {
        let read_only = side.read_only || (side.peer_fictional && !self.rules.fictional);
        let offer = self.with(side.peer_id, side.free_used, side.peer_fictional);
        wire::Conversation {
            id: side.conversation_id.to_string(),
            last_sequence: side.last_sequence,
            read_sequence: side.read,
            peer_read_sequence: side.peer_read,
            // What cannot be answered calls nobody back.
            unread: if side.blocked {
                0
            } else {
                u32::try_from(side.unread).unwrap_or(u32::MAX)
            },
            updated_at: side.updated_at.map(timestamp),
            read_only: read_only || offer.read_only,
            last_message: side.last_message().map(|message| message.seen_by(self.me)),
            ..offer
        }
    }

    /// What a conversation without messages would be.
    pub(crate) fn with(
        &self,
        peer: MemberId,
        used_here: Option<i16>,
        fictional: bool,
    ) -> wire::Conversation {
        let standing = Standing {
            premium: self.means.premium,
            used_here,
            conversations: self.means.conversations,
        };
        let free_left = free_left(standing, &self.api.config);
        let text_price = if free_left > 0 {
            0
        } else {
            self.rules.text_price
        };
        wire::Conversation {
            peer_id: peer.to_string(),
            text_price,
            // What is not free is not sold where nobody can answer.
            read_only: fictional && text_price > 0,
            photo_price: self.rules.photo_price,
            free_left,
            ..wire::Conversation::default()
        }
    }
}
