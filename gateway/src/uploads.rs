//! Turns of photos on their way in: each holds its bytes in memory, and may come over a slow line.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use kit::MemberId;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::config::Config;

/// A photo waits this long for its turn.
pub(crate) const WAIT: Duration = Duration::from_secs(5);

/// Who brings photos at this moment.
pub(crate) struct Uploads {
    turns: Semaphore,
    per_member: usize,
    /// Photos of each member that bring or wait.
    under_way: Mutex<HashMap<MemberId, usize>>,
}

/// One photo may come in; ends when dropped.
pub(crate) struct Turn<'a> {
    _own: Own<'a>,
    _turn: SemaphorePermit<'a>,
}

/// One of the member's own places.
struct Own<'a> {
    uploads: &'a Uploads,
    member: MemberId,
}

impl Uploads {
    pub(crate) fn new(config: &Config) -> Self {
        Self {
            turns: Semaphore::new(config.uploads_at_once),
            per_member: config.uploads_per_member,
            under_way: Mutex::default(),
        }
    }

    /// A turn of this member; none when they have theirs already, or everybody's are taken for
    /// too long. So nobody takes all of them by sending slowly.
    pub(crate) async fn turn(&self, member: MemberId) -> Option<Turn<'_>> {
        let own = self.own(member)?;
        let turn = tokio::time::timeout(WAIT, self.turns.acquire()).await;
        Some(Turn {
            _own: own,
            _turn: turn.ok()?.ok()?,
        })
    }

    fn own(&self, member: MemberId) -> Option<Own<'_>> {
        let mut under_way = self.under_way();
        let count = under_way.entry(member).or_default();
        if *count >= self.per_member {
            return None;
        }
        *count += 1;
        Some(Own {
            uploads: self,
            member,
        })
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<MemberId, usize>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Own<'_> {
    fn drop(&mut self) {
        let mut under_way = self.uploads.under_way();
        if let Some(count) = under_way.get_mut(&self.member) {
            *count -= 1;
            if *count == 0 {
                under_way.remove(&self.member);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_turn_comes_back_and_nobody_is_remembered() {
        let uploads = Uploads::new(&Config {
            uploads_at_once: 3,
            uploads_per_member: 2,
            ..Config::default()
        });
        let [anna, bram] = [1, 2].map(|number| MemberId::from(uuid::Uuid::from_u128(number)));
        let turns = (uploads.turn(anna).await, uploads.turn(anna).await);
        assert!(turns.0.is_some() && turns.1.is_some());
        assert!(uploads.turn(anna).await.is_none(), "a third");
        assert!(uploads.turn(bram).await.is_some(), "another member's");
        drop(turns);
        assert!(uploads.turn(anna).await.is_some());
        assert!(uploads.under_way().is_empty());
        assert_eq!(uploads.turns.available_permits(), 3);
    }
}
