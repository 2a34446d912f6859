//! Everything chat may refuse; the reason words are documented in the proto file.

use tonic::Code;

/// Why a call failed, in words its caller can act on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// There is none, or it is other people's: both look alike.
    #[error("conversation is unknown")]
    ConversationUnknown,
    /// No such member here, or one of the two has shut the other out: both look alike.
    #[error("member is unknown")]
    MemberUnknown,
    /// A member is on their own both sides.
    #[error("both sides are the same member")]
    IsSelf,
    /// Nothing to send.
    #[error("message is empty")]
    MessageEmpty,
    /// More characters than the site allows.
    #[error("message is longer than {max} characters")]
    MessageTooLong {
        /// Characters.
        max: u32,
    },
    /// The id belongs to another message.
    #[error("message id is taken")]
    MessageExists,
    /// Not enough credits.
    #[error("{available} credits, {price} needed")]
    CreditsShort {
        /// Credits.
        price: u32,
        /// Credits.
        available: u32,
    },
    /// For members with premium only.
    #[error("premium is needed")]
    PremiumNeeded,
    /// Nobody can write here any more.
    #[error("conversation is read-only")]
    ReadOnly,
    /// The other member has not confirmed their mail address.
    #[error("the other member is not confirmed")]
    PeerNotConfirmed,
    /// No such gift.
    #[error("gift is unknown")]
    GiftUnknown,
    /// No such photo, or not the caller's to see.
    #[error("photo is unknown")]
    PhotoUnknown,
    /// The id belongs to another picture.
    #[error("photo id is taken")]
    PhotoExists,
    /// No JPEG, PNG or WebP, broken, or with too many pixels.
    #[error("photo cannot be read")]
    PhotoUnreadable,
    /// Too many bytes.
    #[error("photo is too large")]
    PhotoTooLarge,
    /// Nobody is behind a fictional profile: what is sent to one is free, or refused.
    #[error("nothing is charged for what is sent to a fictional profile")]
    FictionalUnpaid,
    /// No place in a conversation.
    #[error("cursor is invalid")]
    CursorInvalid,
    /// The member's own limit.
    #[error("spending limit of {limit} a {period}")]
    SpendingLimit {
        /// Credits.
        limit: String,
        /// `day` or `week`.
        period: String,
    },
    /// Billing could not be asked for credits.
    #[error("billing did not answer")]
    BillingAway(#[source] Option<Box<tonic::Status>>),
    /// A value is not what it should be.
    #[error("{0} is invalid")]
    ValueInvalid(&'static str),
    /// The settings service could not be asked.
    #[error("settings did not answer")]
    Settings(#[source] Box<tonic::Status>),
    /// Others send photos now.
    #[error("too many photos at once")]
    PhotosBusy,
    /// The folder of photos failed.
    #[error("photo storage failed")]
    Storage(#[from] object_store::Error),
    /// The database failed.
    #[error("database failed")]
    Database(#[from] sqlx::Error),
}

impl From<photo::Refused> for Fault {
    fn from(why: photo::Refused) -> Self {
        use photo::Refused;
        match why {
            Refused::TooLarge => Self::PhotoTooLarge,
            Refused::WrongKind | Refused::TooManyPixels | Refused::Unreadable => {
                Self::PhotoUnreadable
            }
            Refused::Busy | Refused::Encoding(_) => Self::PhotosBusy,
        }
    }
}

impl From<kit::NoSite> for Fault {
    fn from(why: kit::NoSite) -> Self {
        match why {
            kit::NoSite::Unknown => {
                Self::Settings(Box::new(tonic::Status::not_found("site unknown")))
            }
            kit::NoSite::Away(status) => Self::Settings(status),
        }
    }
}

impl kit::Fault for Fault {
    fn code(&self) -> Code {
        match self {
            Self::ConversationUnknown
            | Self::MemberUnknown
            | Self::GiftUnknown
            | Self::PhotoUnknown => Code::NotFound,
            Self::IsSelf
            | Self::MessageEmpty
            | Self::MessageTooLong { .. }
            | Self::PhotoUnreadable
            | Self::PhotoTooLarge
            | Self::CursorInvalid
            | Self::ValueInvalid(_) => Code::InvalidArgument,
            Self::MessageExists | Self::PhotoExists => Code::AlreadyExists,
            Self::CreditsShort { .. }
            | Self::PremiumNeeded
            | Self::ReadOnly
            | Self::PeerNotConfirmed
            | Self::FictionalUnpaid
            | Self::SpendingLimit { .. } => Code::FailedPrecondition,
            Self::BillingAway(_) | Self::Settings(_) | Self::PhotosBusy => Code::Unavailable,
            Self::Storage(_) | Self::Database(_) => Code::Internal,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::ConversationUnknown => "conversation_unknown",
            Self::MemberUnknown => "member_unknown",
            Self::IsSelf => "is_self",
            Self::MessageEmpty => "message_empty",
            Self::MessageTooLong { .. } => "message_too_long",
            Self::MessageExists => "message_exists",
            Self::CreditsShort { .. } => "credits_short",
            Self::PremiumNeeded => "premium_needed",
            Self::ReadOnly => "read_only",
            Self::PeerNotConfirmed => "peer_not_confirmed",
            Self::GiftUnknown => "gift_unknown",
            Self::PhotoUnknown => "photo_unknown",
            Self::PhotoExists => "photo_exists",
            Self::PhotoUnreadable => "photo_unreadable",
            Self::PhotoTooLarge => "photo_too_large",
            Self::FictionalUnpaid => "fictional_unpaid",
            Self::CursorInvalid => "cursor_invalid",
            Self::SpendingLimit { .. } => "spending_limit",
            Self::BillingAway(_) => "billing_away",
            Self::ValueInvalid(_) => "value_invalid",
            Self::Settings(_) | Self::PhotosBusy => "busy",
            Self::Storage(_) | Self::Database(_) => "internal",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::MessageTooLong { max } => vec![("max", max.to_string())],
            Self::CreditsShort { price, available } => vec![
                ("price", price.to_string()),
                ("available", available.to_string()),
            ],
            Self::PhotoTooLarge => vec![("max_bytes", photo::MAX_BYTES.to_string())],
            Self::SpendingLimit { limit, period } => {
                vec![("limit", limit.clone()), ("period", period.clone())]
            }
            Self::ValueInvalid(field) => vec![("field", (*field).to_owned())],
            _ => vec![],
        }
    }
}
