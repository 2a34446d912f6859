//! Who is typing: told in this process, stored nowhere.

use kit::MemberId;
use tokio::sync::broadcast;

use crate::ids::ConversationId;

/// Notices that a slow listener may miss.
const KEPT: usize = 1024;

/// Somebody types.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notice {
    pub(crate) conversation: ConversationId,
    pub(crate) member: MemberId,
    pub(crate) peer: MemberId,
}

/// Passes notices on to whoever listens now.
#[derive(Clone, Debug)]
pub(crate) struct Typing(broadcast::Sender<Notice>);

impl Typing {
    pub(crate) fn new() -> Self {
        Self(broadcast::Sender::new(KEPT))
    }

    /// Tells everybody who listens.
    pub(crate) fn tell(&self, notice: Notice) {
        // Without listeners there is nobody to tell.
        let _ = self.0.send(notice);
    }

    /// Everything told from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Notice> {
        self.0.subscribe()
    }
}
