//! An account has another mail address.

use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::MailAddressChanged;

use super::id;
use crate::{preference::MailOff, store::members};

/// Forgets that the address before it took no mail.
#[derive(Debug)]
pub(crate) struct MailAddressChangedHandler;

impl Handler for MailAddressChangedHandler {
    type Event = MailAddressChanged;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: MailAddressChanged,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        members::mail_on(tx, member, MailOff::Bounce).await?;
        Ok(())
    }
}
