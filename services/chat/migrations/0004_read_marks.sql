-- Reading after a block clears the own count, and the other side does not hear of it.

-- A member has read up to `p_sequence`; marks only move on. False: the conversation is not theirs.
create or replace function mark_read(
    p_conversation uuid, p_member uuid, p_sequence bigint,
    p_event uuid, p_topic text, p_kind text, p_payload bytea, p_headers jsonb, p_now timestamptz
) returns boolean
language plpgsql as $$
declare
    side   sides;
    mark   bigint;
    waits  bigint;
begin
    select * into side
    from   sides
    where  conversation_id = p_conversation and member_id = p_member and last_sequence > 0;
    if not found then
        return false;
    end if;
    if side.read >= least(p_sequence, side.last_sequence) then
        return true;
    end if;
    perform from conversations where conversation_id = p_conversation for update;
    select * into side
    from   sides
    where  conversation_id = p_conversation and member_id = p_member;
    mark := least(p_sequence, side.last_sequence);
    if side.read >= mark then
        return true;
    end if;
    select count(*) into waits
    from   messages
    where  conversation_id = p_conversation
    and    sequence > greatest(mark, side.removed)
    and    sender_id <> p_member;
    update conversations
    set    low_read = case when low = p_member then mark else low_read end,
           high_read = case when high = p_member then mark else high_read end,
           low_unread = case when low = p_member then waits else low_unread end,
           high_unread = case when high = p_member then waits else high_unread end
    where  conversation_id = p_conversation;
    -- Who is shut out, or has shut out, is told nothing more of the other one.
    if exists (
        select from conversations
        where  conversation_id = p_conversation and (low_blocks or high_blocks)
    ) then
        return true;
    end if;
    -- ConversationRead: site_id = 2, peer_id = 4, sequence = 5.
    p_payload := p_payload || '\x1224' || convert_to(side.site_id::text, 'UTF8')
        || '\x2224' || convert_to(side.peer_id::text, 'UTF8') || '\x28' || varint(mark);
    insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
    values (p_event, p_topic, p_conversation::text, p_kind, p_payload, p_headers, p_now);
    return true;
end
$$;
