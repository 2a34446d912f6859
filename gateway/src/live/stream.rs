//! One browser's stream.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use futures::Stream;
use kit::{MemberId, SessionId};
use proto::live::v1::{Alive, Started, WatchResponse, watch_response::What};
use tokio::time::{Instant, Sleep};
use tonic::{Code, Status};

use super::hub::{End, Hub, Turn};

impl End {
    /// How the browser is told; nothing where it should just come again.
    pub(crate) fn status(self) -> Option<Status> {
        match self {
            Self::Stopping => None,
            Self::LoggedOut => Some(kit::fault::status(
                Code::Unauthenticated,
                "not_logged_in",
                [],
            )),
            Self::TooMany => Some(kit::fault::status(
                Code::ResourceExhausted,
                "too_many_streams",
                [],
            )),
        }
    }
}

/// A connected stream; gone from the hub when it is dropped.
pub(crate) struct LiveStream {
    hub: Arc<Hub>,
    member: MemberId,
    stream: u64,
    at: u64,
    started: Option<bool>,
    alive: Duration,
    silence: Pin<Box<Sleep>>,
    ended: bool,
}

impl LiveStream {
    /// Connects.
    pub(crate) fn join(
        hub: &Arc<Hub>,
        (member, session): (MemberId, SessionId),
        revision: &str,
        alive: Duration,
    ) -> Result<Self, End> {
        let place = hub.join(member, session, revision)?;
        if place.resync {
            hub.measure().resync("start");
        }
        Ok(Self {
            hub: Arc::clone(hub),
            member,
            stream: place.stream,
            at: place.at,
            started: Some(place.resync),
            alive,
            silence: Box::pin(tokio::time::sleep(alive)),
            ended: false,
        })
    }

    fn say(&mut self, what: What) -> Poll<Option<Result<WatchResponse, Status>>> {
        let next = Instant::now() + self.alive;
        self.silence.as_mut().reset(next);
        self.hub.measure().told(&what);
        Poll::Ready(Some(Ok(WatchResponse {
            revision: self.hub.revision(self.at),
            what: Some(what),
        })))
    }
}

impl Stream for LiveStream {
    type Item = Result<WatchResponse, Status>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if this.ended {
            return Poll::Ready(None);
        }
        if let Some(resync) = this.started.take() {
            return this.say(What::Started(Started { resync }));
        }
        let turn = this
            .hub
            .turn(this.member, this.stream, this.at, context.waker());
        match turn {
            Turn::Update(at, what) => {
                this.at = at;
                this.say(what)
            }
            Turn::Missed(at) => {
                this.at = at;
                this.hub.measure().resync("on the way");
                this.say(What::Started(Started { resync: true }))
            }
            Turn::Typing(notice) => this.say(What::Typing(notice)),
            Turn::End(end) => {
                this.ended = true;
                Poll::Ready(end.status().map(Err))
            }
            Turn::Nothing => match this.silence.as_mut().poll(context) {
                Poll::Ready(()) => this.say(What::Alive(Alive {})),
                Poll::Pending => Poll::Pending,
            },
        }
    }
}

impl Drop for LiveStream {
    fn drop(&mut self) {
        self.hub.leave(self.member, self.stream);
    }
}
