use kit::{Envelope, Handler, MemberId, Trouble, Tx};
use proto::accounts::v1::AccountDeleted;

use super::id;
use crate::{changed, store::accounts};

/// Hides the profile at once; its member may take it back.
#[derive(Debug)]
pub(crate) struct AccountDeletedHandler;

impl Handler for AccountDeletedHandler {
    type Event = AccountDeleted;
    const NEVER_PARK: bool = true;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: AccountDeleted,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let member: MemberId = id(&event.member_id, "member_id")?;
        accounts::mark_deleted(tx, member, id(&event.site_id, "site_id")?).await?;
        changed::tell(tx, member).await?;
        Ok(())
    }
}
