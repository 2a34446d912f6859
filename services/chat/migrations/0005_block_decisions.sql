-- Whether low has shut high out follows matching's latest decision, whenever it is heard of: calls
-- and events may be late.
alter table conversations
    add column low_block_decision  bigint not null default 0, -- matching's number of it
    add column high_block_decision bigint not null default 0,
    drop column low_blocks_at,
    drop column high_blocks_at;
