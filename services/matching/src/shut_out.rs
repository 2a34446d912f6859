//! Blocking: our own row first, then chat and profiles, then everybody else by event.
//!
//! The row counts from its first moment. Whoever began a block may die before
//! chat and profiles have acknowledged it: the job `jobs/finish_blocks.rs` goes on.

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

    /// Writes the block; it counts here from now on.
    pub(crate) async fn begin(&self, site: SiteId, pair: Pair) -> Result<(), Fault> {
        let mut tx = self.db.begin().await?;
        blocks::put(&mut tx, site, pair, self.clock.now()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Has chat and profiles acknowledge the block, then tells everybody.
    pub(crate) async fn finish(&self, site: SiteId, pair: Pair) -> Result<(), Fault> {
        let (blocker, shut_out) = (pair.me.to_string(), pair.other.to_string());
        let (mut chat, mut profiles) = (self.chat.clone(), self.profiles.clone());
        let told = tokio::try_join!(
            chat.record_block(kit::idempotent(chat::RecordBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
            })),
            profiles.record_block(kit::idempotent(profiles::RecordBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
            })),
        );
        told.map_err(|status| Fault::Busy(Box::new(status)))?;
        let mut tx = self.db.begin().await?;
        if blocks::settle(&mut tx, pair).await? {
            tx.emit(&MemberBlocked {
                pair_id: pair.low().to_string(),
                site_id: site.to_string(),
                blocker_id: blocker,
                blocked_id: shut_out,
            })
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Writes that the block is to be lifted; false when there is none.
    pub(crate) async fn begin_lifting(&self, pair: Pair) -> Result<bool, Fault> {
        Ok(blocks::lift(self.db.pool(), pair, self.clock.now()).await?)
    }

    /// Has chat and profiles forget the block, then forgets it and tells everybody.
    pub(crate) async fn finish_lifting(&self, site: SiteId, pair: Pair) -> Result<(), Fault> {
        let (blocker, shut_out) = (pair.me.to_string(), pair.other.to_string());
        let (mut chat, mut profiles) = (self.chat.clone(), self.profiles.clone());
        let told = tokio::try_join!(
            chat.remove_block(kit::idempotent(chat::RemoveBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
            })),
            profiles.remove_block(kit::idempotent(profiles::RemoveBlockRequest {
                blocker_id: blocker.clone(),
                blocked_id: shut_out.clone(),
            })),
        );
        told.map_err(|status| Fault::Busy(Box::new(status)))?;
        let mut tx = self.db.begin().await?;
        if blocks::remove(&mut tx, pair).await? {
            tx.emit(&MemberUnblocked {
                pair_id: pair.low().to_string(),
                site_id: site.to_string(),
                blocker_id: blocker,
                blocked_id: shut_out,
            })
            .await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
