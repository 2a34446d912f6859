//! A paid message is settled from the lease that chat took its price from.

use kit::{Envelope, Handler, MemberId, SiteId, Trouble, Tx};
use proto::chat::v1::MessageSent;

use super::id;
use crate::{
    ledger::SpendKind,
    store::spends::{self, Spend},
};

/// Notes what a message cost, once for each message; the settle job books it in batches.
#[derive(Debug)]
pub(crate) struct MessageSentHandler;

impl Handler for MessageSentHandler {
    type Event = MessageSent;

    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MessageSent,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        if event.price == 0 {
            return Ok(());
        }
        let member: MemberId = id(&event.sender_id, "sender_id")?;
        let site: SiteId = id(&event.site_id, "site_id")?;
        let spend = Spend {
            message: id(&event.message_id, "message_id")?,
            lease: id(&event.lease_id, "lease_id")?,
            kind: match event.kind.as_str() {
                "photo" => SpendKind::Photo,
                "gift" => SpendKind::Gift,
                _ => SpendKind::Message,
            },
            credits: event.price,
        };
        spends::insert(tx, (site, member), spend, about.time).await?;
        Ok(())
    }
}
