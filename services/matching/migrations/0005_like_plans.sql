-- The same in PL/pgSQL: it keeps its plans, where a function in SQL is planned anew at each call. That
-- was most of what a like cost.

create or replace function take_turns(one uuid, other uuid) returns void
language plpgsql as $$
begin
    perform pg_advisory_xact_lock(
        hashtextextended(least(one, other)::text || greatest(one, other)::text, 0)
    );
end
$$;

-- Whether a member may deal with another one of the site.
create or replace function may_meet(p_me uuid, p_other uuid, p_site uuid) returns boolean
language plpgsql stable as $$
begin
    return exists (
        select
        from   members me, members other
        where  me.member_id = p_me and me.site_id = p_site and me.active and me.kind = 'member'
        and    other.member_id = p_other and other.site_id = p_site and other.active
    )
    and not exists (
        select from blocks
        where  (blocker_id, blocked_id) in ((p_me, p_other), (p_other, p_me))
    );
end
$$;
