//! Forgets how many likes of the swipe game were used on days that are over.

use kit::{Clock, Db};
use time::Duration;

use crate::store::swipes;

/// Somewhere on earth it may still be yesterday, by whichever clock; never the day before that.
const KEPT: Duration = Duration::days(2);

/// One round.
pub(crate) async fn forget_swipe_days(db: &Db, clock: &Clock) -> anyhow::Result<()> {
    swipes::forget_days(db.pool(), (clock.now() - KEPT).date()).await?;
    Ok(())
}
