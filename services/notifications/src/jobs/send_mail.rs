//! Sends the mails that are due.
//!
//! A mail leaves at least once: a process that dies after the mail server took
//! the mail and before the database knows sends it again when the lease ends.
//! Its Message-ID is the same then, so that the receiver can drop the second copy.

use std::sync::Arc;

use futures::{StreamExt as _, stream::FuturesUnordered};
use kit::{Chance, Clock, Db};
use proto::notifications::v1::{MailBounced, MailSent};
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::{
    config::Config,
    jobs::write_mail::{Writer, Written},
    metrics::Metrics,
    post::{Parcel, Post, Refusal},
    preference::MailOff,
    retry,
    store::{
        mail_jobs::{self, CHANNEL, End, Job},
        members,
    },
};

/// Takes due mails and sends them, several at once.
#[derive(Debug)]
pub(crate) struct Sender {
    pub db: Db,
    pub clock: Clock,
    pub chance: Chance,
    pub config: Config,
    pub post: Post,
    pub writer: Writer,
    pub metrics: Metrics,
}

/// Why a try did not end with a sent mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Nobody wants the mail any more.
    Obsolete,
    /// It was refused, or something on the way to it failed.
    Refused(Refusal),
}

impl Failure {
    /// May work later; `word` says what failed.
    #[must_use]
    pub(crate) fn later(word: &str) -> Self {
        Self::Refused(Refusal::Later(word.to_owned()))
    }
}

impl Sender {
    /// Sends until `stop`, then finishes the mails in hand.
    pub(crate) async fn run(&self, bell: &Notify, stop: &CancellationToken) {
        let look = std::time::Duration::from_millis(self.config.look_milliseconds);
        let mut in_hand = FuturesUnordered::new();
        loop {
            let free = self.config.mails_at_once - in_hand.len();
            let taken = if free > 0 && !stop.is_cancelled() {
                self.take(free).await
            } else {
                vec![]
            };
            // Fewer than asked for: nothing else is due, wait for the bell.
            let all_taken = taken.len() < free;
            in_hand.extend(taken.into_iter().map(|job| self.deliver(job)));
            if stop.is_cancelled() && in_hand.is_empty() {
                return;
            }
            tokio::select! {
                Some(()) = in_hand.next() => {}
                () = stop.cancelled(), if !stop.is_cancelled() => {}
                () = bell.notified(), if all_taken => {}
                // Jitter, so that processes that started together do not look together.
                () = tokio::time::sleep(look.mul_f64(0.9 + 0.2 * self.chance.fraction())),
                    if all_taken => {}
            }
        }
    }

    async fn take(&self, limit: usize) -> Vec<Job> {
        self.due(limit).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "due mails cannot be read");
            vec![]
        })
    }

    async fn due(&self, limit: usize) -> sqlx::Result<Vec<Job>> {
        let now = self.clock.now();
        let lease_end = now + self.config.lease();
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut connection = self.db.pool().acquire().await?;
        mail_jobs::take(&mut connection, now, lease_end, limit).await
    }

    async fn deliver(&self, job: Job) {
        // Cut off well before the lease ends: two must never send at once.
        let outcome = tokio::time::timeout(self.config.lease() / 2, Box::pin(self.attempt(&job)))
            .await
            .unwrap_or_else(|_| Err(Failure::later("too_slow")));
        if let Err(error) = self.book(&job, outcome).await {
            // The lease gives the mail back.
            tracing::error!(%error, mail.id = %job.request.id, "outcome of a mail is not booked");
        }
    }

    async fn attempt(&self, job: &Job) -> Result<(), Failure> {
        if retry::exhausted(job.attempts) {
            // Its last try ended with the process, perhaps because of the mail itself.
            return Err(Failure::later("process_died"));
        }
        let now = self.clock.now();
        let Written {
            to,
            letter,
            message,
        } = self.writer.write(&job.request, now).await?;
        let parcel = Parcel {
            request: &job.request,
            to: &to,
            letter: &letter,
            message,
            date: now,
        };
        self.post.hand_over(parcel).await.map_err(Failure::Refused)
    }

    async fn book(&self, job: &Job, outcome: Result<(), Failure>) -> sqlx::Result<()> {
        match outcome {
            Ok(()) => self.book_sent(job).await,
            Err(Failure::Obsolete) => self.book_end(job, End::Cancelled, "obsolete").await,
            Err(Failure::Refused(Refusal::Never { word, bad_address })) => {
                self.book_bounced(job, &word, bad_address).await
            }
            Err(Failure::Refused(Refusal::Later(word))) => {
                match retry::pause(job.attempts, self.chance.fraction()) {
                    Some(pause) => self.book_retry(job, &word, pause).await,
                    None => self.book_end(job, End::Failed, &word).await,
                }
            }
        }
    }

    async fn book_sent(&self, job: &Job) -> sqlx::Result<()> {
        let request = &job.request;
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        if !mail_jobs::finish(&mut tx, job, End::Sent, None, now).await? {
            tracing::warn!(mail.id = %request.id, "mail was sent after its lease or its cancellation");
            return Ok(());
        }
        if request.kind.goes_to_present_address() {
            // The address works again.
            members::mail_on(&mut tx, request.member, MailOff::Bounce).await?;
        }
        tx.emit(&MailSent {
            member_id: request.member.to_string(),
            request_id: request.id.to_string(),
            kind: request.kind.word().to_owned(),
        })
        .await?;
        tx.commit().await?;
        let waited = (now - job.requested_at).as_seconds_f64();
        self.metrics.sent(request.kind, waited);
        tracing::info!(mail.id = %request.id, attempts = job.attempts, "mail sent");
        Ok(())
    }

    async fn book_bounced(&self, job: &Job, word: &str, bad_address: bool) -> sqlx::Result<()> {
        let request = &job.request;
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        if !mail_jobs::finish(&mut tx, job, End::Failed, Some(word), now).await? {
            return Ok(());
        }
        if bad_address && request.kind.goes_to_present_address() {
            members::mail_off(&mut tx, request.member, MailOff::Bounce, now).await?;
        }
        tx.emit(&MailBounced {
            member_id: request.member.to_string(),
            request_id: request.id.to_string(),
        })
        .await?;
        tx.commit().await?;
        self.metrics.failed(request.kind, word);
        tracing::warn!(mail.id = %request.id, trouble = word, "mail was refused for good");
        Ok(())
    }

    async fn book_retry(
        &self,
        job: &Job,
        word: &str,
        pause: std::time::Duration,
    ) -> sqlx::Result<()> {
        let mut connection = self.db.pool().acquire().await?;
        let due_at = self.clock.now() + pause;
        if mail_jobs::put_back(&mut connection, job, word, due_at).await? {
            self.metrics.retried(job.request.kind, word);
            tracing::warn!(
                mail.id = %job.request.id, attempts = job.attempts, trouble = word,
                pause.seconds = pause.as_secs(), "mail is tried again later"
            );
        }
        Ok(())
    }

    async fn book_end(&self, job: &Job, end: End, word: &str) -> sqlx::Result<()> {
        let mut connection = self.db.pool().acquire().await?;
        let now = self.clock.now();
        if !mail_jobs::finish(&mut connection, job, end, Some(word), now).await? {
            return Ok(());
        }
        if end == End::Failed {
            self.metrics.failed(job.request.kind, word);
            tracing::error!(
                mail.id = %job.request.id, attempts = job.attempts, trouble = word,
                "mail is given up"
            );
        } else {
            tracing::info!(mail.id = %job.request.id, trouble = word, "mail is cancelled");
        }
        Ok(())
    }
}

/// Rings the bell whenever a transaction with a new mail commits, in whatever process.
pub(crate) async fn listen(
    db: Db,
    bell: Arc<Notify>,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    loop {
        let Err(error) = ring(&db, &bell, &stop).await else {
            return Ok(());
        };
        tracing::warn!(%error, "new mails are not announced, only looked for");
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = tokio::time::sleep(std::time::Duration::from_secs(5)) => {}
        }
    }
}

async fn ring(db: &Db, bell: &Notify, stop: &CancellationToken) -> sqlx::Result<()> {
    // A connection of its own: one that listens cannot be lent to others.
    let options = db.pool().connect_options().as_ref().clone();
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .connect_with(options)
        .await?;
    let mut listener = PgListener::connect_with(&pool).await?;
    listener.listen(CHANNEL).await?;
    loop {
        // Also once after each connection: mails may have come while there was none.
        bell.notify_one();
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            heard = listener.recv() => drop(heard?),
        }
    }
}

#[cfg(test)]
#[path = "send_mail_test.rs"]
mod tests;
