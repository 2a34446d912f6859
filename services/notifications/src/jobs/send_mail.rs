//! Sends the mails that are due.
//!
//! A mail leaves at least once: a process that dies after the mail server took
//! the mail and before the database knows sends it again when the lease ends.
//! Its Message-ID is the same then, so that the receiver can drop the second copy.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use kit::{Chance, Clock, Db};
use proto::notifications::v1::{MailBounced, MailSent};
use uuid::Uuid;

use crate::{
    config::Config,
    jobs::{
        rounds::Rounds,
        write_mail::{Writer, Written},
    },
    kind::Kind,
    metrics::Metrics,
    post::{Parcel, Post, Refusal},
    preference::MailOff,
    retry,
    store::{
        mail_jobs::{self, End, Job},
        members, news,
    },
    tell::Waits,
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
    pub waits: Waits,
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

impl Rounds for Sender {
    type Job = Job;

    fn at_once(&self) -> usize {
        self.config.mails_at_once
    }

    async fn take(&self, limit: i64) -> sqlx::Result<Vec<Job>> {
        let now = self.clock.now();
        let lease_end = now + self.config.lease();
        let mut connection = self.db.pool().acquire().await?;
        mail_jobs::take(&mut connection, now, lease_end, limit).await
    }

    async fn deliver(&self, job: Job) {
        // A defect that one mail meets must not end the process, and all mails in hand with it.
        let attempt = AssertUnwindSafe(self.attempt(&job)).catch_unwind();
        // Cut off well before the lease ends: two must never send at once.
        let outcome = tokio::time::timeout(self.config.lease() / 2, Box::pin(attempt))
            .await
            .unwrap_or_else(|_| Ok(Err(Failure::later("too_slow"))))
            .unwrap_or_else(|_| Err(Failure::later("panicked")));
        if let Err(error) = self.book(&job, outcome).await {
            // The lease gives the mail back.
            tracing::error!(%error, mail.id = %job.request.id, "outcome of a mail is not booked");
        }
    }
}

impl Sender {
    /// Sends one; answers whose likes it told of.
    async fn attempt(&self, job: &Job) -> Result<Vec<Uuid>, Failure> {
        if retry::exhausted(job.attempts) {
            // Its last try ended with the process, perhaps because of the mail itself.
            return Err(Failure::later("process_died"));
        }
        let now = self.clock.now();
        let Written {
            to,
            letter,
            message,
            likers,
        } = self.writer.write(&job.request, now).await?;
        if !self.is_held(job).await? {
            return Err(Failure::Obsolete);
        }
        let parcel = Parcel {
            request: &job.request,
            to: &to,
            letter: &letter,
            message,
            date: now,
        };
        self.post
            .hand_over(parcel)
            .await
            .map_err(Failure::Refused)?;
        Ok(likers)
    }

    /// Whether nobody has cancelled the mail while it was written.
    async fn is_held(&self, job: &Job) -> Result<bool, Failure> {
        let held = async {
            let mut connection = self.db.pool().acquire().await?;
            mail_jobs::is_held(&mut connection, job).await
        };
        held.await
            .map_err(|_: sqlx::Error| Failure::later("database"))
    }

    async fn book(&self, job: &Job, outcome: Result<Vec<Uuid>, Failure>) -> sqlx::Result<()> {
        match outcome {
            Ok(likers) => self.book_sent(job, &likers).await,
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

    async fn book_sent(&self, job: &Job, likers: &[Uuid]) -> sqlx::Result<()> {
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
        if request.kind == Kind::Like {
            news::mark_mailed(&mut tx, request.member, likers, now).await?;
            if !news::likers_to_mail(&mut tx, request.member)
                .await?
                .is_empty()
            {
                let next = (request, self.chance.uuid(now));
                self.waits.tell_of_more_likes(&mut tx, next, now).await?;
            }
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

#[cfg(test)]
#[path = "send_mail_test.rs"]
mod tests;
