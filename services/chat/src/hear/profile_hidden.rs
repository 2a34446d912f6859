//! A profile is not to be shown any more.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::profiles::v1::ProfileHidden;

use super::id;
use crate::store::members;

/// Nobody can write to its member any more.
#[derive(Debug)]
pub(crate) struct ProfileHiddenHandler;

impl Handler for ProfileHiddenHandler {
    type Event = ProfileHidden;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: ProfileHidden,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let who = (
            id(&event.site_id, "site_id")?,
            id(&event.member_id, "member_id")?,
        );
        members::hide(tx, who, event.revision).await?;
        Ok(())
    }
}
