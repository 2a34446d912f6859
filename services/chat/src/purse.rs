//! Members' purses: credits borrowed from billing, several messages' worth at a time, so that
//! sending asks nobody.
//!
//! A lease is written down before billing is asked for it. Whatever happens then, a crash or an
//! answer that never comes, the row is found again and the lease closed.

use std::{sync::Arc, time::Duration};

use kit::{Chance, Clock, Db, MemberId, SiteId, Transport, fault};
use moka::sync::Cache;
use proto::billing::v1::{
    CloseLeaseRequest, GrantLeaseRequest, GrantLeaseResponse,
    billing_internal_service_client::BillingInternalServiceClient,
};
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

/// Borrows from billing and pays back.
#[derive(Clone, Debug)]
pub(crate) struct Purses {
    db: Db,
    clock: Clock,
    chance: Chance,
    config: Arc<Config>,
    billing: BillingInternalServiceClient<Transport>,
    turns: Cache<MemberId, Arc<Mutex<()>>>,
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
    pub(crate) async fn turn(&self, member: MemberId) -> OwnedMutexGuard<()> {
        self.turns.get_with(member, Arc::default).lock_owned().await
    }

    /// Gets credits for a message that the purse cannot pay.
    pub(crate) async fn fill(&self, want: Want) -> Result<(), Fault> {
        let held = purses::holds(self.db.pool(), want.member).await?;
        match self.borrow(want).await {
            Err(Fault::CreditsShort { price, available }) => {
                // What lies in leases too small for this message counts too, and what is on its
                // way back, and what billing granted without our hearing of it: all goes back first.
                let unspent = u32::try_from(held.unspent).unwrap_or(0);
                let available = available.saturating_add(unspent);
                if held.pending == 0 && (unspent == 0 || available < price) {
                    return Err(Fault::CreditsShort { price, available });
                }
                self.recall(want.member).await?;
                self.borrow(want).await
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
        let _turn = self.turn(want.member).await;
        let low = i64::from(self.low(want.text_price));
        let outcome = match purses::holds(self.db.pool(), want.member).await {
            Ok(holds) if holds.open >= low => return,
            Ok(_) => self.borrow(want).await,
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

    async fn borrow(&self, want: Want) -> Result<(), Fault> {
        let now = self.clock.now();
        let lease = LeaseId::new(self.chance.uuid(now));
        let pool = self.db.pool();
        purses::ask(pool, (want.site, want.member), lease, now).await?;
        match self.grant(lease, want).await {
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

    async fn grant(&self, lease: LeaseId, want: Want) -> Result<GrantLeaseResponse, Status> {
        let more = self.config.lease_messages.saturating_sub(1);
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
