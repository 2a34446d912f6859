-- A refused message leaves nothing behind: a conversation that was made for it goes with it. And what is
-- sent to a fictional profile is never charged: it is free, or refused.

-- Sends a message, or answers in `outcome` why not: then nothing has changed.
-- sent, again (a retry: the stored message), message_exists, sender_unknown, member_unknown,
-- read_only, peer_not_confirmed, premium_needed, photo_unknown, fictional_unpaid,
-- credits_short.
-- `p_payload` is the event without the fields that are known only here.
create or replace function send_message(
    p_conversation uuid, p_message uuid, p_site uuid, p_sender uuid, p_recipient uuid,
    p_text text, p_gift text, p_photo uuid,
    p_price integer, p_free_conversations smallint, p_free_messages smallint,
    p_fictional_allowed boolean, p_now timestamptz,
    p_event uuid, p_topic text, p_kind text, p_payload bytea, p_headers jsonb,
    out outcome text, out message_sequence bigint, out message_sent_at timestamptz,
    out message_price integer, out purse bigint, out free_left integer
)
language plpgsql as $$
declare
    is_low    boolean := p_sender < p_recipient;
    c         conversations;
    me        members;
    peer      members;
    stored    messages;
    free_used smallint;
    is_free   boolean := p_price = 0;
    lease     uuid;
    made      boolean := false;
begin
    select * into me from members where member_id = p_sender and site_id = p_site;
    select * into c from conversations where conversation_id = p_conversation for update;

    select m.* into stored
    from   message_ids i
    join   messages m using (conversation_id, sequence)
    where  i.message_id = p_message;
    if found then
        outcome := case
            when stored.conversation_id = p_conversation and stored.sender_id = p_sender
             and (stored.text, stored.gift, stored.photo_id)
                 is not distinct from (p_text, p_gift, p_photo)
            then 'again' else 'message_exists'
        end;
        message_sequence := stored.sequence;
        message_sent_at := stored.sent_at;
        message_price := stored.price;
        free_used := case when is_low then c.low_free else c.high_free end;
        free_left := case when me.premium then 0 else coalesce(p_free_messages - free_used, 0) end;
        select coalesce(sum(granted - spent), 0) into purse
        from   purses
        where  member_id = p_sender and state = 'open';
        return;
    end if;

    -- A fictional profile never acts first, and there is no call by which it could answer.
    if me.member_id is null or me.kind <> 'member' or me.deleted or me.hidden or me.revision = 0 then
        outcome := 'sender_unknown';
        return;
    end if;
    select * into peer from members where member_id = p_recipient and site_id = p_site;
    if peer.member_id is null then
        outcome := 'member_unknown';
        return;
    end if;
    if c.conversation_id is null then
        insert into conversations (conversation_id, low, high)
        values (p_conversation, least(p_sender, p_recipient), greatest(p_sender, p_recipient))
        on conflict do nothing;
        made := found;
        select * into strict c from conversations where conversation_id = p_conversation for update;
    end if;

    <<refusals>>
    begin
        if c.low_blocks or c.high_blocks or peer.deleted or peer.hidden or peer.revision = 0
           or peer.kind = 'fictional' and not (peer.active and p_fictional_allowed) then
            outcome := case when c.last_sequence > 0 then 'read_only' else 'member_unknown' end;
            exit refusals;
        end if;
        if peer.kind = 'member' and not (peer.active or peer.confirmed) then
            -- Only who has heard from such a member may know that there is one.
            outcome := case
                when case when is_low then c.high_sent else c.low_sent end > 0 then 'peer_not_confirmed'
                else 'member_unknown'
            end;
            exit refusals;
        end if;
        -- Nobody is behind a fictional profile, so nothing that is sent to one is charged. Whoever wants
        -- more than free texts is told so, and is sold nothing for it.
        if peer.kind = 'fictional' and p_text is null and not is_free then
            outcome := 'fictional_unpaid';
            exit refusals;
        end if;
        if p_text is null and not me.premium then
            outcome := 'premium_needed';
            exit refusals;
        end if;
        if p_photo is not null then
            perform from photos where photo_id = p_photo and member_id = p_sender for update;
            if not found then
                outcome := 'photo_unknown';
                exit refusals;
            end if;
        end if;

        free_used := case when is_low then c.low_free else c.high_free end;
        if not is_free and not me.premium then
            if free_used < p_free_messages then
                free_used := free_used + 1;
                is_free := true;
            elsif free_used is null and p_free_messages > 0 then
                insert into allowances (member_id, conversations)
                select p_sender, 1 where p_free_conversations > 0
                on conflict (member_id) do update
                set    conversations = allowances.conversations + 1
                where  allowances.conversations < p_free_conversations;
                if found then
                    free_used := 1;
                    is_free := true;
                end if;
            end if;
        end if;
        if not is_free then
            if peer.kind = 'fictional' then
                outcome := 'fictional_unpaid';
                exit refusals;
            end if;
            update purses
            set    spent = spent + p_price, used_at = greatest(used_at, p_now)
            where  member_id = p_sender
            and    lease_id = (
                select   lease_id
                from     purses
                where    member_id = p_sender and state = 'open' and granted - spent >= p_price
                order by lease_id
                limit    1
                for      update
            )
            returning lease_id into lease;
            if not found then
                outcome := 'credits_short';
                exit refusals;
            end if;
        end if;
    end refusals;
    if outcome is not null then
        -- Nobody else has seen the row: it would have become one with the message.
        if made then
            delete from conversations where conversation_id = p_conversation;
        end if;
        return;
    end if;

    -- From here on nothing refuses.
    outcome := 'sent';
    message_sequence := c.last_sequence + 1;
    message_sent_at := greatest(p_now, c.updated_at);
    message_price := case when is_free then 0 else p_price end;
    free_left := case when me.premium then 0 else coalesce(p_free_messages - free_used, 0) end;
    insert into message_ids (message_id, conversation_id, sequence)
    values (p_message, p_conversation, message_sequence);
    insert into messages (conversation_id, sequence, message_id, sender_id, sent_at,
                          text, gift, photo_id, price, lease_id)
    values (p_conversation, message_sequence, p_message, p_sender, message_sent_at,
            p_text, p_gift, p_photo, message_price, lease);
    update conversations
    set    site_id = p_site,
           last_sequence = message_sequence,
           updated_at = message_sent_at,
           low_sent = low_sent + is_low::integer,
           high_sent = high_sent + (not is_low)::integer,
           low_unread = low_unread + (not is_low)::integer,
           high_unread = high_unread + is_low::integer,
           low_free = case when is_low then free_used else low_free end,
           high_free = case when is_low then high_free else free_used end
    where  conversation_id = p_conversation;
    if p_photo is not null then
        update photos set sent_at = coalesce(sent_at, p_now) where photo_id = p_photo;
    end if;
    -- MessageSent: sequence = 6, price = 8, lease_id = 9, first = 10.
    p_payload := p_payload || '\x30' || varint(message_sequence);
    if lease is not null then
        p_payload := p_payload || '\x40' || varint(message_price)
            || '\x4a24' || convert_to(lease::text, 'UTF8');
    end if;
    if message_sequence = 1 then
        p_payload := p_payload || '\x5001';
    end if;
    insert into outbox (id, aggregatetype, aggregateid, type, payload, headers, created_at)
    values (p_event, p_topic, p_conversation::text, p_kind, p_payload, p_headers, p_now);
    select coalesce(sum(granted - spent), 0) into purse
    from   purses
    where  member_id = p_sender and state = 'open';
end
$$;
