use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::billing::v1::PremiumRevoked;

use super::id;
use crate::store::accounts;

/// The member is free again; photos above the limit stay and can only be removed.
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
        let member: MemberId = id(&event.member_id, "member_id")?;
        accounts::set_premium(tx, member, false).await?;
        Ok(())
    }
}
