//! Why a call is refused.

use tonic::Code;

/// A refused call. The reason words are documented in `proto/vonk/notifications/v1`.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("id is no UUID")]
    IdInvalid,
    #[error("type of notification is unknown")]
    TypeUnknown,
    #[error("push endpoint is not at an allowed push service")]
    EndpointRefused,
    #[error("keys of the push subscription are malformed")]
    SubscriptionInvalid,
    #[error("member has 10 push subscriptions")]
    TooManySubscriptions,
    #[error("unsubscribe token is unknown")]
    TokenInvalid,
    #[error("database failed")]
    Database(#[from] sqlx::Error),
}

impl kit::Fault for Fault {
    fn code(&self) -> Code {
        match self {
            Self::IdInvalid
            | Self::TypeUnknown
            | Self::EndpointRefused
            | Self::SubscriptionInvalid => Code::InvalidArgument,
            Self::TooManySubscriptions => Code::ResourceExhausted,
            Self::TokenInvalid => Code::NotFound,
            Self::Database(_) => Code::Internal,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::IdInvalid => "id_invalid",
            Self::TypeUnknown => "type_unknown",
            Self::EndpointRefused => "endpoint_refused",
            Self::SubscriptionInvalid => "subscription_invalid",
            Self::TooManySubscriptions => "too_many_subscriptions",
            Self::TokenInvalid => "token_invalid",
            Self::Database(_) => "internal",
        }
    }
}
