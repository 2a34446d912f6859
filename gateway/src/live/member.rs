//! One member of this replica: what they have to be told, and the streams that read it.

use std::{collections::VecDeque, task::Waker};

use kit::{MemberId, SessionId};
use proto::live::v1::{Typing, watch_response::What};
use time::OffsetDateTime;

use super::ring::Ring;

/// Why a stream ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// This replica stops; another one goes on.
    Stopping,
    /// The session or the account has ended.
    LoggedOut,
    /// The member has too many streams, or this replica has.
    TooMany,
}

/// An update on its way to a member, in the order of the events.
#[derive(Clone, Debug)]
pub(crate) enum Coming {
    /// It can be told as it is.
    Ready(What),
    /// A message whose content has to be asked for.
    Message { id: String, peer: MemberId },
    /// Something was lost on the way.
    Missed,
}

/// A member for whom something came that has to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rung {
    pub(crate) member: MemberId,
    /// Which time they are remembered: another one after they were forgotten.
    pub(crate) life: u64,
}

/// A connected stream.
pub(super) struct Reader {
    pub(super) stream: u64,
    pub(super) session: SessionId,
    pub(super) since: OffsetDateTime,
    pub(super) waker: Option<Waker>,
    pub(super) typing: VecDeque<Typing>,
    pub(super) end: Option<End>,
}

/// Somebody who is here or was lately.
pub(super) struct Member {
    pub(super) life: u64,
    pub(super) ring: Ring,
    pub(super) readers: Vec<Reader>,
    /// Since when no stream is connected.
    pub(super) left: Option<OffsetDateTime>,
    pub(super) coming: VecDeque<Coming>,
    /// Somebody is taking what comes.
    pub(super) taken: bool,
}

impl Member {
    /// Somebody of whom nothing is known before a place.
    pub(super) fn new(life: u64, at: u64) -> Self {
        Self {
            life,
            ring: Ring::from(at),
            readers: Vec::new(),
            left: None,
            coming: VecDeque::new(),
            taken: false,
        }
    }

    /// Something was missed, up to a place.
    pub(super) fn miss(&mut self, at: u64) {
        self.ring.forget(at);
        for reader in &mut self.readers {
            reader.wake();
        }
    }
}

impl Reader {
    /// Lets the stream look again.
    pub(super) fn wake(&mut self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    /// Lets the stream end, for the first reason there is.
    pub(super) fn end(&mut self, end: End) {
        self.end.get_or_insert(end);
        self.typing.clear();
        self.wake();
    }
}
