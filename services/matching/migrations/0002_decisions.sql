-- A block and its lifting are told to chat and profiles by calls and by events, and any of them may
-- arrive late. So each decision has a number, and whoever was told follows the highest.
--
-- Numbers are microseconds: they go on rising when a database was restored from before some of them.
create sequence block_decisions;
create function next_decision() returns bigint
language plpgsql as $$
declare
    number bigint;
begin
    -- One at a time: a sequence alone would take a step back when two set it.
    perform pg_advisory_xact_lock(hashtextextended('matching.block_decisions', 0));
    select setval('block_decisions',
                  greatest(last_value + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint))
    into   number
    from   block_decisions;
    return number;
end
$$;
alter table blocks add column decision bigint not null default next_decision(); -- the latest

-- What two members decide about each other takes turns. It is a statement of its own, before the
-- others: those see what was committed while this one waited.
create function take_turns(one uuid, other uuid) returns void
language sql as $$
    select pg_advisory_xact_lock(
        hashtextextended(least(one, other)::text || greatest(one, other)::text, 0)
    )
$$;
