-- After a block nobody is told who reads: the other side is shown the mark as it was then. It moves on
-- with the first reading after the block was lifted.
alter table conversations
    add column low_read_shown  bigint not null default 0, -- up to where high knows that low has read
    add column high_read_shown bigint not null default 0;
update conversations set low_read_shown = low_read, high_read_shown = high_read
where  low_read > 0 or high_read > 0;
alter table conversations add constraint conversations_shown check (
    low_read_shown between 0 and low_read and high_read_shown between 0 and high_read
);

-- A conversation as one of its two sees it.
create or replace view sides as
select conversation_id, site_id, low as member_id, high as peer_id, last_sequence, updated_at,
       low_read as read, high_read_shown as peer_read, low_unread as unread, low_removed as removed,
       low_free as free_used, low_blocks or high_blocks as blocked
from   conversations
union all
select conversation_id, site_id, high, low, last_sequence, updated_at,
       high_read, low_read_shown, high_unread, high_removed,
       high_free, low_blocks or high_blocks
from   conversations;

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
           high_unread = case when high = p_member then waits else high_unread end,
           -- Who is shut out, or has shut out, is told nothing more of the other one.
           low_read_shown = case
               when low = p_member and not side.blocked then mark else low_read_shown
           end,
           high_read_shown = case
               when high = p_member and not side.blocked then mark else high_read_shown
           end
    where  conversation_id = p_conversation;
    if side.blocked then
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
