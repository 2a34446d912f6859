//! Who is connected to this replica, and what each of them has to be told.
//!
//! Nothing is sent from here: a stream asks what comes after its place when its browser has
//! room, so nobody waits for a slow one. Whoever falls behind the member's ring is told so.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Waker,
    time::Duration,
};

use kit::{Clock, MemberId, SessionId};
use proto::live::v1::{Typing, watch_response::What};
use time::OffsetDateTime;
use tokio::sync::mpsc;

mod parting;

pub(crate) use super::member::{Coming, End, Rung};
use super::{
    measure::Measure,
    member::{Member, Reader},
    revision::Replica,
    ring::{Next, supersedes},
};
use crate::config::Live as Config;

/// Typing notices that wait for one stream; a slow one misses some.
const TYPING: usize = 16;

/// What a stream has to say next.
#[derive(Debug, PartialEq)]
pub(crate) enum Turn {
    Nothing,
    Update(u64, What),
    Missed(u64),
    Typing(Typing),
    End(End),
}

/// Where a new stream begins.
pub(crate) struct Place {
    pub(crate) stream: u64,
    pub(crate) at: u64,
    pub(crate) resync: bool,
}

#[derive(Default)]
struct State {
    members: HashMap<MemberId, Member>,
    /// The place of the latest update; rises for all members together, so that no place
    /// is ever given out twice.
    at: u64,
    streams: usize,
    streams_ever: u64,
    members_ever: u64,
    bytes: usize,
    /// Members without a stream, the longest gone first; some are back.
    gone: VecDeque<(OffsetDateTime, MemberId)>,
    stopped: bool,
}

/// The live streams of one replica.
pub(crate) struct Hub {
    config: Config,
    clock: Clock,
    replica: Replica,
    measure: Measure,
    /// Members for whom something comes that nobody takes yet.
    bell: mpsc::UnboundedSender<Rung>,
    state: Mutex<State>,
}

impl Hub {
    /// An empty one, and the members whose coming updates have to be taken.
    pub(crate) fn new(
        config: Config,
        clock: Clock,
        replica: Replica,
    ) -> (Arc<Self>, mpsc::UnboundedReceiver<Rung>) {
        // Holds a member once at most.
        let (bell, rings) = mpsc::unbounded_channel();
        let hub = Self {
            config,
            clock,
            replica,
            measure: Measure::new(),
            bell,
            state: Mutex::default(),
        };
        (Arc::new(hub), rings)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How this replica writes a place.
    pub(crate) fn revision(&self, at: u64) -> String {
        self.replica.revision(at)
    }

    pub(crate) fn measure(&self) -> &Measure {
        &self.measure
    }

    /// Connects a stream: from here on it misses nothing unnoticed.
    pub(crate) fn join(
        &self,
        member: MemberId,
        session: SessionId,
        revision: &str,
    ) -> Result<Place, End> {
        let now = self.clock.now();
        let mut state = self.state();
        let state = &mut *state;
        if state.stopped {
            return Err(End::Stopping);
        }
        if state.streams >= self.config.streams {
            return Err(End::TooMany);
        }
        let left = state.members.get(&member).map(|one| one.left);
        if left.is_none_or(|left| left.is_some_and(|left| self.is_long_ago(left, now))) {
            // Nobody has kept what happened meanwhile: no place given out before is known.
            state.at += 1;
        }
        let at = state.at;
        let one = state.members.entry(member).or_insert_with(|| {
            state.members_ever += 1;
            Member::new(state.members_ever, at)
        });
        if let Some(left) = one.left.take()
            && self.is_long_ago(left, now)
        {
            state.bytes -= one.ring.bytes();
            one.ring.forget(at);
        }
        let known = self.replica.place(revision);
        let known = known.filter(|&place| place <= at && one.ring.knows_after(place));
        let open = one.readers.iter_mut().filter(|reader| reader.end.is_none());
        let mut open: Vec<&mut Reader> = open.collect();
        if open.len() >= self.config.streams_per_member
            && let Some(oldest) = open.first_mut()
        {
            // Devices that all come again at once would end each other's streams for ever.
            if now - oldest.since < Duration::from_secs(self.config.young_seconds) {
                return Err(End::TooMany);
            }
            // The newest is surely alive; the oldest may be a line that broke without a word.
            oldest.end(End::TooMany);
        }
        state.streams += 1;
        state.streams_ever += 1;
        let stream = state.streams_ever;
        one.readers.push(Reader {
            stream,
            session,
            since: now,
            waker: None,
            typing: VecDeque::new(),
            end: None,
        });
        self.measure.connected(1);
        Ok(Place {
            stream,
            at: known.unwrap_or(at),
            resync: known.is_none() && !revision.is_empty(),
        })
    }

    /// What a stream at a place has to say; with nothing, it is woken when that changes.
    pub(crate) fn turn(&self, member: MemberId, stream: u64, at: u64, waker: &Waker) -> Turn {
        let mut state = self.state();
        let Some(one) = state.members.get_mut(&member) else {
            return Turn::End(End::LoggedOut);
        };
        let reader = one.readers.iter_mut().find(|one| one.stream == stream);
        let Some(reader) = reader else {
            return Turn::End(End::LoggedOut);
        };
        if let Some(end) = reader.end {
            return Turn::End(end);
        }
        match one.ring.after(at) {
            Next::Update(at, what) => Turn::Update(at, what.clone()),
            Next::Missed(at) => Turn::Missed(at),
            Next::Nothing => {
                if let Some(notice) = reader.typing.pop_front() {
                    return Turn::Typing(notice);
                }
                if !reader
                    .waker
                    .as_ref()
                    .is_some_and(|old| old.will_wake(waker))
                {
                    reader.waker = Some(waker.clone());
                }
                Turn::Nothing
            }
        }
    }

    /// Something happened to a member that can be told or has to be asked for.
    pub(crate) fn coming(&self, member: MemberId, update: Coming) {
        let mut state = self.state();
        let Some(one) = state.members.get_mut(&member) else {
            return;
        };
        match update {
            // Nothing stands before it.
            Coming::Ready(what) if !one.taken => self.push(&mut state, member, what),
            update => {
                if let Coming::Ready(what) = &update {
                    one.coming
                        .retain(|old| !matches!(old, Coming::Ready(old) if supersedes(what, old)));
                }
                one.coming.push_back(update);
                if one.coming.len() > self.config.updates_per_member {
                    one.coming.clear();
                    one.coming.push_back(Coming::Missed);
                }
                if !one.taken {
                    one.taken = true;
                    // Nobody takes any more when the process stops.
                    let life = one.life;
                    let _ = self.bell.send(Rung { member, life });
                }
            }
        }
    }

    /// Takes what comes for a member, all of it; none when nothing does any more, or when the
    /// member was forgotten meanwhile: who is back since rings anew, and two would mix the order.
    pub(crate) fn take(&self, rung: Rung) -> Option<VecDeque<Coming>> {
        let mut state = self.state();
        let one = state.rung(rung)?;
        one.taken = !one.coming.is_empty();
        one.taken.then(|| std::mem::take(&mut one.coming))
    }

    /// Tells a member's streams, and remembers it for those that come back.
    pub(crate) fn tell(&self, rung: Rung, what: What) {
        let mut state = self.state();
        if state.rung(rung).is_some() {
            self.push(&mut state, rung.member, what);
        }
    }

    fn push(&self, state: &mut State, member: MemberId, what: What) {
        let Some(one) = state.members.get_mut(&member) else {
            return;
        };
        let sender = match &what {
            What::MessageSent(sent) => sent.message.as_ref().map(|it| it.sender_id.clone()),
            _ => None,
        };
        state.at += 1;
        let before = one.ring.bytes();
        if !one
            .ring
            .push(state.at, what, self.config.updates_per_member)
        {
            return;
        }
        state.bytes = state.bytes - before + one.ring.bytes();
        for reader in &mut one.readers {
            if let Some(sender) = &sender {
                // Who has sent does not type any more.
                reader.typing.retain(|notice| notice.member_id != *sender);
            }
            reader.wake();
        }
        self.keep_within_bytes(state, member);
    }

    /// Tells a member that something was missed.
    pub(crate) fn miss(&self, rung: Rung) {
        let mut state = self.state();
        let state = &mut *state;
        state.at += 1;
        let at = state.at;
        if let Some(one) = state.members.get_mut(&rung.member)
            && one.life == rung.life
        {
            state.bytes -= one.ring.bytes();
            one.miss(at);
        }
    }

    /// Tells everybody that something was missed.
    pub(crate) fn miss_all(&self) {
        let mut state = self.state();
        let state = &mut *state;
        state.at += 1;
        state.bytes = 0;
        for one in state.members.values_mut() {
            one.miss(state.at);
        }
    }

    /// Tells a member's streams that somebody types; whoever is not there misses it.
    pub(crate) fn typing(&self, member: MemberId, notice: &Typing) {
        let mut state = self.state();
        let Some(one) = state.members.get_mut(&member) else {
            return;
        };
        for reader in &mut one.readers {
            if reader.typing.len() < TYPING && !reader.typing.contains(notice) {
                reader.typing.push_back(notice.clone());
                reader.wake();
            }
        }
    }

    /// Whether nobody is here or was lately.
    pub(crate) fn is_empty(&self) -> bool {
        self.state().members.is_empty()
    }

    fn keep_within_bytes(&self, state: &mut State, pushed: MemberId) {
        while state.bytes > self.config.updates_bytes && state.forget_longest_gone() {}
        if state.bytes > self.config.updates_bytes
            && let Some(one) = state.members.get_mut(&pushed)
        {
            state.bytes -= one.ring.bytes();
            one.miss(state.at);
        }
    }
}

impl State {
    /// The member for whom it rang, unless they were forgotten since.
    fn rung(&mut self, rung: Rung) -> Option<&mut Member> {
        let one = self.members.get_mut(&rung.member)?;
        (one.life == rung.life).then_some(one)
    }
}

#[cfg(test)]
#[path = "hub_test.rs"]
mod tests;
