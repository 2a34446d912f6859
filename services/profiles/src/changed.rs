//! What follows every change of a profile, in its transaction.

use kit::{MemberId, Tx};
use proto::profiles::v1::{ProfileChanged, ProfileHidden};

use crate::{
    kind::{Kind, Status},
    store::{profiles, search},
};

/// Raises the revision, makes searches agree and tells the world. Nothing happens to a profile that
/// is not there yet.
pub(crate) async fn tell(tx: &mut Tx, member: MemberId) -> sqlx::Result<()> {
    let Some(told) = profiles::next_revision(tx, member).await? else {
        return Ok(());
    };
    search::refresh(tx, member).await?;
    if told.status == Status::Hidden {
        return tx
            .emit(&ProfileHidden {
                member_id: member.to_string(),
                site_id: told.site.to_string(),
                revision: told.revision,
            })
            .await;
    }
    // Nothing personal: an event outlives an erasure.
    tx.emit(&ProfileChanged {
        member_id: member.to_string(),
        site_id: told.site.to_string(),
        revision: told.revision,
        kind: Kind::word(told.kind).to_owned(),
        active: told.status == Status::Active,
        ..ProfileChanged::default()
    })
    .await
}
