//! Guards passwords against guessing.

use kit::{Clock, Db, MemberId, SiteId};

use crate::{
    bucket::Buckets,
    fault::Fault,
    hashing::Hasher,
    password::Password,
    store::{accounts, throttles},
    throttle::Limits,
};

/// Counts attempts, and asks members for their password.
#[derive(Clone, Debug)]
pub(crate) struct Attempts {
    db: Db,
    clock: Clock,
    limits: Limits,
    buckets: Buckets,
    hasher: Hasher,
}

impl Attempts {
    /// Guards with these limits.
    #[must_use]
    pub(crate) fn new(
        db: Db,
        clock: Clock,
        limits: Limits,
        buckets: Buckets,
        hasher: Hasher,
    ) -> Self {
        Self {
            db,
            clock,
            limits,
            buckets,
            hasher,
        }
    }

    /// Counts an attempt before it is made; reason `login_blocked` when there were too many.
    pub(crate) async fn count(&self, bucket: &[u8]) -> Result<(), Fault> {
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        let mut attempts = throttles::take(&mut tx, bucket, now).await?;
        let admitted = attempts.count(now, &self.limits);
        throttles::put(&mut tx, bucket, &attempts).await?;
        tx.commit().await?;
        Ok(admitted?)
    }

    /// Asks a member who is logged in for the password; answers its stored hash.
    /// A stolen session must not be a way to guess it.
    pub(crate) async fn prove(
        &self,
        site: SiteId,
        member: MemberId,
        password: String,
    ) -> Result<String, Fault> {
        let stored = accounts::password_hash(self.db.pool(), site, member).await?;
        let stored = stored.ok_or(Fault::AccountUnknown)?;
        let bucket = self.buckets.member(member);
        self.count(&bucket).await?;
        if !self
            .hasher
            .matches(&Password::typed(password), Some(&stored))
            .await?
        {
            return Err(Fault::PasswordWrong);
        }
        let mut tx = self.db.begin().await?;
        throttles::clear(&mut tx, &bucket).await?;
        tx.commit().await?;
        Ok(stored)
    }
}
