//! Everything that can go wrong, as the caller sees it.

use tonic::{Code, Status};

use crate::throttle::Blocked;

/// Why a call failed. The reason words are documented in `accounts.proto`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    #[error("no mail address")]
    EmailInvalid,
    #[error("the mail address has an account")]
    EmailTaken,
    #[error("the mail address has a deleted account")]
    EmailDeleted,
    #[error("password shorter than {min} characters")]
    PasswordTooShort { min: usize },
    #[error("password longer than {max} characters")]
    PasswordTooLong { max: usize },
    #[error("password can be guessed")]
    PasswordGuessable,
    #[error("password does not match")]
    PasswordWrong,
    #[error("name shorter than {min} characters")]
    NameTooShort { min: usize },
    #[error("name longer than {max} characters")]
    NameTooLong { max: usize },
    #[error("name is the mail address")]
    NameIsEmail,
    #[error("name starts with @")]
    NameStartsWithAt,
    #[error("name carries contact data")]
    NameHasContact,
    #[error("name has no letter or characters that are not seen")]
    NameInvalid,
    #[error("no birth date")]
    BirthDateInvalid,
    #[error("younger than {min_age}")]
    TooYoung { min_age: u32 },
    #[error("gender is missing")]
    GenderMissing,
    #[error("not a country of the site")]
    CountryUnknown,
    #[error("not a language of the site")]
    LanguageUnknown,
    #[error("terms are not accepted")]
    TermsNotAccepted,
    #[error("no such kind of consent")]
    ConsentUnknown,
    #[error("no account without this consent")]
    ConsentEndsWithAccount,
    #[error("tracking consent without a record")]
    TrackingMissing,
    #[error("the site takes no sign-ups")]
    SignupsClosed,
    #[error("login failed")]
    LoginFailed,
    #[error("too many wrong passwords, {minutes} minutes left")]
    LoginBlocked { minutes: u32 },
    #[error("link expired, used or never valid")]
    LinkInvalid,
    #[error("too many mails today")]
    TooManyMails,
    #[error("account is active already")]
    AlreadyActive,
    #[error("no such account")]
    AccountUnknown,
    #[error("no such session")]
    SessionUnknown,
    #[error("no such site")]
    SiteUnknown,
    #[error("not an id")]
    IdInvalid,
    #[error("no role of staff")]
    RoleUnknown,
    #[error("author or note is missing")]
    NoteMissing,
    #[error("this is no demonstration")]
    DemonstrationRefused,
    #[error("mail is obsolete")]
    MailObsolete,
    #[error("too much to do")]
    Busy,
    #[error("database failed")]
    Database(#[from] sqlx::Error),
    #[error("password hashing failed")]
    Hashing(#[source] argon2::password_hash::Error),
    #[error("password work crashed")]
    Crashed(#[from] tokio::task::JoinError),
    #[error("settings do not answer: {}", .0.code())]
    Settings(Status),
}

impl From<Blocked> for Fault {
    fn from(blocked: Blocked) -> Self {
        Self::LoginBlocked {
            minutes: blocked.minutes,
        }
    }
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
            Self::EmailInvalid
            | Self::PasswordTooShort { .. }
            | Self::PasswordTooLong { .. }
            | Self::PasswordGuessable
            | Self::NameTooShort { .. }
            | Self::NameTooLong { .. }
            | Self::NameIsEmail
            | Self::NameStartsWithAt
            | Self::NameHasContact
            | Self::NameInvalid
            | Self::BirthDateInvalid
            | Self::TooYoung { .. }
            | Self::GenderMissing
            | Self::CountryUnknown
            | Self::LanguageUnknown
            | Self::TermsNotAccepted
            | Self::ConsentUnknown
            | Self::TrackingMissing
            | Self::RoleUnknown
            | Self::NoteMissing
            | Self::LinkInvalid
            | Self::PasswordWrong
            | Self::IdInvalid => Code::InvalidArgument,
            Self::EmailTaken | Self::EmailDeleted => Code::AlreadyExists,
            Self::SignupsClosed
            | Self::AlreadyActive
            | Self::MailObsolete
            | Self::ConsentEndsWithAccount
            | Self::DemonstrationRefused => Code::FailedPrecondition,
            Self::LoginFailed | Self::SessionUnknown => Code::Unauthenticated,
            Self::LoginBlocked { .. } | Self::TooManyMails | Self::Busy => Code::ResourceExhausted,
            Self::AccountUnknown | Self::SiteUnknown => Code::NotFound,
            Self::Database(_) | Self::Hashing(_) | Self::Crashed(_) => Code::Internal,
            Self::Settings(_) => Code::Unavailable,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::EmailInvalid => "email_invalid",
            Self::EmailTaken => "email_taken",
            Self::EmailDeleted => "email_deleted",
            Self::PasswordTooShort { .. } => "password_too_short",
            Self::PasswordTooLong { .. } => "password_too_long",
            Self::PasswordGuessable => "password_guessable",
            Self::PasswordWrong => "password_wrong",
            Self::NameTooShort { .. } => "name_too_short",
            Self::NameTooLong { .. } => "name_too_long",
            Self::NameIsEmail => "name_is_email",
            Self::NameStartsWithAt => "name_starts_with_at",
            Self::NameHasContact => "name_has_contact",
            Self::NameInvalid => "name_invalid",
            Self::BirthDateInvalid => "birth_date_invalid",
            Self::TooYoung { .. } => "too_young",
            Self::GenderMissing => "gender_missing",
            Self::CountryUnknown => "country_unknown",
            Self::LanguageUnknown => "language_unknown",
            Self::TermsNotAccepted => "terms_not_accepted",
            Self::ConsentUnknown => "consent_unknown",
            Self::ConsentEndsWithAccount => "consent_ends_with_account",
            Self::TrackingMissing => "tracking_missing",
            Self::SignupsClosed => "signups_closed",
            Self::LoginFailed => "login_failed",
            Self::LoginBlocked { .. } => "login_blocked",
            Self::LinkInvalid => "link_invalid",
            Self::TooManyMails => "too_many_mails",
            Self::AlreadyActive => "already_active",
            Self::AccountUnknown => "account_unknown",
            Self::SessionUnknown => "session_unknown",
            Self::SiteUnknown => "site_unknown",
            Self::IdInvalid => "id_invalid",
            Self::RoleUnknown => "role_unknown",
            Self::NoteMissing => "note_missing",
            Self::MailObsolete => "mail_obsolete",
            Self::DemonstrationRefused => "demonstration_refused",
            Self::Busy => "busy",
            Self::Database(_) | Self::Hashing(_) | Self::Crashed(_) => "internal",
            Self::Settings(_) => "unavailable",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::PasswordTooShort { min } | Self::NameTooShort { min } => {
                vec![("min", min.to_string())]
            }
            Self::PasswordTooLong { max } | Self::NameTooLong { max } => {
                vec![("max", max.to_string())]
            }
            Self::TooYoung { min_age } => vec![("min_age", min_age.to_string())],
            Self::LoginBlocked { minutes } => vec![("minutes", minutes.to_string())],
            _ => Vec::new(),
        }
    }
}
