//! Sends the pushes that are due, browser by browser.
//!
//! A push leaves at least once: a process that dies between the push service's yes and the booking
//! sends it again when the lease ends. Its tag is the same then, so the screen shows it once.

use std::{panic::AssertUnwindSafe, time::Duration};

use futures::FutureExt as _;
use kit::{Chance, Clock, Db};
use proto::settings::v1::Site;
use time::OffsetDateTime;

use crate::{
    config::Config,
    endpoint::{Endpoint, PushHosts},
    jobs::{
        rounds::Rounds,
        write_push::{PushWriter, Written},
    },
    metrics::PushMetrics,
    push::{Courier, Envelope, Refusal, key::PushKey, message::seal},
    retry,
    store::pushes::{self, Push, Turn},
};

/// Takes browsers for which pushes are due, and sends them, one browser's one after the other.
#[derive(Debug)]
pub(crate) struct Pusher {
    pub db: Db,
    pub clock: Clock,
    pub chance: Chance,
    pub config: Config,
    pub hosts: PushHosts,
    pub key: PushKey,
    pub courier: Courier,
    pub writer: PushWriter,
    pub metrics: PushMetrics,
}

impl Rounds for Pusher {
    type Job = Turn;

    fn at_once(&self) -> usize {
        self.config.pushes_at_once
    }

    async fn take(&self, limit: i64) -> sqlx::Result<Vec<Turn>> {
        let now = self.clock.now();
        let lease_end = now + self.config.lease();
        let mut connection = self.db.pool().acquire().await?;
        pushes::take(&mut connection, now, lease_end, limit).await
    }

    async fn deliver(&self, turn: Turn) {
        // A defect that one push meets must not end the process, and all pushes in hand with it.
        let attempt = AssertUnwindSafe(self.attempt(&turn)).catch_unwind();
        // Cut off well before the lease ends: two must never send at once.
        let outcome = tokio::time::timeout(self.config.lease() / 2, Box::pin(attempt))
            .await
            .unwrap_or_else(|_| Ok(Err(Refusal::later("too_slow"))))
            .unwrap_or_else(|_| Err(Refusal::later("panicked")));
        if let Err(error) = self.book(&turn, outcome).await {
            // The lease gives the browser back.
            tracing::error!(%error, member.id = %turn.member, "outcome of a push is not booked");
        }
    }
}

impl Pusher {
    async fn attempt(&self, turn: &Turn) -> Result<(), Refusal> {
        // The list of push services may be another than when the browser subscribed.
        let endpoint = Endpoint::parse(&turn.endpoint, &self.hosts).map_err(|_| Refusal::Gone)?;
        let plan = self.writer.plan(turn).await?;
        self.forget(turn, &plan.drop).await?;
        let Some(site) = plan.site else {
            return Ok(());
        };
        for written in plan.send {
            if !self.is_held(turn, &written.pushes).await? {
                continue;
            }
            let now = self.clock.now();
            let envelope = self.envelope(turn, (&endpoint, &site), &written, now)?;
            let kind = written.payload.r#type;
            match self.courier.hand_over(&endpoint, envelope, now).await {
                Ok(()) => {
                    self.metrics.sent(kind);
                    tracing::info!(member.id = %turn.member, slot = turn.slot, kind, "push sent");
                }
                Err(Refusal::Never(word)) => {
                    self.metrics.failed(kind, &word);
                    tracing::warn!(
                        member.id = %turn.member, slot = turn.slot, kind, trouble = word,
                        "push was refused for good"
                    );
                }
                Err(refusal) => return Err(refusal),
            }
            self.forget(turn, &written.pushes).await?;
        }
        Ok(())
    }

    fn envelope(
        &self,
        turn: &Turn,
        (endpoint, site): (&Endpoint, &Site),
        written: &Written,
        now: OffsetDateTime,
    ) -> Result<Envelope, Refusal> {
        let contact = contact(&self.config.push_contact, site);
        let authorization = self
            .key
            .authorization(&endpoint.origin(), &contact, now)
            .map_err(|_| Refusal::later("signature"))?;
        let message = written.payload.bytes();
        let message = message.map_err(|_| Refusal::later("payload"))?;
        // A point that is not on the curve: nobody could ever read it.
        let sealed = seal(message, &turn.p256dh, &turn.auth).map_err(|_| Refusal::Gone)?;
        Ok(Envelope {
            sealed,
            authorization,
            topic: written.payload.tag.clone(),
            urgency: written.urgency,
        })
    }

    /// Whether one of these is still to be sent: none when all were seen or taken back meanwhile,
    /// or the browser belongs to somebody else by now.
    async fn is_held(&self, turn: &Turn, pushes: &[Push]) -> Result<bool, Refusal> {
        let held = async {
            let mut connection = self.db.pool().acquire().await?;
            for push in pushes {
                if pushes::is_held(&mut connection, turn, push).await? {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        held.await
            .map_err(|_: sqlx::Error| Refusal::later("database"))
    }

    async fn forget(&self, turn: &Turn, pushes: &[Push]) -> Result<(), Refusal> {
        let forgotten = async {
            let mut connection = self.db.pool().acquire().await?;
            for push in pushes {
                pushes::delete(&mut connection, turn, push).await?;
            }
            Ok(())
        };
        forgotten
            .await
            .map_err(|_: sqlx::Error| Refusal::later("database"))
    }

    async fn book(&self, turn: &Turn, outcome: Result<(), Refusal>) -> sqlx::Result<()> {
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        match outcome {
            Ok(()) | Err(Refusal::Never(_)) => {
                pushes::give_back(&mut tx, turn, None, now).await?;
            }
            Err(Refusal::Gone) => {
                pushes::forget(&mut tx, turn).await?;
                self.metrics.gone();
                tracing::info!(member.id = %turn.member, slot = turn.slot, "browser takes no pushes");
            }
            Err(Refusal::Later { word, pause }) => {
                let own = retry::pause(turn.tries, self.chance.fraction());
                if own.is_none() {
                    pushes::give_up(&mut tx, turn).await?;
                    self.metrics.failed("any", &word);
                }
                let pause = own.unwrap_or(Duration::ZERO).max(pause.unwrap_or_default());
                let until = own.is_some().then(|| now + pause);
                pushes::give_back(&mut tx, turn, until, now).await?;
                self.metrics.retried(&word);
                tracing::warn!(
                    member.id = %turn.member, slot = turn.slot, tries = turn.tries,
                    trouble = word, pause.seconds = pause.as_secs(), given_up = own.is_none(),
                    "push was not taken"
                );
            }
        }
        tx.commit().await
    }
}

/// Whom a push service may turn to.
fn contact(configured: &str, site: &Site) -> String {
    if !configured.is_empty() {
        configured.to_owned()
    } else if !site.support_email.is_empty() {
        format!("mailto:{}", site.support_email)
    } else {
        site.origin.clone()
    }
}

#[cfg(test)]
#[path = "send_push_test.rs"]
mod tests;
