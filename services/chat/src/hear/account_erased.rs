//! An account's personal data must go everywhere.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::accounts::v1::AccountErased;

use super::id;
use crate::store::{members, purses};

/// Forgets its member; the other side's copy of a conversation stays.
#[derive(Debug)]
pub(crate) struct AccountErasedHandler;

impl Handler for AccountErasedHandler {
    type Event = AccountErased;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountErased,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let who = (
            id(&event.site_id, "site_id")?,
            id(&event.member_id, "member_id")?,
        );
        members::erase(tx, who, about.time).await?;
        purses::close(&mut **tx, who.1).await?;
        tracing::info!(member.id = %who.1, "member erased");
        Ok(())
    }
}
