//! I1: the ledger.

use super::{Check, Rule, from};

pub(super) const CHECKS: &[Check] = &[
    Check {
        words: "bookings sum to zero in each unit",
        rule: Rule::Each(from(
            "billing",
            "
            select    t.id || coalesce(' ' || e.unit, ' has no entries'),
                      sum(e.amount) = 0 and count(*) > 1
            from      ledger_transactions t
            left join ledger_entries e on e.transaction_id = t.id
            group by  t.id, e.unit
            ",
        )),
    },
    Check {
        words: "units sum to zero",
        rule: Rule::Each(from(
            "billing",
            "
            select   unit || ' sums to ' || sum(amount), sum(amount) = 0
            from     ledger_entries
            group by unit
            ",
        )),
    },
    Check {
        words: "balances are the sum of their entries and not below zero",
        rule: Rule::Each(from(
            "billing",
            "
            select member_id || ' ' || account || ' is ' || coalesce(b.balance::text, 'not there')
                       || ' and ' || coalesce(e.amount, 0),
                   b.balance >= 0 and b.balance = coalesce(e.amount, 0)
            from   balances b
            full join (
                select   member_id, account, sum(amount) as amount
                from     ledger_entries
                where    member_id is not null
                group by member_id, account
            ) e using (member_id, account)
            ",
        )),
    },
    Check {
        words: "members' bought credits are what is left of their lots",
        rule: Rule::Each(from(
            "billing",
            "
            select member_id || ' differs by ' || sum(credits), sum(credits) = 0
            from (
                select member_id, balance as credits
                from   balances
                where  account in ('paid', 'held_paid')
                union all
                select member_id, -remaining from lots
            ) bought
            group by member_id
            ",
        )),
    },
    Check {
        words: "members' held credits are what their leases hold",
        rule: Rule::Each(from(
            "billing",
            "
            select member_id || ' differs by ' || sum(credits), sum(credits) = 0
            from (
                select member_id, balance as credits
                from   balances
                where  account in ('held_paid', 'held_bonus')
                union all
                select member_id, -(paid + bonus - spent_paid - spent_bonus - returned_paid - returned_bonus)
                from   leases
            ) held
            group by member_id
            ",
        )),
    },
    Check {
        words: "entries of credits that somebody had",
        rule: Rule::Each(from(
            "billing",
            "
            select transaction_id, account <> 'unbacked'
            from   ledger_entries
            where  unit = 'CREDIT'
            ",
        )),
    },
];
