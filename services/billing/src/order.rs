//! The life of an order: created, pending, paid, and what can come after.

use kit::{Calendar, MemberId, SiteId, words};
use proto::billing::v1 as wire;
use time::{Duration, OffsetDateTime};

use crate::{
    ids::OrderId,
    money::Money,
    provider::{PaymentStatus, Snapshot},
    vat::Vat,
};

words! {
    /// Where an order stands.
    pub(crate) enum Status {
        /// The provider's answer is not known yet.
        Created = "created",
        Pending = "pending",
        Paid = "paid",
        Cancelled = "cancelled",
        Expired = "expired",
        Failed = "failed",
        PartRefunded = "part_refunded",
        Refunded = "refunded",
        ChargedBack = "charged_back",
        /// Something does not match: nothing is credited until it does, or a person has looked at it.
        Quarantined = "quarantined",
    }
}

impl Status {
    /// Its credits were booked.
    #[must_use]
    pub(crate) fn is_booked(self) -> bool {
        matches!(
            self,
            Self::Paid | Self::PartRefunded | Self::Refunded | Self::ChargedBack
        )
    }

    /// The member may still pay.
    #[must_use]
    pub(crate) fn is_open(self) -> bool {
        matches!(self, Self::Created | Self::Pending)
    }
}

impl From<Status> for wire::OrderStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Created => Self::Created,
            Status::Pending => Self::Pending,
            Status::Paid => Self::Paid,
            Status::Cancelled => Self::Cancelled,
            Status::Expired => Self::Expired,
            Status::Failed => Self::Failed,
            Status::PartRefunded => Self::PartRefunded,
            Status::Refunded => Self::Refunded,
            Status::ChargedBack => Self::ChargedBack,
            Status::Quarantined => Self::Quarantined,
        }
    }
}

/// An order as stored.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) id: OrderId,
    pub(crate) position: i64,
    pub(crate) member: MemberId,
    pub(crate) site: SiteId,
    pub(crate) status: Status,
    pub(crate) package: String,
    pub(crate) credits: u32,
    pub(crate) amount: Money,
    pub(crate) method: String,
    pub(crate) discount_code: String,
    pub(crate) locale: String,
    pub(crate) return_url: String,
    pub(crate) webhook_url: String,
    pub(crate) provider: String,
    pub(crate) provider_ref: Option<String>,
    pub(crate) checkout_url: Option<String>,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) paid_at: Option<OffsetDateTime>,
    pub(crate) refunded_minor: i64,
    pub(crate) charged_back_minor: i64,
    pub(crate) next_check_at: Option<OffsetDateTime>,
    pub(crate) checks: u32,
    /// When the member ordered, and agreed that delivery begins at once.
    pub(crate) accepted_at: OffsetDateTime,
    /// Days in which it can be withdrawn from, as promised when it was placed; 0 in orders of before
    /// that was kept.
    pub(crate) refund_days: u32,
    /// VAT in the amount; none when its rate was not known.
    pub(crate) vat: Option<Vat>,
    /// When its withdrawal was confirmed.
    pub(crate) withdrawn_at: Option<OffsetDateTime>,
}

/// What a look at the provider's record means for an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing new.
    Nothing,
    /// The payment exists and waits for the payer.
    Opened,
    /// Paid: the credits are due.
    Paid,
    /// Came to nothing; a verified payment may still follow.
    Ended(Status),
    /// Money went back without our asking, in minor units.
    PaidBack(i64),
    /// The payer's bank took money back, in minor units.
    ChargedBack(i64),
    /// Not the payment that was asked for: the word says what differs.
    Mismatch(&'static str),
}

impl Order {
    /// Compares the stored order with what the provider has. A quarantined one is judged like one
    /// that is open: it stays in quarantine for as long as something does not match.
    #[must_use]
    pub(crate) fn judge(&self, seen: &Snapshot) -> Verdict {
        if let Some(word) = self.mismatch(seen) {
            return Verdict::Mismatch(word);
        }
        if self.status.is_booked() {
            return self.judge_booked(seen);
        }
        match seen.status {
            PaymentStatus::Paid => Verdict::Paid,
            PaymentStatus::Cancelled => self.ended(Status::Cancelled),
            PaymentStatus::Expired => self.ended(Status::Expired),
            PaymentStatus::Failed => self.ended(Status::Failed),
            PaymentStatus::Open if matches!(self.status, Status::Created | Status::Quarantined) => {
                Verdict::Opened
            }
            PaymentStatus::Open => Verdict::Nothing,
        }
    }

    fn ended(&self, status: Status) -> Verdict {
        if self.status.is_open() || self.status == Status::Quarantined {
            return Verdict::Ended(status);
        }
        Verdict::Nothing
    }

    fn judge_booked(&self, seen: &Snapshot) -> Verdict {
        // Whatever else a late or stale answer says, booked stays booked.
        if seen.refunded_minor > self.refunded_minor {
            return Verdict::PaidBack(seen.refunded_minor - self.refunded_minor);
        }
        if seen.charged_back_minor > self.charged_back_minor {
            return Verdict::ChargedBack(seen.charged_back_minor - self.charged_back_minor);
        }
        Verdict::Nothing
    }

    fn mismatch(&self, seen: &Snapshot) -> Option<&'static str> {
        if self
            .provider_ref
            .as_deref()
            .is_some_and(|own| own != seen.reference)
        {
            return Some("payment");
        }
        if seen.order != self.id.to_string() {
            return Some("order");
        }
        if !seen.mode_fits {
            return Some("mode");
        }
        match seen.amount {
            Some(amount) if amount.currency != self.amount.currency => Some("currency"),
            Some(amount) if amount == self.amount => None,
            _ => Some("amount"),
        }
    }

    /// What is not yet paid back in either way, in minor units.
    #[must_use]
    pub(crate) fn still_paid(&self) -> i64 {
        (self.amount.minor - self.refunded_minor - self.charged_back_minor).max(0)
    }

    /// A moment of the last day on which the purchase can be withdrawn from, by what the site grants
    /// now or granted then, whichever is longer.
    #[must_use]
    pub(crate) fn withdraw_until(&self, refund_days: u32) -> Option<OffsetDateTime> {
        let paid_at = self.paid_at?;
        let refund_days = refund_days.max(self.refund_days);
        matches!(self.status, Status::Paid | Status::PartRefunded)
            .then(|| paid_at + Duration::days(i64::from(refund_days)))
    }

    /// VAT in a part of the order's money, for the world.
    #[must_use]
    pub(crate) fn vat_in(&self, minor: i64) -> Option<wire::Vat> {
        self.vat.as_ref().map(|vat| vat.to_wire(minor))
    }

    /// Whether the purchase can be withdrawn from: until the last day has ended where the site is.
    /// The day of the payment does not count (Regulation 1182/71, article 3).
    #[must_use]
    pub(crate) fn is_withdrawable(
        &self,
        (refund_days, calendar): (u32, &Calendar),
        now: OffsetDateTime,
    ) -> bool {
        let Some((paid_at, until)) = self.paid_at.zip(self.withdraw_until(refund_days)) else {
            return false;
        };
        // Clocks are put forward and back: the day that was told counts in any case.
        let last = (calendar.date(paid_at) + (until - paid_at)).max(calendar.date(until));
        calendar.date(now) <= last
    }

    /// Where it is paid, as long as it can be.
    #[must_use]
    pub(crate) fn pay_at(&self) -> String {
        self.checkout_url
            .clone()
            .filter(|_| self.status == Status::Pending)
            .unwrap_or_default()
    }

    /// The order as its owner sees it.
    #[must_use]
    pub(crate) fn to_wire(&self, terms: (u32, &Calendar), now: OffsetDateTime) -> wire::Order {
        let until = self
            .withdraw_until(terms.0)
            .filter(|_| self.is_withdrawable(terms, now) && self.status == Status::Paid);
        wire::Order {
            id: self.id.to_string(),
            status: wire::OrderStatus::from(self.status).into(),
            credits: self.credits,
            amount: Some(self.amount.into()),
            method: self.method.clone(),
            discount_code: self.discount_code.clone(),
            created_at: Some(timestamp(self.created_at)),
            paid_at: self.paid_at.map(timestamp),
            withdraw_until: until.map(timestamp),
            refunded: Some(self.amount.with(self.refunded_minor).into()),
            package_id: self.package.clone(),
            withdrawn_at: self.withdrawn_at.map(timestamp),
            vat: self.vat_in(self.amount.minor),
        }
    }
}

/// A moment on the wire.
#[must_use]
pub(crate) fn timestamp(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: at.unix_timestamp(),
        nanos: i32::try_from(at.nanosecond()).unwrap_or(0),
    }
}

/// When an order is looked at next, after `checks` looks; none: only when the provider hints.
#[must_use]
pub(crate) fn next_check(
    status: Status,
    checks: u32,
    created_at: OffsetDateTime,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    match status {
        Status::Created | Status::Pending => {
            let seconds = 5_i64.saturating_mul(1 << checks.min(12));
            Some(now + Duration::seconds(seconds.min(3_600)))
        }
        // A bank transfer may arrive after its payment was given up, and a mismatch be the provider's slip.
        Status::Cancelled | Status::Expired | Status::Failed | Status::Quarantined => {
            (now - created_at < Duration::days(14)).then(|| now + Duration::days(1))
        }
        // A direct debit can be taken back for eight weeks, and a refund may come back; usually a
        // hint tells earlier.
        Status::Paid | Status::PartRefunded | Status::Refunded => {
            (now - created_at < Duration::days(60)).then(|| now + Duration::days(7))
        }
        Status::ChargedBack => None,
    }
}

#[cfg(test)]
#[path = "order_test.rs"]
mod tests;
