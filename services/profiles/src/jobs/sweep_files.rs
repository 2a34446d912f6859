//! Deletes photo files that nothing needs.

use kit::Db;
use time::{Duration, OffsetDateTime};

use crate::store::stale_files;

/// Files that could not be deleted are tried again after this time.
const AGAIN: Duration = Duration::hours(1);

/// Deletes what is due. Several replicas may do so at once. What cannot be deleted is put off, so
/// that nothing else waits behind it.
pub(crate) async fn run(db: Db, now: OffsetDateTime, store: photo::Store) -> anyhow::Result<()> {
    loop {
        let due = stale_files::due(db.pool(), now).await?;
        if due.is_empty() {
            return Ok(());
        }
        let mut deleted = 0;
        for stem in &due {
            if let Err(error) = store.delete(stem).await {
                tracing::error!(%error, photo.stem = stem.as_str(), "photo files stay for now");
                stale_files::reschedule(db.pool(), stem, now + AGAIN).await?;
                continue;
            }
            stale_files::remove(db.pool(), stem).await?;
            deleted += 1;
        }
        tracing::info!(photos = deleted, "deleted photo files");
    }
}
