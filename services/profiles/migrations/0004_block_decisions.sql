-- Matching's latest decision about each two, also where it lifted a block: a call or an event that
-- was overtaken by it must not bring the block back.
alter table blocks rename to block_decisions;
alter table block_decisions
    drop column recorded_at,
    add column stands   boolean not null default true,
    add column decision bigint  not null default 0; -- matching's number of it

-- Copy of matching's. Either way round nobody sees the other.
create view blocks as select blocker_id, blocked_id from block_decisions where stands;
