//! Everything matching may refuse; the reason words are documented in the proto file.

use tonic::Code;

/// Why a call failed, in words its caller can act on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// No such member here, or one of the two has shut the other out: both look alike.
    #[error("member is unknown")]
    MemberUnknown,
    /// A member is on their own both sides.
    #[error("both sides are the same member")]
    IsSelf,
    /// The caller's mail address is not confirmed.
    #[error("caller is not confirmed")]
    NotConfirmed,
    /// No likes left in the swipe game today.
    #[error("{limit} swipes are used up")]
    SwipesUsedUp {
        /// Likes a day.
        limit: i16,
    },
    /// Chat or profiles could not be told yet; asking again finishes it.
    #[error("a peer did not acknowledge")]
    Busy(#[source] Box<tonic::Status>),
    /// The settings service could not be asked.
    #[error("settings did not answer")]
    Settings(#[source] Box<tonic::Status>),
    /// The database failed.
    #[error("database failed")]
    Database(#[from] sqlx::Error),
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
            Self::MemberUnknown => Code::NotFound,
            Self::IsSelf => Code::InvalidArgument,
            Self::NotConfirmed => Code::FailedPrecondition,
            Self::SwipesUsedUp { .. } => Code::ResourceExhausted,
            Self::Busy(_) | Self::Settings(_) => Code::Unavailable,
            Self::Database(_) => Code::Internal,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::MemberUnknown => "member_unknown",
            Self::IsSelf => "is_self",
            Self::NotConfirmed => "not_confirmed",
            Self::SwipesUsedUp { .. } => "swipes_used_up",
            Self::Busy(_) | Self::Settings(_) => "busy",
            Self::Database(_) => "internal",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::SwipesUsedUp { limit } => vec![("limit", limit.to_string())],
            _ => vec![],
        }
    }
}
