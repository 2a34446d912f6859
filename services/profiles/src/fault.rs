//! Everything that can go wrong, as the caller sees it.

use tonic::{Code, Status};

/// Why a call failed. The reason words are documented in `profiles.proto`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("no such profile, or not for these eyes")]
    ProfileUnknown,
    #[error("not a field of the site")]
    FieldUnknown { field: String },
    #[error("not a value of {field}")]
    ValueInvalid { field: &'static str },
    #[error("not a word of an attribute")]
    WordInvalid { field: String },
    #[error("{field} is longer than {max} characters")]
    TextTooLong { field: &'static str, max: usize },
    #[error("{field} carries contact data")]
    HasContact { field: &'static str },
    #[error("no such place on this site")]
    PlaceUnknown,
    #[error("moved {max} times today")]
    TooManyMoves { max: u32 },
    #[error("no such interest")]
    InterestUnknown,
    #[error("more than {max} interests")]
    TooManyInterests { max: usize },
    #[error("has {max} photos already")]
    PhotoLimit { max: u32 },
    #[error("no such photo")]
    PhotoUnknown,
    #[error("photo cannot be read")]
    PhotoUnreadable,
    #[error("photo larger than {max} bytes")]
    PhotoTooLarge { max: usize },
    #[error("photo has too many pixels")]
    PhotoTooManyPixels,
    #[error("neither JPEG nor PNG nor WebP")]
    PhotoKindRefused,
    #[error("cursor of another search, or none")]
    CursorInvalid,
    #[error("youngest older than oldest")]
    AgeRangeInvalid,
    #[error("not a country of the site")]
    CountryUnknown,
    #[error("not a region of the country")]
    RegionUnknown,
    #[error("visitors may not")]
    LoginRequired,
    #[error("looked at too many profiles today")]
    TooManyViews,
    #[error("more than {max} ids")]
    TooManyIds { max: usize },
    #[error("no UUID")]
    IdInvalid,
    #[error("no such site")]
    SiteUnknown,
    #[error("the site has no fictional profiles there")]
    FictionalRefused,
    #[error("too many photos at once")]
    Busy,
    #[error("database")]
    Database(#[from] sqlx::Error),
    #[error("photo store")]
    Store(#[from] object_store::Error),
    #[error("photo could not be written")]
    Encoding(String),
    #[error("a task of this process was lost")]
    Lost(#[from] tokio::task::JoinError),
    #[error("a peer")]
    Peer(#[source] Status),
}

impl From<photo::Refused> for Fault {
    fn from(why: photo::Refused) -> Self {
        use photo::Refused;
        match why {
            Refused::TooLarge => Self::PhotoTooLarge {
                max: photo::MAX_BYTES,
            },
            Refused::WrongKind => Self::PhotoKindRefused,
            Refused::TooManyPixels => Self::PhotoTooManyPixels,
            Refused::Unreadable => Self::PhotoUnreadable,
            Refused::Busy => Self::Busy,
            Refused::Encoding(what) => Self::Encoding(what),
        }
    }
}

impl From<kit::NoSite> for Fault {
    fn from(why: kit::NoSite) -> Self {
        match why {
            kit::NoSite::Unknown => Self::SiteUnknown,
            kit::NoSite::Away(status) => Self::Peer(*status),
        }
    }
}

impl kit::Fault for Fault {
    fn code(&self) -> Code {
        match self {
            Self::ProfileUnknown | Self::PhotoUnknown | Self::SiteUnknown => Code::NotFound,
            Self::LoginRequired | Self::FictionalRefused => Code::PermissionDenied,
            Self::PhotoLimit { .. } | Self::TooManyMoves { .. } => Code::FailedPrecondition,
            Self::TooManyViews | Self::Busy => Code::ResourceExhausted,
            Self::Database(_) | Self::Store(_) | Self::Encoding(_) | Self::Lost(_) => {
                Code::Internal
            }
            Self::Peer(_) => Code::Unavailable,
            _ => Code::InvalidArgument,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::ProfileUnknown => "profile_unknown",
            Self::FieldUnknown { .. } => "field_unknown",
            Self::ValueInvalid { .. } | Self::WordInvalid { .. } => "value_invalid",
            Self::TextTooLong { .. } => "text_too_long",
            Self::HasContact { .. } => "has_contact",
            Self::PlaceUnknown => "place_unknown",
            Self::TooManyMoves { .. } => "too_many_moves",
            Self::InterestUnknown => "interest_unknown",
            Self::TooManyInterests { .. } => "too_many_interests",
            Self::PhotoLimit { .. } => "photo_limit",
            Self::PhotoUnknown => "photo_unknown",
            Self::PhotoUnreadable => "photo_unreadable",
            Self::PhotoTooLarge { .. } => "photo_too_large",
            Self::PhotoTooManyPixels => "photo_too_many_pixels",
            Self::PhotoKindRefused => "photo_kind_refused",
            Self::CursorInvalid => "cursor_invalid",
            Self::AgeRangeInvalid => "age_range_invalid",
            Self::CountryUnknown => "country_unknown",
            Self::RegionUnknown => "region_unknown",
            Self::LoginRequired => "login_required",
            Self::TooManyViews => "too_many_views",
            Self::TooManyIds { .. } => "too_many_ids",
            Self::IdInvalid => "id_invalid",
            Self::SiteUnknown => "site_unknown",
            Self::FictionalRefused => "fictional_refused",
            Self::Busy => "busy",
            Self::Database(_) | Self::Store(_) | Self::Encoding(_) | Self::Lost(_) => "internal",
            Self::Peer(_) => "unavailable",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::FieldUnknown { field } | Self::WordInvalid { field } => {
                vec![("field", field.clone())]
            }
            Self::ValueInvalid { field } | Self::HasContact { field } => {
                vec![("field", (*field).to_owned())]
            }
            Self::TextTooLong { field, max } => {
                vec![("field", (*field).to_owned()), ("max", max.to_string())]
            }
            Self::TooManyInterests { max } | Self::TooManyIds { max } => {
                vec![("max", max.to_string())]
            }
            Self::PhotoLimit { max } | Self::TooManyMoves { max } => {
                vec![("max", max.to_string())]
            }
            Self::PhotoTooLarge { max } => vec![("max_bytes", max.to_string())],
            _ => Vec::new(),
        }
    }
}
