use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountErased;

use super::id;
use crate::{changed, store::accounts};

/// Erases the profile; its photo files follow within a minute.
#[derive(Debug)]
pub(crate) struct AccountErasedHandler {
    pub(crate) clock: kit::Clock,
}

impl Handler for AccountErasedHandler {
    type Event = AccountErased;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountErased,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        // Whoever has shown it so far is told a last time.
        accounts::mark_deleted(tx, member, id(&event.site_id, "site_id")?).await?;
        changed::tell(tx, member).await?;
        accounts::erase(tx, member, self.clock.now()).await?;
        Ok(())
    }
}
