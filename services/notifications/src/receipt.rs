//! What a receipt tells: a purchase, a withdrawal from one, or money on its way back.

use prost::Message as _;
use proto::billing::v1::{OrderPaid, RefundSent, Vat, WithdrawalDeclared};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::kind::Kind;

/// An amount of money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Money {
    /// In the minor unit of the currency.
    pub minor: i64,
    /// ISO 4217.
    pub currency: String,
}

/// The facts of a receipt, as billing told them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    pub order: Uuid,
    pub paid_at: OffsetDateTime,
    /// What was paid, is owed, or was paid back; VAT included.
    pub amount: Money,
    /// None when its rate is not known.
    pub vat: Option<Vat>,
    /// Billing's word for the way to pay.
    pub method: String,
    pub about: About,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    Purchase {
        credits: u32,
        /// Empty without one.
        discount_code: String,
        accepted_at: OffsetDateTime,
        withdraw_until: OffsetDateTime,
    },
    Withdrawal {
        declared_at: OffsetDateTime,
        /// What had been bought.
        credits: u32,
        unused: u32,
    },
    Refund {
        sent_at: OffsetDateTime,
    },
}

/// An event that no receipt can be written from.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is missing or cannot be read")]
pub struct Unreadable(pub &'static str);

impl Receipt {
    /// A receipt of nothing, to try the words with; none when the kind is no receipt.
    #[must_use]
    pub(crate) fn blank(kind: Kind) -> Option<Self> {
        let at = OffsetDateTime::UNIX_EPOCH;
        let about = match kind {
            Kind::Purchase => About::Purchase {
                credits: 1,
                discount_code: String::new(),
                accepted_at: at,
                withdraw_until: at,
            },
            Kind::Withdrawal => About::Withdrawal {
                declared_at: at,
                credits: 1,
                unused: 1,
            },
            Kind::Refund => About::Refund { sent_at: at },
            _ => return None,
        };
        Some(Self {
            order: Uuid::nil(),
            paid_at: at,
            amount: Money {
                minor: 1,
                currency: String::new(),
            },
            vat: None,
            method: String::new(),
            about,
        })
    }

    /// Reads what a job of this kind was stored with.
    pub fn read(kind: Kind, told: &[u8]) -> Result<Self, Unreadable> {
        let unreadable = |_| Unreadable("the event");
        match kind {
            Kind::Purchase => OrderPaid::decode(told).map_err(unreadable)?.try_into(),
            Kind::Withdrawal => WithdrawalDeclared::decode(told)
                .map_err(unreadable)?
                .try_into(),
            Kind::Refund => RefundSent::decode(told).map_err(unreadable)?.try_into(),
            _ => Err(Unreadable("the kind")),
        }
    }
}

impl TryFrom<OrderPaid> for Receipt {
    type Error = Unreadable;

    fn try_from(event: OrderPaid) -> Result<Self, Unreadable> {
        Ok(Self {
            order: order(&event.order_id)?,
            paid_at: moment(event.paid_at, "paid_at")?,
            amount: Money {
                minor: event.amount_minor,
                currency: event.currency,
            },
            vat: event.vat,
            method: event.method,
            about: About::Purchase {
                credits: event.credits,
                discount_code: event.discount_code,
                accepted_at: moment(event.accepted_at, "accepted_at")?,
                withdraw_until: moment(event.withdraw_until, "withdraw_until")?,
            },
        })
    }
}

impl TryFrom<WithdrawalDeclared> for Receipt {
    type Error = Unreadable;

    fn try_from(event: WithdrawalDeclared) -> Result<Self, Unreadable> {
        Ok(Self {
            order: order(&event.order_id)?,
            paid_at: moment(event.paid_at, "paid_at")?,
            amount: Money {
                minor: event.amount_minor,
                currency: event.currency,
            },
            vat: event.vat,
            method: event.method,
            about: About::Withdrawal {
                declared_at: moment(event.declared_at, "declared_at")?,
                credits: event.credits,
                unused: event.unused_credits,
            },
        })
    }
}

impl TryFrom<RefundSent> for Receipt {
    type Error = Unreadable;

    fn try_from(event: RefundSent) -> Result<Self, Unreadable> {
        Ok(Self {
            order: order(&event.order_id)?,
            paid_at: moment(event.paid_at, "paid_at")?,
            amount: Money {
                minor: event.amount_minor,
                currency: event.currency,
            },
            vat: event.vat,
            method: event.method,
            about: About::Refund {
                sent_at: moment(event.sent_at, "sent_at")?,
            },
        })
    }
}

fn order(id: &str) -> Result<Uuid, Unreadable> {
    id.parse().map_err(|_| Unreadable("order_id"))
}

fn moment(
    at: Option<prost_types::Timestamp>,
    field: &'static str,
) -> Result<OffsetDateTime, Unreadable> {
    at.and_then(|at| OffsetDateTime::from_unix_timestamp(at.seconds).ok())
        .ok_or(Unreadable(field))
}
