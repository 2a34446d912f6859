//! A message as it is stored, and as one of its two members sees it.

use kit::MemberId;
use photo::Stem;
use proto::chat::v1::{self as wire, message::Content as Shown};
use time::OffsetDateTime;

use crate::{
    content::Content,
    ids::{ConversationId, MessageId, PhotoId},
    timestamp,
};

/// Pixels: to look at, and in the conversation.
pub(crate) const WIDTHS: [u32; 2] = [1200, 320];
/// What filenames begin with: the gateway tells by it whose photos these are.
pub(crate) const PREFIX: &str = "chat/";

/// A photo that can be shown.
#[derive(Clone, Debug)]
pub(crate) struct Photo {
    pub(crate) id: PhotoId,
    pub(crate) stem: Stem,
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) blur_hash: String,
}

impl Photo {
    /// As members see it.
    pub(crate) fn wire(self) -> wire::ChatPhoto {
        let [filename, thumb_filename] = WIDTHS.map(|width| self.stem.filename(PREFIX, width));
        wire::ChatPhoto {
            id: self.id.to_string(),
            filename,
            thumb_filename,
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
