//! Everything that can go wrong, as the caller sees it.

use tonic::{Code, Status};

use crate::money::Money;

/// Why a call failed. The reason words are documented in `billing.proto`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("no such package")]
    PackageUnknown,
    #[error("no such way to pay here")]
    MethodUnknown,
    #[error("no such order of this member")]
    OrderUnknown,
    #[error("the order's id is taken")]
    OrderExists,
    #[error("the order cannot be paid any more")]
    OrderNotPayable,
    #[error("too many orders are open")]
    TooManyOrders,
    #[error("the payment provider does not answer")]
    ProviderAway(#[source] Option<anyhow::Error>),
    #[error("no such discount code")]
    CodeUnknown,
    #[error("the discount code is used")]
    CodeUsed,
    #[error("the discount code is over")]
    CodeExpired,
    #[error("the discount code wants a larger order")]
    CodeMinimum(Money),
    #[error("the discount code is for another country")]
    CodeCountry,
    #[error("too late to withdraw")]
    WithdrawalOver,
    #[error("withdrawn already")]
    WithdrawalDone,
    #[error("confirmed without having seen this amount")]
    WithdrawalNotAsked,
    #[error("chat goes on borrowing the member's credits")]
    Busy,
    #[error("{available} credits are less than {price}")]
    CreditsShort { available: u32, price: u32 },
    #[error("the member's own limit a {period} is reached")]
    SpendingLimit { limit: u32, period: &'static str },
    #[error("no such lease")]
    LeaseUnknown,
    #[error("the lease is closed")]
    LeaseClosed,
    #[error("{0} cannot be")]
    ValueInvalid(&'static str),
    #[error("no such site")]
    SiteUnknown,
    #[error("database")]
    Database(#[from] sqlx::Error),
    #[error("settings")]
    Settings(#[source] Status),
    #[error("chat")]
    Chat(#[source] Status),
}

impl From<kit::NoSite> for Fault {
    fn from(why: kit::NoSite) -> Self {
        match why {
            kit::NoSite::Unknown => Self::SiteUnknown,
            kit::NoSite::Away(status) => Self::Settings(*status),
        }
    }
}

impl kit::Fault for Fault {
    fn code(&self) -> Code {
        match self {
            Self::ValueInvalid(_) | Self::MethodUnknown => Code::InvalidArgument,
            Self::PackageUnknown
            | Self::OrderUnknown
            | Self::CodeUnknown
            | Self::LeaseUnknown
            | Self::SiteUnknown => Code::NotFound,
            Self::OrderExists => Code::AlreadyExists,
            Self::OrderNotPayable
            | Self::CodeUsed
            | Self::CodeExpired
            | Self::CodeMinimum(_)
            | Self::CodeCountry
            | Self::WithdrawalOver
            | Self::WithdrawalDone
            | Self::WithdrawalNotAsked
            | Self::CreditsShort { .. }
            | Self::SpendingLimit { .. }
            | Self::LeaseClosed => Code::FailedPrecondition,
            Self::TooManyOrders => Code::ResourceExhausted,
            Self::Busy | Self::ProviderAway(_) | Self::Settings(_) | Self::Chat(_) => {
                Code::Unavailable
            }
            Self::Database(_) => Code::Internal,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::PackageUnknown => "package_unknown",
            Self::MethodUnknown => "method_unknown",
            Self::OrderUnknown => "order_unknown",
            Self::OrderExists => "order_exists",
            Self::OrderNotPayable => "order_not_payable",
            Self::TooManyOrders => "too_many_orders",
            Self::ProviderAway(_) => "provider_away",
            Self::CodeUnknown => "code_unknown",
            Self::CodeUsed => "code_used",
            Self::CodeExpired => "code_expired",
            Self::CodeMinimum(_) => "code_minimum",
            Self::CodeCountry => "code_country",
            Self::WithdrawalOver => "withdrawal_over",
            Self::WithdrawalDone => "withdrawal_done",
            Self::WithdrawalNotAsked => "withdrawal_not_confirmed",
            Self::Busy => "busy",
            Self::CreditsShort { .. } => "credits_short",
            Self::SpendingLimit { .. } => "spending_limit",
            Self::LeaseUnknown => "lease_unknown",
            Self::LeaseClosed => "lease_closed",
            Self::ValueInvalid(_) => "value_invalid",
            Self::SiteUnknown => "site_unknown",
            Self::Database(_) => "internal",
            Self::Settings(_) | Self::Chat(_) => "unavailable",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::CodeMinimum(money) => vec![
                ("minimum_minor", money.minor.to_string()),
                ("currency", money.currency.to_string()),
            ],
            Self::CreditsShort { available, price } => vec![
                ("available", available.to_string()),
                ("price", price.to_string()),
            ],
            Self::SpendingLimit { limit, period } => vec![
                ("limit", limit.to_string()),
                ("period", (*period).to_owned()),
            ],
            Self::ValueInvalid(field) => vec![("field", (*field).to_owned())],
            _ => Vec::new(),
        }
    }
}
