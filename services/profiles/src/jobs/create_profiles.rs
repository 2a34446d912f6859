//! Creates the profiles of new accounts.

use crate::{create::Creator, store::jobs};

/// Creates every profile that is due. Several replicas may do so at once; one that fails comes
/// again later and does not hold up the others.
pub(crate) async fn run(creator: Creator) -> anyhow::Result<()> {
    loop {
        let due = jobs::take(creator.db.pool(), creator.clock.now()).await?;
        if due.is_empty() {
            return Ok(());
        }
        for member in due {
            if let Err(fault) = creator.as_heard(member).await {
                tracing::warn!(%member, error = %fault, "profile is not created yet");
            }
        }
    }
}
