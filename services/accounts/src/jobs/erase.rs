//! Erases accounts whose days of reconsideration are over.

use kit::Db;
use proto::accounts::v1::AccountErased;
use time::OffsetDateTime;

use crate::store::deletions;

/// Accounts in one transaction.
const BATCH: i64 = 100;

/// Erases every account that is due. Several replicas may do so at once.
pub(crate) async fn run(db: Db, now: OffsetDateTime) -> anyhow::Result<()> {
    loop {
        let mut tx = db.begin().await?;
        let erased = deletions::erase_due(&mut tx, now, BATCH).await?;
        if erased.is_empty() {
            return Ok(());
        }
        for (member, site) in &erased {
            tx.emit(&AccountErased {
                member_id: member.to_string(),
                site_id: site.to_string(),
            })
            .await?;
        }
        tx.commit().await?;
        tracing::info!(accounts = erased.len(), "erased accounts");
    }
}
