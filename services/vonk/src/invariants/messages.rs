//! I4 and I5: conversations.

use super::{Check, Rule, from};

/// I4.
pub(super) const ORDER: &[Check] = &[
    Check {
        words: "conversations count 1, 2, 3 ... to their last message",
        rule: Rule::Each(from(
            "chat",
            "
            select    c.conversation_id,
                      c.last_sequence = coalesce(m.messages, 0)
                      and c.last_sequence = coalesce(m.last, 0)
                      and coalesce(m.first, 1) = 1
                      and c.low_sent = coalesce(m.low_sent, 0)
                      and c.high_sent = coalesce(m.high_sent, 0)
            from      conversations c
            left join (
                select   m.conversation_id, count(*) as messages,
                         min(m.sequence) as first, max(m.sequence) as last,
                         count(*) filter (where m.sender_id = c.low) as low_sent,
                         count(*) filter (where m.sender_id = c.high) as high_sent
                from     messages m
                join     conversations c using (conversation_id)
                group by m.conversation_id
            ) m on m.conversation_id = c.conversation_id
            ",
        )),
    },
    Check {
        words: "messages belong to one of the two and come after the one before",
        rule: Rule::Each(from(
            "chat",
            "
            select    m.message_id,
                      m.sender_id in (c.low, c.high) and coalesce(m.before <= m.sent_at, true)
            from      (
                select conversation_id, message_id, sender_id, sent_at,
                       lag(sent_at) over (partition by conversation_id order by sequence) as before
                from   messages
            ) m
            left join conversations c on c.conversation_id = m.conversation_id
            ",
        )),
    },
    Check {
        words: "message ids are of one message each",
        rule: Rule::Each(from(
            "chat",
            "
            select    coalesce(i.message_id, m.message_id),
                      i.message_id = m.message_id
            from      message_ids i
            full join messages m using (conversation_id, sequence)
            ",
        )),
    },
    Check {
        words: "conversations are of members of their site",
        rule: Rule::Each(from(
            "chat",
            "
            select    c.conversation_id, l.site_id = c.site_id and h.site_id = c.site_id
            from      conversations c
            left join members l on l.member_id = c.low
            left join members h on h.member_id = c.high
            where     c.last_sequence > 0
            ",
        )),
    },
];

/// I5.
pub(super) const UNREAD: &[Check] = &[Check {
    words: "sides of conversations have counted their unread messages",
    rule: Rule::Each(from(
        "chat",
        "
        select    s.conversation_id || ' of ' || s.member_id || ' says ' || s.unread || ', there are '
                      || count(m.sequence),
                  s.unread = count(m.sequence)
        from      sides s
        left join messages m
               on m.conversation_id = s.conversation_id
              and m.sequence > greatest(s.read, s.removed)
              and m.sender_id <> s.member_id
        group by  s.conversation_id, s.member_id, s.unread
        ",
    )),
}];
