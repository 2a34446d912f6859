//! Guards passwords against guessing.

use kit::{Clock, Db, MemberId, SiteId, Tx};

use crate::{
    bucket::Buckets,
    fault::Fault,
    hashing::{Hasher, Place},
    password::Password,
    status::Status,
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

    /// Counts an attempt before it is made, and answers the place in which it is judged; reason
    /// `login_blocked` when there were too many. Where no place is left nothing is counted: a
    /// crowd must not lock out those who try again.
    pub(crate) async fn count(&self, bucket: &[u8]) -> Result<Place, Fault> {
        let place = self.hasher.place()?;
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        let mut attempts = throttles::take(&mut tx, bucket, now).await?;
        let admitted = attempts.count(now, &self.limits);
        throttles::put(&mut tx, bucket, &attempts).await?;
        tx.commit().await?;
        admitted?;
        Ok(place)
    }

    /// Asks a member who is logged in for the password; answers what was proven.
    /// A stolen session must not be a way to guess it.
    pub(crate) async fn prove(
        &self,
        site: SiteId,
        member: MemberId,
        password: String,
    ) -> Result<Proven, Fault> {
        let stored = accounts::password_hash(self.db.pool(), site, member).await?;
        let stored = stored.ok_or(Fault::AccountUnknown)?;
        let bucket = self.buckets.member(member);
        let place = self.count(&bucket).await?;
        if !self
            .hasher
            .matches(place, &Password::typed(password), Some(&stored))
            .await?
        {
            return Err(Fault::PasswordWrong);
        }
        let mut tx = self.db.begin().await?;
        throttles::clear(&mut tx, &bucket).await?;
        tx.commit().await?;
        Ok(Proven {
            site,
            member,
            hash: stored,
        })
    }
}

/// A password that a member proved, by its stored hash.
#[must_use = "a password may be another one by the time it is acted upon"]
pub(crate) struct Proven {
    site: SiteId,
    member: MemberId,
    hash: String,
}

impl Proven {
    /// Locks the account and makes sure that the password is still its own: who proved one that a
    /// reset has replaced since is the one whom the reset keeps out.
    pub(crate) async fn hold(self, tx: &mut Tx) -> Result<(), Fault> {
        match accounts::lock(tx, self.site, self.member).await? {
            Some(Status::NotConfirmed | Status::Active) => {}
            Some(Status::Deleted) | None => return Err(Fault::AccountUnknown),
        }
        let stored = accounts::password_hash(&mut **tx, self.site, self.member).await?;
        if stored.as_ref() != Some(&self.hash) {
            return Err(Fault::PasswordWrong);
        }
        Ok(())
    }
}
