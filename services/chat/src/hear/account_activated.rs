//! A mail address is confirmed.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::accounts::v1::AccountActivated;

use super::id;
use crate::store::members;

/// Its member can be answered from now on.
#[derive(Debug)]
pub(crate) struct AccountActivatedHandler;

impl Handler for AccountActivatedHandler {
    type Event = AccountActivated;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountActivated,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let who = (
            id(&event.site_id, "site_id")?,
            id(&event.member_id, "member_id")?,
        );
        members::confirm(tx, who).await?;
        Ok(())
    }
}
