use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountActivated;

use super::id;
use crate::{
    changed,
    store::{accounts, jobs},
};

/// Shows the profile: its address is proven.
#[derive(Debug)]
pub(crate) struct AccountActivatedHandler {
    pub(crate) clock: kit::Clock,
}

impl Handler for AccountActivatedHandler {
    type Event = AccountActivated;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountActivated,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        accounts::mark_active(tx, member, id(&event.site_id, "site_id")?).await?;
        jobs::want(tx, member, self.clock.now()).await?;
        changed::tell(tx, member).await?;
        Ok(())
    }
}
