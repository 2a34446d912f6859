-- What a list shows of a conversation beside its row. A list takes its page of rows first and looks
-- this up for them alone; before, it looked up the latest message of all conversations there are.
create function details(p_peer uuid, p_blocked boolean, p_conversation uuid, p_sequence bigint)
returns table (
    read_only boolean, peer_fictional boolean,
    message_id uuid, sender_id uuid, sent_at timestamptz, text text, gift text, price integer,
    photo_id uuid, stem text, width integer, height integer, blur_hash text
)
language sql stable as $$
    select    p_blocked or p.member_id is null or p.deleted or p.hidden or p.revision = 0,
              coalesce(p.kind = 'fictional', false),
              m.message_id, m.sender_id, m.sent_at, m.text, m.gift, m.price,
              f.photo_id, f.stem, f.width, f.height, f.blur_hash
    from      (select) as one
    left join members p on p.member_id = p_peer
    left join messages m on m.conversation_id = p_conversation and m.sequence = p_sequence
    left join photos f on f.photo_id = m.photo_id
$$;

-- A conversation with the other member's state and the latest message.
drop view overview;
create view overview as
select s.*, d.*
from   sides s, details(s.peer_id, s.blocked, s.conversation_id, s.last_sequence) d;
