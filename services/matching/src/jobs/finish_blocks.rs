//! Finishes blocks that somebody began and could not finish.

use std::time::Duration;

use kit::{Clock, Db};

use crate::{pair::Pair, shut_out::ShutOut, store::blocks};

/// One round; a block that still cannot be finished waits for a later one.
pub(crate) async fn finish_blocks(
    db: &Db,
    clock: &Clock,
    shut_out: &ShutOut,
    patience: Duration,
) -> anyhow::Result<()> {
    let now = clock.now();
    for block in blocks::take_unfinished(db.pool(), now - patience, now).await? {
        let pair = Pair {
            me: block.blocker,
            other: block.blocked,
        };
        let (site, decision) = (block.site, block.decision);
        let finished = if block.lifting {
            shut_out.finish_lifting(site, pair, decision).await
        } else {
            shut_out.finish(site, pair, decision).await
        };
        if let Err(error) = finished {
            tracing::warn!(error = %error, member.id = %block.blocker, "block waits for its peers");
        }
    }
    Ok(())
}
