-- Whoever is erased stays known by their id, so that nothing that is told late brings them back, and
-- nobody deals with them any more.
alter table members add column erased boolean not null default false;

-- What two members decide about each other takes turns, and nobody is erased in the midst of it: the
-- erasure would not see the row that is being written, and leave it behind. Shared among deciders; the
-- members come before the pair, and an erasure takes one member only, so that no two wait for each other.
create or replace function take_turns(one uuid, other uuid) returns void
language plpgsql as $$
begin
    perform pg_advisory_xact_lock_shared(hashtextextended(least(one, other)::text, 1));
    perform pg_advisory_xact_lock_shared(hashtextextended(greatest(one, other)::text, 1));
    perform pg_advisory_xact_lock(
        hashtextextended(least(one, other)::text || greatest(one, other)::text, 0)
    );
end
$$;

-- Waits for everybody who decides about a member; whoever comes later sees what this one did.
create function take_leave(member uuid) returns void
language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtextextended(member::text, 1));
end
$$;

-- Takes turns, then looks: not stable, so that it sees what was committed while it waited.
create function may_meet_now(p_me uuid, p_other uuid, p_site uuid) returns boolean
language plpgsql as $$
begin
    perform take_turns(p_me, p_other);
    return may_meet(p_me, p_other, p_site);
end
$$;
