-- A like is a function: it waits for its turn with whoever shuts the other out at the same moment, and
-- looks afterwards. The parts of one large statement would all see the moment before the wait, and a
-- like that waited for a block would be written beside it. It stays one round trip and one commit.

-- Whether a member may deal with another one of the site.
create function may_meet(p_me uuid, p_other uuid, p_site uuid) returns boolean
language sql stable as $$
    select exists (
        select
        from   members me, members other
        where  me.member_id = p_me and me.site_id = p_site and me.active and me.kind = 'member'
        and    other.member_id = p_other and other.site_id = p_site and other.active
    )
    and not exists (
        select from blocks
        where  (blocker_id, blocked_id) in ((p_me, p_other), (p_other, p_me))
    )
$$;

-- Writes a like. `admitted`: the two may meet; nothing has changed where not. `is_new`: it was not
-- there before. `matched`: both like.
create function like_member(
    p_me uuid, p_other uuid, p_site uuid, p_now timestamptz,
    p_topic text, p_key text, p_headers jsonb,
    p_made uuid, p_made_kind text, p_made_payload bytea,
    p_matched uuid, p_matched_kind text, p_matched_payload bytea,
    out admitted boolean, out is_new boolean, out matched boolean
)
language plpgsql as $$
declare
    is_low boolean := p_me < p_other;
begin
    perform take_turns(p_me, p_other);
    admitted := may_meet(p_me, p_other, p_site);
    is_new := false;
    matched := false;
    if not admitted then
        return;
    end if;
    insert into pairs (low, high, site_id, low_liked_at, high_liked_at)
    values (least(p_me, p_other), greatest(p_me, p_other), p_site,
            case when is_low then p_now end, case when not is_low then p_now end)
    on conflict (low, high) do update
    set    low_liked_at  = case when is_low then p_now else pairs.low_liked_at end,
           high_liked_at = case when is_low then pairs.high_liked_at else p_now end,
           low_seen  = case when is_low then false else pairs.low_seen end,
           high_seen = case when is_low then pairs.high_seen else false end,
           matched_at = case
               when is_low and pairs.high_liked_at is not null then p_now
               when not is_low and pairs.low_liked_at is not null then p_now
           end
    where  case when is_low then pairs.low_liked_at else pairs.high_liked_at end is null
    returning matched_at is not null into matched;
    is_new := found;
    if not is_new then
        select matched_at is not null into matched
        from   pairs
        where  low = least(p_me, p_other) and high = greatest(p_me, p_other);
        matched := coalesce(matched, false);
        return;
    end if;
    insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
    values (p_made, p_topic, p_key, p_made_kind, p_made_payload, p_headers, p_now);
    if matched then
        insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
        values (p_matched, p_topic, p_key, p_matched_kind, p_matched_payload, p_headers, p_now);
    end if;
end
$$;
