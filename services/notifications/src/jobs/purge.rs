//! Forgets what nobody asks about any more.

use kit::{Clock, Db};
use time::Duration;

use crate::store::{mail_jobs, news, unsubscribe_tokens};

/// Mails keep their unsubscribe link at least this long.
const KEEP_TOKENS: Duration = Duration::days(365);

/// What a member has not seen for this long is forgotten here.
const KEEP_UNSEEN: Duration = Duration::days(365);

/// Deletes finished mail jobs, unsubscribe tokens and unseen news that are past their time.
pub(crate) async fn purge(db: &Db, clock: &Clock, keep_jobs: Duration) -> anyhow::Result<()> {
    let now = clock.now();
    let jobs = mail_jobs::purge(db.pool(), now - keep_jobs).await?;
    let tokens = unsubscribe_tokens::purge(db.pool(), now - KEEP_TOKENS).await?;
    let unseen = news::purge(db.pool(), now - KEEP_UNSEEN).await?;
    tracing::debug!(jobs, tokens, unseen, "purged");
    Ok(())
}
