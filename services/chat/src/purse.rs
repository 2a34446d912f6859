//! Members' purses: credits borrowed from billing, several messages' worth at a time, so that
//! sending asks nobody.
//!
//! Who sends fast gets more at once: each lease that follows soon upon the last is twice as large.
//! A lease is written down before billing is asked for it. Whatever happens then, a crash or an
//! answer that never comes, the row is found again and the lease closed.

use std::{sync::Arc, time::Duration};

use kit::{Chance, Clock, Db, MemberId, SiteId, Transport, fault};
use moka::sync::Cache;
use proto::billing::v1::{
    CloseLeaseRequest, GrantLeaseRequest, GrantLeaseResponse,
    billing_internal_service_client::BillingInternalServiceClient,
};
use time::OffsetDateTime;
use tokio::sync::{Mutex, OwnedMutexGuard, mpsc};
use tonic::Status;

use crate::{
    config::Config,
    fault::Fault,
    ids::LeaseId,
    store::purses::{self, Closing},
};

/// Members waiting for more credits in the background; more than that and some are left out.
const WAITING: usize = 1024;
/// Seconds within which one lease follows soon upon another.
const SOON: i64 = 20;

/// Borrows from billing and pays back.
#[derive(Clone, Debug)]
pub(crate) struct Purses {
    db: Db,
    clock: Clock,
    chance: Chance,
    config: Arc<Config>,
    billing: BillingInternalServiceClient<Transport>,
    turns: Cache<MemberId, Arc<Mutex<Pace>>>,
    ahead: mpsc::Sender<Want>,
}

/// How much a purse should hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Want {
    pub(crate) site: SiteId,
    pub(crate) member: MemberId,
    /// Credits for the message at hand.
    pub(crate) needed: u32,
    /// Credits of a text message, by which the size of a lease is reckoned.
    pub(crate) text_price: u32,
}

/// How fast a member spends, as far as this process saw.
#[derive(Debug, Default)]
pub(crate) struct Pace {
    borrowed_at: Option<OffsetDateTime>,
    /// Text messages' worth of the last lease.
    messages: u32,
}

impl Pace {
    /// Text messages that the next lease is to last for.
    fn next(&mut self, now: OffsetDateTime, config: &Config) -> u32 {
        let soon = self
            .borrowed_at
            .is_some_and(|last| now - last < time::Duration::seconds(SOON));
        let doubled = self
            .messages
            .saturating_mul(2)
            .min(config.most_lease_messages);
        self.messages = config.lease_messages.max(if soon { doubled } else { 0 });
        self.borrowed_at = Some(now);
        self.messages
    }
}

impl Purses {
    /// The other end hands out what is asked for in the background.
    pub(crate) fn new(
        (db, clock, chance): (Db, Clock, Chance),
        config: Arc<Config>,
        billing: Transport,
    ) -> (Self, mpsc::Receiver<Want>) {
        let (ahead, asked) = mpsc::channel(WAITING);
        let purses = Self {
            db,
            clock,
            chance,
            config,
            billing: BillingInternalServiceClient::new(billing),
            turns: Cache::builder()
                .time_to_idle(Duration::from_mins(1))
                .build(),
            ahead,
        };
        (purses, asked)
    }

    /// Waits until nobody else in this process fills this member's purse.
    pub(crate) async fn turn(&self, member: MemberId) -> OwnedMutexGuard<Pace> {
        self.turns.get_with(member, Arc::default).lock_owned().await
    }

    /// Gets credits for a message that the purse cannot pay.
    pub(crate) async fn fill(&self, pace: &mut Pace, want: Want) -> Result<(), Fault> {
        let held = purses::holds(self.db.pool(), want.member).await?;
        match self.borrow(pace, want).await {
            Err(Fault::CreditsShort { price, available }) => {
                // What lies in leases too small for this message counts too, and what is on its
                // way back, and what billing granted without our hearing of it: all goes back first.
                let unspent = u32::try_from(held.unspent).unwrap_or(0);
                let available = available.saturating_add(unspent);
                if held.pending == 0 && (unspent == 0 || available < price) {
                    return Err(Fault::CreditsShort { price, available });
                }
                self.recall(want.member).await?;
                self.borrow(pace, want).await
            }
            // Whatever is lent counts as spent with billing: what was not spent may be within the limit.
            Err(Fault::SpendingLimit { .. }) if held.pending > 0 || held.unspent > 0 => {
                self.recall(want.member).await?;
                self.borrow(pace, want).await
            }
            outcome => outcome,
        }
    }

    /// Asks for more in the background when the purse runs low.
    pub(crate) fn look_ahead(&self, want: Want, left: i64) {
        if left < i64::from(self.low(want.text_price)) {
            // A full queue is no harm: the next message asks again.
            let _ = self.ahead.try_send(want);
        }
    }

    /// Fills a purse that runs low. Whatever goes wrong shows when the purse is empty.
    pub(crate) async fn top_up(&self, want: Want) {
        let mut pace = self.turn(want.member).await;
        let low = i64::from(self.low(want.text_price));
        let outcome = match purses::holds(self.db.pool(), want.member).await {
            Ok(holds) if holds.open >= low => return,
            Ok(_) => self.borrow(&mut pace, want).await,
            Err(error) => Err(error.into()),
        };
        if let Err(error) = outcome {
            tracing::debug!(member.id = %want.member, %error, "purse is not filled ahead");
        }
    }

    /// Closes a member's purse; on return billing knows what was spent and has the rest.
    pub(crate) async fn recall(&self, member: MemberId) -> Result<(), Fault> {
        for closing in purses::close(self.db.pool(), member).await? {
            self.give_back(&closing)
                .await
                .map_err(|status| Fault::BillingAway(Some(Box::new(status))))?;
        }
        Ok(())
    }

    /// Tells billing what was spent of a lease, and forgets it.
    pub(crate) async fn give_back(&self, closing: &Closing) -> Result<(), Status> {
        let request = kit::idempotent(CloseLeaseRequest {
            lease_id: closing.lease.to_string(),
            spent: closing.spent.unsigned_abs(),
        });
        match self.billing.clone().close_lease(request).await {
            Ok(_) => {}
            // It was never granted, and will not be.
            Err(status) if fault::reason(&status).as_deref() == Some("lease_unknown") => {}
            Err(status) => return Err(status),
        }
        purses::forget(self.db.pool(), closing.member, closing.lease)
            .await
            .map_err(|error| Status::from_error(Box::new(error)))
    }

    fn low(&self, text_price: u32) -> u32 {
        text_price.saturating_mul(self.config.low_purse_messages)
    }

    async fn borrow(&self, pace: &mut Pace, want: Want) -> Result<(), Fault> {
        let now = self.clock.now();
        let messages = pace.next(now, &self.config);
        let lease = LeaseId::new(self.chance.uuid(now));
        let pool = self.db.pool();
        purses::ask(pool, (want.site, want.member), lease, now).await?;
        match self.grant(lease, want, messages).await {
            Ok(answer) => {
                let granted = (answer.granted, answer.paid);
                // Not open any more: somebody recalled the purse meanwhile. The caller looks again.
                purses::open(pool, want.member, lease, granted, self.clock.now()).await?;
                Ok(())
            }
            Err(status) => {
                let fault = refusal(status, want.needed);
                if !matches!(fault, Fault::BillingAway(_)) {
                    purses::forget(pool, want.member, lease).await?;
                }
                Err(fault)
            }
        }
    }

    async fn grant(
        &self,
        lease: LeaseId,
        want: Want,
        messages: u32,
    ) -> Result<GrantLeaseResponse, Status> {
        let more = messages.saturating_sub(1);
        let request = kit::idempotent(GrantLeaseRequest {
            lease_id: lease.to_string(),
            member_id: want.member.to_string(),
            site_id: want.site.to_string(),
            needed: want.needed,
            wanted: want
                .needed
                .saturating_add(want.text_price.saturating_mul(more)),
        });
        Ok(self
            .billing
            .clone()
            .grant_lease(request)
            .await?
            .into_inner())
    }
}

/// What billing's refusal means to who sends. Anything but a clear no leaves the lease to be closed.
fn refusal(status: Status, price: u32) -> Fault {
    let detail = |key| fault::detail(&status, key).unwrap_or_default();
    match fault::reason(&status).as_deref() {
        Some("credits_short") => Fault::CreditsShort {
            price,
            available: detail("available").parse().unwrap_or(0),
        },
        Some("spending_limit") => Fault::SpendingLimit {
            limit: detail("limit"),
            period: detail("period"),
        },
        _ => Fault::BillingAway(Some(Box::new(status))),
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, macros::datetime};

    use super::*;

    #[test]
    fn who_sends_fast_borrows_more_at_once_and_who_rests_begins_again() {
        let config = Config::default();
        let mut pace = Pace::default();
        let mut now = datetime!(2026-02-01 12:00 UTC);
        let mut lasts = Vec::new();
        for rest in [1, 1, 1, 1, 1, 60, 1] {
            lasts.push(pace.next(now, &config));
            now += Duration::seconds(rest);
        }
        assert_eq!(lasts, [5, 10, 20, 40, 40, 40, 5]);
    }
}
