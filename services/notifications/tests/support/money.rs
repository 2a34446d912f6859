//! What billing tells: purchases, withdrawals and refunds.

use kit::{MemberId, testing::TestHost};
use proto::billing::v1::{OrderPaid, RefundSent, Vat, WithdrawalDeclared};
use time::{Duration, OffsetDateTime, macros::datetime};
use uuid::Uuid;

use super::{SITE, fresh, tell};

/// When what these tests buy was paid.
pub const PAID_AT: OffsetDateTime = datetime!(2026-03-02 11:58:07 UTC);

fn stamp(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: at.unix_timestamp(),
        nanos: 0,
    }
}

fn vat(minor: i64) -> Vat {
    Vat {
        country: "NL".to_owned(),
        permille: 210,
        minor,
    }
}

/// 100 credits, a quarter off, by iDEAL.
pub fn purchase(member: MemberId) -> OrderPaid {
    OrderPaid {
        member_id: member.to_string(),
        site_id: SITE.to_string(),
        order_id: fresh().to_string(),
        credits: 100,
        amount_minor: 749,
        currency: "EUR".to_owned(),
        paid_at: Some(stamp(PAID_AT)),
        vat: Some(vat(130)),
        method: "ideal".to_owned(),
        discount_code: "TIMEBONUS25".to_owned(),
        accepted_at: Some(stamp(PAID_AT - Duration::minutes(2))),
        withdraw_until: Some(stamp(PAID_AT + Duration::days(14))),
    }
}

/// The member withdraws from that, an hour later and with 40 credits unused.
pub fn withdrawal(of: &OrderPaid) -> WithdrawalDeclared {
    WithdrawalDeclared {
        member_id: of.member_id.clone(),
        site_id: of.site_id.clone(),
        order_id: of.order_id.clone(),
        declared_at: Some(stamp(PAID_AT + Duration::hours(1))),
        credits: of.credits,
        paid_at: of.paid_at,
        unused_credits: 40,
        amount_minor: 300,
        currency: of.currency.clone(),
        vat: Some(vat(52)),
        method: of.method.clone(),
    }
}

/// The money for it is on its way, another hour later.
pub fn refund(of: &WithdrawalDeclared) -> RefundSent {
    RefundSent {
        member_id: of.member_id.clone(),
        site_id: of.site_id.clone(),
        order_id: of.order_id.clone(),
        sent_at: Some(stamp(PAID_AT + Duration::hours(2))),
        amount_minor: of.amount_minor,
        currency: of.currency.clone(),
        vat: of.vat.clone(),
        method: of.method.clone(),
        paid_at: of.paid_at,
    }
}

/// Somebody pays for credits.
pub async fn buys(host: &TestHost, member: MemberId) -> OrderPaid {
    let paid = purchase(member);
    tell(host, &paid).await;
    paid
}

/// The id of the order.
pub fn order(paid: &OrderPaid) -> Uuid {
    paid.order_id.parse().unwrap()
}
