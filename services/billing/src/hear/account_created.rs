//! A new member: the clock of the time bonus starts here.

use kit::{Envelope, Handler, MemberId, SiteId, Trouble, Tx};
use proto::accounts::v1::AccountCreated;

use super::id;
use crate::store::members;

/// Opens the member's accounts and remembers when they signed up.
#[derive(Debug)]
pub(crate) struct AccountCreatedHandler;

impl Handler for AccountCreatedHandler {
    type Event = AccountCreated;

    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountCreated,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        let site: SiteId = id(&event.site_id, "site_id")?;
        members::ensure(tx, member, site).await?;
        members::learn(tx, member, &event.country, about.time).await?;
        Ok(())
    }
}
