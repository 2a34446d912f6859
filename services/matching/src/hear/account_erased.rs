//! An account's personal data must go everywhere.

use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountErased;

use super::id;
use crate::store::members;

/// Forgets likes, blocks and swipes of its member, in both directions.
#[derive(Debug)]
pub(crate) struct AccountErasedHandler;

impl Handler for AccountErasedHandler {
    type Event = AccountErased;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountErased,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        members::erase(tx, id(&event.site_id, "site_id")?, member).await?;
        tracing::info!(member.id = %member, "member erased");
        Ok(())
    }
}
