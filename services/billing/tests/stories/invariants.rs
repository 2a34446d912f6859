//! What must hold at any time, whatever happened.

use crate::stage::Stage;

impl Stage {
    /// Compares every sum with what it is the sum of, and answers what does not hold.
    pub(crate) async fn broken_invariants(&self) -> Vec<String> {
        let db = self.host.db("billing");
        sqlx::query_scalar!(
            r#"
            select 'unit ' || unit || ' sums to ' || sum(amount) as "broken!"
            from ledger_entries group by unit having sum(amount) <> 0
            union all
            select 'transaction ' || transaction_id || ' sums to ' || sum(amount)
            from ledger_entries group by transaction_id, unit having sum(amount) <> 0
            union all
            select 'balance of ' || one.account || ' of ' || one.member_id || ' is not its entries'
            from balances one
            left join ledger_entries entry
                on entry.member_id = one.member_id and entry.account = one.account
            group by one.member_id, one.account, one.balance
            having one.balance <> coalesce(sum(entry.amount), 0) or one.balance < 0
            union all
            select 'lots of ' || member_id || ' are not the bought credits'
            from (
                select member_id, balance as amount from balances where account in ('paid', 'held_paid')
                union all select member_id, -remaining from lots
            ) bought
            group by member_id having sum(amount) <> 0
            union all
            select 'leases of ' || member_id || ' are not the held credits'
            from (
                select member_id, balance as amount
                from balances where account in ('held_paid', 'held_bonus')
                union all
                select member_id, -(paid + bonus - spent_paid - spent_bonus - returned_paid - returned_bonus)
                from leases
            ) held
            group by member_id having sum(amount) <> 0
            union all
            select 'order ' || orders.id || ' is ' || status || ' and credited ' || count(booking.id)
            from orders
            left join ledger_transactions booking
                on booking.provider = orders.provider and booking.reference = orders.provider_ref
                and booking.kind = 'purchase'
            group by orders.id
            having count(booking.id) <>
                case when status in ('paid', 'part_refunded', 'refunded', 'charged_back') then 1 else 0 end
            union all
            select 'message ' || message_id || ' is charged ' || count(booking.id)
            from spends
            left join ledger_transactions booking
                on booking.provider = 'chat' and booking.reference = message_id::text
            group by message_id
            having count(booking.id) <> case when settled_at is null then 0 else 1 end
            union all
            select 'discount ' || code_id || ' is used ' || count(*)
            from discount_redemptions where once and released_at is null
            group by code_id, member_id having count(*) > 1
            "#
        )
        .fetch_all(db.pool())
        .await
        .unwrap()
    }
}
