//! I3: messages in chat, and what billing took for them.

use super::{Check, Rule, from};

/// Messages and debits.
pub(super) const MESSAGES: &[Check] = &[
    Check {
        words: "messages with a price are charged to their sender's lease",
        rule: Rule::Within(
            from(
                "chat",
                "
                select message_id, concat_ws(' ', sender_id, lease_id, price)
                from   messages
                where  price > 0
                ",
            ),
            from(
                "billing",
                "select message_id, concat_ws(' ', member_id, lease_id, credits) from spends",
            ),
        ),
    },
    Check {
        words: "charges are for a message that exists",
        rule: Rule::WithinBut(
            from(
                "billing",
                "select message_id, concat_ws(' ', member_id, lease_id, credits), member_id from spends",
            ),
            from(
                "chat",
                "
                select message_id, concat_ws(' ', sender_id, lease_id, price)
                from   messages
                where  price > 0
                ",
            ),
            // What two erased members wrote is gone; what it cost stays for the tax office.
            from("chat", "select member_id::text from members where erased"),
        ),
    },
    Check {
        words: "charges are booked",
        rule: Rule::EachSoon(from(
            "billing",
            "select message_id, settled_at is not null from spends",
        )),
    },
    Check {
        words: "booked charges stand in the ledger once, with their credits",
        rule: Rule::Each(from(
            "billing",
            "
            select    s.message_id || ' is booked ' || count(b.id) || ' times',
                      count(b.id) = case when s.settled_at is null then 0 else 1 end
                      and coalesce(bool_and(
                          b.credits = s.credits and b.member_id = s.member_id and b.kind = s.kind
                      ), true)
            from      spends s
            left join (
                select   t.id, t.reference, t.member_id, t.kind, sum(e.amount) as credits
                from     ledger_transactions t
                join     ledger_entries e on e.transaction_id = t.id
                where    t.provider = 'chat' and e.account like 'revenue_%'
                group by t.id, t.reference, t.member_id, t.kind
            ) b on b.reference = s.message_id::text
            group by  s.message_id
            ",
        )),
    },
    Check {
        words: "bookings of messages have a charge",
        rule: Rule::Each(from(
            "billing",
            "
            select    t.reference, s.message_id is not null
            from      ledger_transactions t
            left join spends s on s.message_id::text = t.reference
            where     t.kind in ('message', 'photo', 'gift')
            ",
        )),
    },
];

/// Leases and purses.
pub(super) const LEASES: &[Check] = &[
    Check {
        words: "open purses have spent what their messages cost",
        rule: Rule::Each(from(
            "chat",
            "
            select    p.lease_id || ' says ' || p.spent || ' and they cost ' || coalesce(m.cost, 0),
                      p.spent = coalesce(m.cost, 0)
            from      purses p
            left join (
                select   lease_id, sender_id, sum(price) as cost
                from     messages
                where    lease_id is not null
                group by lease_id, sender_id
            ) m on m.lease_id = p.lease_id and m.sender_id = p.member_id
            where     p.state = 'open'
            ",
        )),
    },
    Check {
        words: "open purses are leases that billing has granted",
        rule: Rule::Within(
            from(
                "chat",
                "
                select lease_id, concat_ws(' ', member_id, granted, paid)
                from   purses
                where  state = 'open'
                ",
            ),
            from(
                "billing",
                "
                select id, concat_ws(' ', member_id, paid + bonus, paid)
                from   leases
                where  closed_at is null
                ",
            ),
        ),
    },
    Check {
        words: "open leases are in a purse",
        rule: Rule::Within(
            from(
                "billing",
                "select id, member_id from leases where closed_at is null",
            ),
            from("chat", "select lease_id, member_id from purses"),
        ),
    },
    Check {
        words: "leases have spent what was charged to them",
        rule: Rule::Each(from(
            "billing",
            "
            select    l.id || ' has spent ' || l.spent_paid + l.spent_bonus || ' and is charged '
                          || coalesce(s.credits, 0),
                      l.spent_paid + l.spent_bonus = coalesce(s.credits, 0)
            from      leases l
            left join (
                select   lease_id, sum(credits) as credits
                from     spends
                where    settled_at is not null
                group by lease_id
            ) s on s.lease_id = l.id
            ",
        )),
    },
    Check {
        words: "closed leases hold nothing back",
        rule: Rule::EachSoon(from(
            "billing",
            "
            select id || ' holds ' || paid + bonus - spent_paid - spent_bonus - returned_paid - returned_bonus,
                   paid + bonus = spent_paid + spent_bonus + returned_paid + returned_bonus
            from   leases
            where  closed_at is not null
            ",
        )),
    },
];
