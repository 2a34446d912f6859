//! Blocks, kept in the conversation's row: whoever sends holds that row.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::pair::Pair;

/// `pair.me` shuts `pair.other` out, or no longer does. It waits for messages that are being
/// written between the two; every later one sees it.
pub(crate) async fn set(
    db: impl PgExecutor<'_>,
    pair: Pair,
    blocks: bool,
    at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into conversations as c (conversation_id, low, high,
                                        low_blocks, low_blocks_at, high_blocks, high_blocks_at)
        values ($1, $2, $3, $4 and $5, case when $4 then $6::timestamptz end,
                not $4 and $5, case when not $4 then $6 end)
        on conflict (conversation_id) do update
        set low_blocks     = case when $4 then $5 else c.low_blocks end,
            low_blocks_at  = case when $4 then $6 else c.low_blocks_at end,
            high_blocks    = case when $4 then c.high_blocks else $5 end,
            high_blocks_at = case when $4 then c.high_blocks_at else $6 end
        where coalesce(case when $4 then c.low_blocks_at else c.high_blocks_at end <= $6, true)
        ",
        pair.conversation().get(),
        pair.low().get(),
        pair.high().get(),
        pair.is_low(),
        blocks,
        at,
    )
    .execute(db)
    .await?;
    Ok(())
}
