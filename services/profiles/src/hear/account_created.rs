use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountCreated;

use super::id;
use crate::store::{
    accounts::{self, State},
    jobs,
};

/// Wants a profile for the new account; it shows once the address is proven.
#[derive(Debug)]
pub(crate) struct AccountCreatedHandler {
    pub(crate) clock: kit::Clock,
}

impl Handler for AccountCreatedHandler {
    type Event = AccountCreated;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountCreated,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        let state = State {
            site: id(&event.site_id, "site_id")?,
            confirmed: false,
            deleted: false,
        };
        accounts::remember(tx, member, state).await?;
        jobs::want(tx, member, self.clock.now()).await?;
        Ok(())
    }
}
