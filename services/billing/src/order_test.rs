use proptest::prelude::*;
use time::macros::datetime;
use uuid::Uuid;

use super::*;

const ALL: [Status; 10] = [
    Status::Created,
    Status::Pending,
    Status::Paid,
    Status::Cancelled,
    Status::Expired,
    Status::Failed,
    Status::PartRefunded,
    Status::Refunded,
    Status::ChargedBack,
    Status::Quarantined,
];

fn euro(minor: i64) -> Money {
    Money {
        minor,
        currency: "EUR".parse().unwrap(),
    }
}

fn order(status: Status) -> Order {
    let at = datetime!(2026-03-02 12:00 UTC);
    Order {
        id: OrderId::new(Uuid::from_u128(7)),
        position: 1,
        member: MemberId::new(Uuid::from_u128(1)),
        site: SiteId::new(Uuid::from_u128(2)),
        status,
        package: "credits-100".to_owned(),
        credits: 100,
        amount: euro(999),
        method: "ideal".to_owned(),
        discount_code: String::new(),
        locale: "nl".to_owned(),
        return_url: String::new(),
        webhook_url: String::new(),
        provider: "mollie".to_owned(),
        provider_ref: Some("tr_1".to_owned()),
        checkout_url: None,
        created_at: at,
        paid_at: status.is_booked().then_some(at),
        refunded_minor: 0,
        charged_back_minor: 0,
        next_check_at: None,
        checks: 0,
        accepted_at: at,
        refund_days: 14,
        vat: None,
        withdrawn_at: None,
    }
}

fn seen(status: PaymentStatus) -> Snapshot {
    Snapshot {
        reference: "tr_1".to_owned(),
        order: Uuid::from_u128(7).to_string(),
        status,
        amount: Some(euro(999)),
        mode_fits: true,
        cancelable: false,
        refunded_minor: 0,
        charged_back_minor: 0,
    }
}

#[test]
fn a_verified_payment_wins_over_every_unpaid_end() {
    for status in [
        Status::Created,
        Status::Pending,
        Status::Cancelled,
        Status::Expired,
        Status::Failed,
    ] {
        assert_eq!(
            order(status).judge(&seen(PaymentStatus::Paid)),
            Verdict::Paid
        );
    }
}

#[test]
fn a_late_failure_changes_nothing_that_was_booked() {
    for status in ALL.into_iter().filter(|status| status.is_booked()) {
        for late in [
            PaymentStatus::Failed,
            PaymentStatus::Expired,
            PaymentStatus::Cancelled,
            PaymentStatus::Open,
            PaymentStatus::Paid,
        ] {
            assert_eq!(order(status).judge(&seen(late)), Verdict::Nothing);
        }
    }
}

#[test]
fn another_payment_than_the_one_asked_for_is_told_by_what_differs() {
    let differ = |change: fn(&mut Snapshot)| {
        let mut snapshot = seen(PaymentStatus::Paid);
        change(&mut snapshot);
        order(Status::Pending).judge(&snapshot)
    };
    assert_eq!(
        differ(|seen| seen.amount = Some(euro(1))),
        Verdict::Mismatch("amount")
    );
    assert_eq!(
        differ(|seen| seen.amount = None),
        Verdict::Mismatch("amount")
    );
    let zloty = |seen: &mut Snapshot| {
        seen.amount = Some(Money {
            minor: 999,
            currency: "PLN".parse().unwrap(),
        });
    };
    assert_eq!(differ(zloty), Verdict::Mismatch("currency"));
    assert_eq!(
        differ(|seen| seen.mode_fits = false),
        Verdict::Mismatch("mode")
    );
    assert_eq!(
        differ(|seen| seen.order = "another".to_owned()),
        Verdict::Mismatch("order")
    );
    assert_eq!(
        differ(|seen| seen.reference = "tr_2".to_owned()),
        Verdict::Mismatch("payment")
    );
}

#[test]
fn a_quarantined_order_stays_so_until_everything_matches() {
    let order = order(Status::Quarantined);
    let mut snapshot = seen(PaymentStatus::Paid);
    snapshot.amount = Some(euro(1));
    assert_eq!(order.judge(&snapshot), Verdict::Mismatch("amount"));
    for (status, verdict) in [
        (PaymentStatus::Paid, Verdict::Paid),
        (PaymentStatus::Open, Verdict::Opened),
        (PaymentStatus::Expired, Verdict::Ended(Status::Expired)),
    ] {
        assert_eq!(order.judge(&seen(status)), verdict);
    }
}

#[test]
fn only_what_is_new_of_money_gone_back_counts() {
    let mut order = order(Status::PartRefunded);
    order.refunded_minor = 300;
    let mut snapshot = seen(PaymentStatus::Paid);
    snapshot.refunded_minor = 300;
    assert_eq!(order.judge(&snapshot), Verdict::Nothing);
    snapshot.refunded_minor = 500;
    assert_eq!(order.judge(&snapshot), Verdict::PaidBack(200));
    snapshot.refunded_minor = 300;
    snapshot.charged_back_minor = 999;
    assert_eq!(order.judge(&snapshot), Verdict::ChargedBack(999));
}

#[test]
fn an_open_order_is_looked_at_ever_less_often_and_never_forgotten() {
    let at = datetime!(2026-03-02 12:00 UTC);
    let wait = |checks| next_check(Status::Pending, checks, at, at).unwrap() - at;
    assert_eq!(wait(0), Duration::seconds(5));
    assert_eq!(wait(3), Duration::seconds(40));
    assert_eq!(wait(4_000_000), Duration::hours(1));
    for status in [Status::Quarantined, Status::Cancelled] {
        assert_eq!(next_check(status, 0, at, at), Some(at + Duration::days(1)));
    }
    assert_eq!(next_check(Status::ChargedBack, 0, at, at), None);
    assert_eq!(
        next_check(Status::Expired, 0, at, at + Duration::days(15)),
        None
    );
}

proptest! {
    #[test]
    fn no_sequence_of_answers_books_an_order_twice(answers in proptest::collection::vec(0..6_usize, 0..12)) {
        let statuses = [PaymentStatus::Open, PaymentStatus::Paid, PaymentStatus::Failed,
                        PaymentStatus::Expired, PaymentStatus::Cancelled];
        let mut order = order(Status::Created);
        let mut booked = 0;
        for answer in &answers {
            // Sometimes the provider answers with another payment, whatever it says of its end.
            let mut snapshot = seen(statuses.get(*answer).copied().unwrap_or(PaymentStatus::Paid));
            if *answer >= statuses.len() {
                snapshot.amount = Some(euro(1));
            }
            match order.judge(&snapshot) {
                Verdict::Paid => {
                    booked += 1;
                    order.status = Status::Paid;
                }
                Verdict::Ended(status) => order.status = status,
                Verdict::Opened => order.status = Status::Pending,
                Verdict::Nothing => {}
                Verdict::Mismatch("amount") => {
                    prop_assert!(*answer >= statuses.len());
                    if !order.status.is_booked() {
                        order.status = Status::Quarantined;
                    }
                }
                other => prop_assert!(false, "{other:?}"),
            }
        }
        prop_assert_eq!(booked, usize::from(answers.contains(&1)));
    }
}
