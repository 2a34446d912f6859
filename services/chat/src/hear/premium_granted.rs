//! A member has bought credits.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::billing::v1::PremiumGranted;

use super::id;
use crate::store::members;

/// Its member pays every message from now on, and may send gifts and photos.
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
        let who = (
            id(&event.site_id, "site_id")?,
            id(&event.member_id, "member_id")?,
        );
        members::set_premium(tx, who, true).await?;
        Ok(())
    }
}
