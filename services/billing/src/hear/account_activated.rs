//! A confirmed member may be due credits for signing up.

use kit::{Envelope, Handler, MemberId, SiteId, Trouble, Tx};
use proto::accounts::v1::AccountActivated;

use super::id;
use crate::store::members;

/// Notes that the bonus of the site, if it gives one, is to be booked.
#[derive(Debug)]
pub(crate) struct AccountActivatedHandler;

impl Handler for AccountActivatedHandler {
    type Event = AccountActivated;

    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountActivated,
        about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        let site: SiteId = id(&event.site_id, "site_id")?;
        members::ensure(tx, member, site).await?;
        members::owe_bonus(tx, member, about.time).await?;
        Ok(())
    }
}
