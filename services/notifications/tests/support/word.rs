//! What chat and matching tell: members who like, write, read and block.

use kit::{MemberId, testing::TestHost};
use proto::{
    chat::v1::{ConversationRead, ConversationRemoved, MessageSent},
    matching::v1::{LikeMade, LikeSeen, LikeWithdrawn, MatchMade, MemberBlocked},
};
use uuid::Uuid;

use super::{SITE, fresh, tell};

fn pair(one: MemberId, two: MemberId) -> String {
    one.min(two).to_string()
}

/// `member` likes `other`.
pub async fn likes(host: &TestHost, member: MemberId, other: MemberId) {
    let event = LikeMade {
        pair_id: pair(member, other),
        site_id: SITE.to_string(),
        liker_id: member.to_string(),
        liked_id: other.to_string(),
    };
    tell(host, &event).await;
}

/// `second` likes `first` back, as matching tells it.
pub async fn likes_back(host: &TestHost, second: MemberId, first: MemberId) {
    likes(host, second, first).await;
    let event = MatchMade {
        pair_id: pair(second, first),
        site_id: SITE.to_string(),
        second_id: second.to_string(),
        first_id: first.to_string(),
    };
    tell(host, &event).await;
}

/// `member` takes the like of `other` back.
pub async fn withdraws(host: &TestHost, member: MemberId, other: MemberId) {
    let event = LikeWithdrawn {
        pair_id: pair(member, other),
        site_id: SITE.to_string(),
        liker_id: member.to_string(),
        liked_id: other.to_string(),
    };
    tell(host, &event).await;
}

/// `member` has seen the like of `other`.
pub async fn sees(host: &TestHost, member: MemberId, other: MemberId) {
    let event = LikeSeen {
        pair_id: pair(member, other),
        site_id: SITE.to_string(),
        liker_id: other.to_string(),
        liked_id: member.to_string(),
    };
    tell(host, &event).await;
}

/// `member` shuts `other` out.
pub async fn blocks(host: &TestHost, member: MemberId, other: MemberId) {
    let event = MemberBlocked {
        pair_id: pair(member, other),
        site_id: SITE.to_string(),
        blocker_id: member.to_string(),
        blocked_id: other.to_string(),
        decision: 1,
    };
    tell(host, &event).await;
}

/// A conversation, as it goes on.
pub struct Conversation {
    pub id: Uuid,
    last: i64,
}

impl Conversation {
    /// One in which nothing was written yet.
    pub fn new() -> Self {
        Self {
            id: fresh(),
            last: 0,
        }
    }

    /// One in which so much was written before.
    pub fn after(messages: i64) -> Self {
        Self {
            id: fresh(),
            last: messages,
        }
    }

    /// Writes the next message.
    pub async fn write(&mut self, host: &TestHost, sender: MemberId, recipient: MemberId) {
        let event = self.next(sender, recipient);
        tell(host, &event).await;
    }

    /// The next message, as chat tells it.
    pub fn next(&mut self, sender: MemberId, recipient: MemberId) -> MessageSent {
        self.last += 1;
        MessageSent {
            conversation_id: self.id.to_string(),
            site_id: SITE.to_string(),
            message_id: fresh().to_string(),
            sender_id: sender.to_string(),
            recipient_id: recipient.to_string(),
            sequence: self.last,
            kind: "text".to_owned(),
            first: self.last == 1,
            ..MessageSent::default()
        }
    }

    /// Reads up to the last message.
    pub async fn read(&self, host: &TestHost, reader: MemberId, peer: MemberId) {
        self.read_to(host, (reader, peer), self.last).await;
    }

    /// Reads up to a message.
    pub async fn read_to(
        &self,
        host: &TestHost,
        (reader, peer): (MemberId, MemberId),
        sequence: i64,
    ) {
        let event = ConversationRead {
            conversation_id: self.id.to_string(),
            site_id: SITE.to_string(),
            reader_id: reader.to_string(),
            peer_id: peer.to_string(),
            sequence,
        };
        tell(host, &event).await;
    }

    /// Removes it from the member's list.
    pub async fn remove(&self, host: &TestHost, member: MemberId) {
        let event = ConversationRemoved {
            conversation_id: self.id.to_string(),
            site_id: SITE.to_string(),
            member_id: member.to_string(),
        };
        tell(host, &event).await;
    }
}
