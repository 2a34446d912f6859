//! How streams end, and members are forgotten.

use std::time::Duration;

use kit::{MemberId, SessionId};
use time::OffsetDateTime;

use super::{End, Hub, Reader, State};

/// How often some more streams end when a replica stops.
const SLICE: Duration = Duration::from_millis(100);

impl Hub {
    /// A stream is gone; its member is remembered for a while.
    pub(crate) fn leave(&self, member: MemberId, stream: u64) {
        let now = self.clock.now();
        let mut state = self.state();
        let state = &mut *state;
        state.streams -= 1;
        self.measure.connected(-1);
        // Without an entry the account is gone.
        let Some(one) = state.members.get_mut(&member) else {
            return;
        };
        one.readers.retain(|reader| reader.stream != stream);
        if one.readers.is_empty() && one.left.is_none() {
            one.left = Some(now);
            state.gone.push_back((now, member));
        }
        self.forget_gone(state, now);
    }

    /// Ends the streams of some sessions of a member, of all when none is named.
    pub(crate) fn log_out(&self, member: MemberId, sessions: &[SessionId]) {
        let mut state = self.state();
        let Some(one) = state.members.get_mut(&member) else {
            return;
        };
        for reader in &mut one.readers {
            if sessions.is_empty() || sessions.contains(&reader.session) {
                reader.end(End::LoggedOut);
            }
        }
    }

    /// Ends the streams of a member and forgets what there was to tell.
    pub(crate) fn forget(&self, member: MemberId) {
        let mut state = self.state();
        if let Some(mut one) = state.members.remove(&member) {
            state.bytes -= one.ring.bytes();
            for reader in &mut one.readers {
                reader.wake();
            }
        }
    }

    /// Ends all streams, not in one moment: another replica takes these browsers in, and they ask
    /// it for everything.
    pub(crate) async fn part(&self, spread: Duration) {
        let slices = spread.as_millis() / SLICE.as_millis();
        for left in (2..=usize::try_from(slices).unwrap_or(0)).rev() {
            self.stop(left);
            tokio::time::sleep(SLICE).await;
        }
        self.stop(1);
    }

    /// Lets no new stream in, and ends one in `share` of those that are open.
    pub(crate) fn stop(&self, share: usize) {
        let mut state = self.state();
        state.stopped = true;
        let readers = state.members.values_mut().flat_map(|one| &mut one.readers);
        let open = readers.filter(|reader| reader.end.is_none());
        let open: Vec<&mut Reader> = open.collect();
        let most = open.len().div_ceil(share.max(1));
        for reader in open.into_iter().take(most) {
            reader.end(End::Stopping);
        }
    }

    /// Forgets those who have been away too long.
    pub(crate) fn sweep(&self) {
        let now = self.clock.now();
        self.forget_gone(&mut self.state(), now);
    }

    pub(super) fn is_long_ago(&self, left: OffsetDateTime, now: OffsetDateTime) -> bool {
        now - left > Duration::from_secs(self.config.remembered_seconds)
    }

    fn forget_gone(&self, state: &mut State, now: OffsetDateTime) {
        // As many as may be connected may be remembered besides.
        while let Some(&(left, _)) = state.gone.front()
            && (self.is_long_ago(left, now) || state.gone.len() > self.config.streams)
        {
            state.forget_longest_gone();
        }
    }
}

impl State {
    /// Forgets who has been away longest, unless they came back; false when nobody is away.
    pub(super) fn forget_longest_gone(&mut self) -> bool {
        let Some((left, member)) = self.gone.pop_front() else {
            return false;
        };
        if let Some(one) = self.members.get(&member)
            && one.left == Some(left)
        {
            self.bytes -= one.ring.bytes();
            self.members.remove(&member);
        }
        true
    }
}
