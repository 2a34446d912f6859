//! A profile came to be or changed.

use kit::{Envelope, Handler, Trouble, Tx};
use proto::profiles::v1::ProfileChanged;

use super::id;
use crate::store::members::{self, Profile};

/// Keeps what chat needs to know of it.
#[derive(Debug)]
pub(crate) struct ProfileChangedHandler;

impl Handler for ProfileChangedHandler {
    type Event = ProfileChanged;

    async fn handle(
        &self,
        tx: &mut Tx,
        event: ProfileChanged,
        _about: &Envelope,
    ) -> Result<(), Trouble> {
        let profile = Profile {
            member: id(&event.member_id, "member_id")?,
            site: id(&event.site_id, "site_id")?,
            revision: event.revision,
            kind: event.kind,
            active: event.active,
        };
        members::put_profile(tx, &profile).await?;
        Ok(())
    }
}
