//! A message as it is stored, and as one of its two members sees it.

use kit::MemberId;
use proto::chat::v1::{self as wire, message::Content as Shown};
use time::OffsetDateTime;

use crate::{
    content::Content,
    ids::{ConversationId, MessageId, PhotoId},
    timestamp,
};

/// A photo that can be shown.
#[derive(Clone, Debug)]
pub(crate) struct Photo {
    pub(crate) id: PhotoId,
    /// Random; its files are named after it.
    pub(crate) stem: String,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) blur_hash: String,
}

impl Photo {
    /// As members see it.
    pub(crate) fn wire(self) -> wire::ChatPhoto {
        wire::ChatPhoto {
            id: self.id.to_string(),
            filename: crate::photo_files::Size::Large.filename(&self.stem),
            thumb_filename: crate::photo_files::Size::Thumb.filename(&self.stem),
            width: self.width.unsigned_abs(),
            height: self.height.unsigned_abs(),
            blur_hash: self.blur_hash,
        }
    }
}

/// What a stored message says.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Text(String),
    Gift(String),
    Photo(Photo),
}

impl Said {
    /// Puts together what the columns say; none when they say nothing.
    pub(crate) fn of(
        text: Option<String>,
        gift: Option<String>,
        photo: Option<Photo>,
    ) -> Option<Self> {
        text.map(Self::Text)
            .or(gift.map(Self::Gift))
            .or(photo.map(Self::Photo))
    }

    /// What was just sent.
    pub(crate) fn sent(content: Content, photo: Option<Photo>) -> Option<Self> {
        match content {
            Content::Text(text) => Some(Self::Text(text)),
            Content::Gift(gift) => Some(Self::Gift(gift)),
            Content::Photo(_) => photo.map(Self::Photo),
        }
    }
}

/// A stored message.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: MessageId,
    pub(crate) conversation: ConversationId,
    pub(crate) sender: MemberId,
    pub(crate) sequence: i64,
    pub(crate) sent_at: OffsetDateTime,
    /// Absent when its photo is gone.
    pub(crate) said: Option<Said>,
    /// Credits.
    pub(crate) price: i32,
}

impl Message {
    /// As a member sees it: what it cost is its sender's business.
    pub(crate) fn seen_by(self, viewer: MemberId) -> wire::Message {
        wire::Message {
            id: self.id.to_string(),
            conversation_id: self.conversation.to_string(),
            sender_id: self.sender.to_string(),
            sequence: self.sequence,
            sent_at: Some(timestamp(self.sent_at)),
            content: self.said.map(|said| match said {
                Said::Text(text) => Shown::Text(text),
                Said::Gift(gift) => Shown::Gift(gift),
                Said::Photo(photo) => Shown::Photo(photo.wire()),
            }),
            price: if viewer == self.sender {
                self.price.unsigned_abs()
            } else {
                0
            },
        }
    }
}
