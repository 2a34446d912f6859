//! Blocks, kept in the conversation's row: whoever sends holds that row.

use sqlx::PgExecutor;

use crate::pair::Pair;

/// `pair.me` shuts `pair.other` out, or no longer does, unless a later decision is known. It waits
/// for messages that are being written between the two; every later one sees it.
pub(crate) async fn set(
    db: impl PgExecutor<'_>,
    pair: Pair,
    blocks: bool,
    decision: i64,
) -> sqlx::Result<()> {
    sqlx::query!(
        "
        insert into conversations as c (conversation_id, low, high, low_blocks, low_block_decision,
                                        high_blocks, high_block_decision)
        values ($1, $2, $3, $4 and $5, case when $4 then $6::bigint else 0 end,
                not $4 and $5, case when $4 then 0 else $6 end)
        on conflict (conversation_id) do update
        set low_blocks          = case when $4 then $5 else c.low_blocks end,
            low_block_decision  = case when $4 then $6 else c.low_block_decision end,
            high_blocks         = case when $4 then c.high_blocks else $5 end,
            high_block_decision = case when $4 then c.high_block_decision else $6 end
        where case when $4 then c.low_block_decision else c.high_block_decision end <= $6
        ",
        pair.conversation().get(),
        pair.low().get(),
        pair.high().get(),
        pair.is_low(),
        blocks,
        decision,
    )
    .execute(db)
    .await?;
    Ok(())
}
