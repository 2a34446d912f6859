//! Deletes photos that were never sent, and files that belong to nobody.

use time::Duration;

use crate::{api::Api, store::photos};

/// One round.
pub(crate) async fn run(api: &Api) -> anyhow::Result<()> {
    let now = api.clock.now();
    let unsent = Duration::hours(api.config.photo_unsent_hours.into());
    photos::drop_unsent(api.db.pool(), now - unsent, now).await?;
    loop {
        let stale = photos::stale(api.db.pool(), now).await?;
        if stale.is_empty() {
            return Ok(());
        }
        for stem in stale {
            api.photo_files.delete(&stem).await?;
            photos::forget_stale(api.db.pool(), &stem).await?;
        }
    }
}
