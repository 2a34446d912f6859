//! Blocking: our own row first, then chat and profiles, then everybody else by event.
//!
//! The row counts from its first moment. Whoever began a block may die before
//! chat and profiles have acknowledged it: the job `jobs/finish_blocks.rs` goes on.
//!
//! Somebody else may decide anew while a call is on its way, and the call arrives all the same. So each
//! carries the number of its decision, and whoever was told follows the highest (`docs/decisions/blocks.md`).

use kit::{Clock, Db, SiteId, Transport};
use proto::{
    chat::v1 as chat,
    chat::v1::chat_internal_service_client::ChatInternalServiceClient,
    matching::v1::{MemberBlocked, MemberUnblocked},
    profiles::v1 as profiles,
    profiles::v1::profiles_internal_service_client::ProfilesInternalServiceClient,
};

use crate::{fault::Fault, pair::Pair, store::blocks};

/// Shuts members out, and lets them in again.
#[derive(Clone, Debug)]
pub(crate) struct ShutOut {
    db: Db,
    clock: Clock,
    chat: ChatInternalServiceClient<Transport>,
    profiles: ProfilesInternalServiceClient<Transport>,
}

impl ShutOut {
    pub(crate) fn new(db: Db, clock: Clock, chat: Transport, profiles: Transport) -> Self {
        Self {
            db,
            clock,
            chat: ChatInternalServiceClient::new(chat),
            profiles: ProfilesInternalServiceClient::new(profiles),
        }
    }

    /// Writes the block; it counts here from now on. Answers the number of the decision.
    pub(crate) async fn begin(&self, site: SiteId, pair: Pair) -> Result<i64, Fault> {
        let decision = kit::persist(|| self.write(site, pair), kit::gave_way).await?;
        decision.ok_or(Fault::MemberUnknown)
    }

    async fn write(&self, site: SiteId, pair: Pair) -> sqlx::Result<Option<i64>> {
        let mut tx = self.db.begin().await?;
        let decision = blocks::put(&mut tx, site, pair, self.clock.now()).await?;
        tx.commit().await?;
        Ok(decision)
    }

    /// Has chat and profiles acknowledge the block, then tells everybody; not where somebody has decided
    /// anew since.
    pub(crate) async fn finish(
        &self,
        site: SiteId,
        pair: Pair,
        decision: i64,
    ) -> Result<(), Fault> {
        let (blocker, shut_out) = (pair.me.to_string(), pair.other.to_string());
        let (mut chat, mut profiles) = (self.chat.clone(), self.profiles.clone());
        let told = tokio::try_join!(
            chat.record_block(kit::idempotent(chat::RecordBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
                decision,
            })),
            profiles.record_block(kit::idempotent(profiles::RecordBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
                decision,
            })),
        );
        told.map_err(|status| Fault::Busy(Box::new(status)))?;
        let mut tx = self.db.begin().await?;
        if blocks::settle(&mut tx, pair, decision).await? {
            tx.emit(&MemberBlocked {
                pair_id: pair.low().to_string(),
                site_id: site.to_string(),
                blocker_id: blocker,
                blocked_id: shut_out,
                decision,
            })
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Writes that the block is to be lifted. Answers the number of the decision; none when there is no
    /// block.
    pub(crate) async fn begin_lifting(&self, pair: Pair) -> Result<Option<i64>, Fault> {
        let mut tx = self.db.begin().await?;
        let decision = blocks::lift(&mut tx, pair, self.clock.now()).await?;
        tx.commit().await?;
        Ok(decision)
    }

    /// Has chat and profiles forget the block, then forgets it and tells everybody; not where somebody
    /// has decided anew since.
    pub(crate) async fn finish_lifting(
        &self,
        site: SiteId,
        pair: Pair,
        decision: i64,
    ) -> Result<(), Fault> {
        let (blocker, shut_out) = (pair.me.to_string(), pair.other.to_string());
        let (mut chat, mut profiles) = (self.chat.clone(), self.profiles.clone());
        let told = tokio::try_join!(
            chat.remove_block(kit::idempotent(chat::RemoveBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
                decision,
            })),
            profiles.remove_block(kit::idempotent(profiles::RemoveBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
                decision,
            })),
        );
        told.map_err(|status| Fault::Busy(Box::new(status)))?;
        let mut tx = self.db.begin().await?;
        if blocks::remove(&mut tx, pair, decision).await? {
            tx.emit(&MemberUnblocked {
                pair_id: pair.low().to_string(),
                site_id: site.to_string(),
                blocker_id: blocker,
                blocked_id: shut_out,
                decision,
            })
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
