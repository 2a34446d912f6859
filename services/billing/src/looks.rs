//! When the provider was last asked about an order because somebody looked at it: whoever waits for a
//! payment looks again and again, in several windows, and the provider counts our questions.

use std::{sync::Arc, time::Duration as Lifetime};

use moka::sync::Cache;
use time::{Duration, OffsetDateTime};
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::ids::OrderId;

/// Orders remembered at a time.
const REMEMBERED: u64 = 10_000;

/// Looks at orders, as far as this process saw.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    last: Cache<OrderId, Arc<Mutex<Last>>>,
    apart: Duration,
}

type Last = Option<OffsetDateTime>;

/// The right to ask about one order. Others who look wait until it is given up, and then find what
/// the answer was.
#[derive(Debug)]
pub(crate) struct Look {
    last: OwnedMutexGuard<Last>,
}

impl Looks {
    /// The provider is asked about an order once in `apart`.
    #[must_use]
    pub(crate) fn new(apart: Duration) -> Self {
        let last = Cache::builder()
            .max_capacity(REMEMBERED)
            .time_to_idle(Lifetime::from_mins(1))
            .build();
        Self { last, apart }
    }

    /// Waits for whoever asks about the order; none when that is not long ago.
    pub(crate) async fn turn(&self, order: OrderId, now: OffsetDateTime) -> Option<Look> {
        let last = self.last.get_with(order, Arc::default).lock_owned().await;
        let recent = last.is_some_and(|last| now - last < self.apart);
        (!recent).then_some(Look { last })
    }
}

impl Look {
    /// The provider answered, or did not.
    pub(crate) fn done(mut self, now: OffsetDateTime) {
        *self.last = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;

    #[tokio::test]
    async fn each_order_has_its_own_while() {
        let looks = Looks::new(Duration::seconds(3));
        let [one, other] = [1, 2].map(|id| OrderId::new(Uuid::from_u128(id)));
        let start = datetime!(2026-03-02 12:00 UTC);
        looks.turn(one, start).await.unwrap().done(start);
        let soon = start + Duration::milliseconds(2_999);
        assert!(looks.turn(one, soon).await.is_none());
        assert!(looks.turn(other, soon).await.is_some());
        let later = start + Duration::seconds(3);
        assert!(looks.turn(one, later).await.is_some());
        // Nobody asked: the next one may.
        assert!(looks.turn(one, later).await.is_some());
    }
}
