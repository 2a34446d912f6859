//! Everything a member bought was paid back.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::billing::v1::PremiumRevoked;

use super::id;
use crate::store::members;

/// Its member is a free member again.
#[derive(Debug)]
pub(crate) struct PremiumRevokedHandler;

impl Handler for PremiumRevokedHandler {
    type Event = PremiumRevoked;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: PremiumRevoked,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let who = (
            id(&event.site_id, "site_id")?,
            id(&event.member_id, "member_id")?,
        );
        members::set_premium(tx, who, false).await?;
        Ok(())
    }
}
