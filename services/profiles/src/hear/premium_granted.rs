use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::billing::v1::PremiumGranted;

use super::id;
use crate::store::accounts;

/// The member may have more photos and see all of others.
#[derive(Debug)]
pub(crate) struct PremiumGrantedHandler;

impl Handler for PremiumGrantedHandler {
    type Event = PremiumGranted;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: PremiumGranted,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        accounts::set_premium(tx, member, true).await?;
        Ok(())
    }
}
