use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountReactivated;

use super::id;
use crate::{
    changed,
    store::{accounts, jobs},
};

/// Shows the profile again: its member took the account back.
#[derive(Debug)]
pub(crate) struct AccountReactivatedHandler {
    pub(crate) clock: kit::Clock,
}

impl Handler for AccountReactivatedHandler {
    type Event = AccountReactivated;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountReactivated,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        accounts::mark_active(tx, member, id(&event.site_id, "site_id")?).await?;
        jobs::want(tx, member, self.clock.now()).await?;
        changed::tell(tx, member).await?;
        Ok(())
    }
}
