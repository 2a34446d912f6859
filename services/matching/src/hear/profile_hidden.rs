//! A profile is not to be shown any more.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::profiles::v1::ProfileHidden;

use super::id;
use crate::store::members;

/// Takes its member out of every list; the likes stay, for a return.
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
        members::hide(tx, id(&event.member_id, "member_id")?, event.revision).await?;
        Ok(())
    }
}
