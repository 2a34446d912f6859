//! I2 and I10: orders and what they were given for.

use super::{Check, Rule, from};

/// I2.
pub(super) const CREDITED: &[Check] = &[
    Check {
        words: "orders are credited once with their credits and money when paid, else not at all",
        rule: Rule::Each(from(
            "billing",
            "
            select   o.id || ' is ' || o.status || ' and credited ' || count(b.id) || ' times',
                     case when o.status in ('paid', 'part_refunded', 'refunded', 'charged_back')
                         then count(b.id) = 1 and bool_and(
                             b.member_id = o.member_id and b.credits = o.credits
                             and b.money = o.amount_minor and b.currency = o.currency
                         )
                         else count(b.id) = 0
                     end
            from     orders o
            left join (
                select   t.id, t.provider, t.reference, t.member_id,
                         sum(e.amount) filter (where e.account = 'paid') as credits,
                         sum(e.amount) filter (where e.account like 'clearing:%') as money,
                         max(e.unit) filter (where e.account like 'clearing:%') as currency
                from     ledger_transactions t
                join     ledger_entries e on e.transaction_id = t.id
                where    t.kind = 'purchase'
                group by t.id, t.provider, t.reference, t.member_id
            ) b on b.provider = o.provider and b.reference = o.provider_ref
            group by o.id
            ",
        )),
    },
    Check {
        words: "purchases in the ledger belong to an order",
        rule: Rule::Each(from(
            "billing",
            "
            select    t.reference, o.id is not null
            from      ledger_transactions t
            left join orders o on o.provider = t.provider and o.provider_ref = t.reference
            where     t.kind = 'purchase'
            ",
        )),
    },
    Check {
        words: "orders have a lot of their credits when paid, else none",
        rule: Rule::Each(from(
            "billing",
            "
            select    o.id,
                      case when o.status in ('paid', 'part_refunded', 'refunded', 'charged_back')
                          then l.credits = o.credits and l.member_id = o.member_id
                          else l.order_id is null
                      end
            from      orders o
            left join lots l on l.order_id = o.id
            ",
        )),
    },
    Check {
        words: "members have premium when money of theirs was kept, else not",
        rule: Rule::Each(from(
            "billing",
            "
            select m.id, (m.premium_since is not null) = exists (
                       select from orders o
                       where  o.member_id = m.id and o.status in ('paid', 'part_refunded')
                   )
            from   members m
            ",
        )),
    },
];

/// I10.
pub(super) const DISCOUNTS: &[Check] = &[
    Check {
        words: "codes that count once are held by one order of a member",
        rule: Rule::Each(from(
            "billing",
            "
            select   code_id || ' of ' || member_id || ' is held ' || count(*) || ' times', count(*) = 1
            from     discount_redemptions
            where    once and released_at is null
            group by code_id, member_id
            ",
        )),
    },
    Check {
        words: "orders with a code hold that code of their site, and it fits",
        rule: Rule::Each(from(
            "billing",
            "
            select    o.id, r.order_id is not null and r.member_id = o.member_id
                          and c.code = o.discount_code and c.site_id = o.site_id
                          and coalesce(c.member_id = o.member_id, true)
            from      orders o
            left join discount_redemptions r on r.order_id = o.id
            left join discount_codes c on c.id = r.code_id
            where     o.discount_code <> ''
            ",
        )),
    },
    Check {
        words: "orders that came to nothing have given their code back, others have not",
        rule: Rule::Each(from(
            "billing",
            "
            select o.id || ' is ' || o.status,
                   case when o.status in ('cancelled', 'expired', 'failed')
                       then r.released_at is not null
                       -- Paid late, after another order took the code: both are paid for.
                       else r.released_at is null or o.paid_at > r.released_at
                   end
            from   orders o
            join   discount_redemptions r on r.order_id = o.id
            ",
        )),
    },
];
