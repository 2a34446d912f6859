//! Deletes photos that were never sent, and files that belong to nobody.

use time::Duration;

use crate::{api::Api, store::photos};

/// Files that could not be deleted are tried again after this time.
const AGAIN: Duration = Duration::hours(1);

/// One round. What cannot be deleted is put off, so that nothing else waits behind it.
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
            if let Err(error) = api.photo_files.delete(&stem).await {
                tracing::error!(%error, photo.stem = stem.as_str(), "photo files stay for now");
                photos::put_off(api.db.pool(), &stem, now + AGAIN).await?;
                continue;
            }
            photos::forget_stale(api.db.pool(), &stem).await?;
        }
    }
}
