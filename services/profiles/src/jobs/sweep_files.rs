//! Deletes photo files that nothing needs.

use kit::Db;
use time::OffsetDateTime;

use crate::{photo_store::PhotoStore, store::stale_files};

/// Deletes what is due. Several replicas may do so at once.
pub(crate) async fn run(db: Db, now: OffsetDateTime, store: PhotoStore) -> anyhow::Result<()> {
    loop {
        let due = stale_files::due(db.pool(), now).await?;
        if due.is_empty() {
            return Ok(());
        }
        for stem in &due {
            store.delete(stem).await?;
            stale_files::remove(db.pool(), stem).await?;
        }
        tracing::info!(photos = due.len(), "deleted photo files");
    }
}
