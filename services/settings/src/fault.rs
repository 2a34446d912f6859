//! Everything settings may refuse; the reason words are documented in the proto file.

use tonic::Code;

/// Why a call failed, in words its caller can act on.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// No site has this id or domain.
    #[error("site is unknown")]
    SiteUnknown,
    /// No company has this id.
    #[error("company is unknown")]
    CompanyUnknown,
    /// The site has no such page in force.
    #[error("page is unknown")]
    PageUnknown,
    /// A value breaks a rule of its field.
    #[error("value of {field} is invalid")]
    ValueInvalid {
        /// Name of the field in the contract.
        field: &'static str,
    },
    /// Somebody else changed it meanwhile: read, merge, try again.
    #[error("version {stored} is stored")]
    VersionConflict {
        /// The version there is.
        stored: i64,
    },
    /// Fictional profiles would mislead members of this site.
    #[error("fictional profiles are refused")]
    FictionalRefused,
    /// The database failed.
    #[error("database failed")]
    Database(#[from] sqlx::Error),
}

impl kit::Fault for Fault {
    fn code(&self) -> Code {
        match self {
            Self::SiteUnknown | Self::CompanyUnknown | Self::PageUnknown => Code::NotFound,
            Self::ValueInvalid { .. } => Code::InvalidArgument,
            Self::VersionConflict { .. } => Code::Aborted,
            Self::FictionalRefused => Code::FailedPrecondition,
            Self::Database(_) => Code::Internal,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::SiteUnknown => "site_unknown",
            Self::CompanyUnknown => "company_unknown",
            Self::PageUnknown => "page_unknown",
            Self::ValueInvalid { .. } => "value_invalid",
            Self::VersionConflict { .. } => "version_conflict",
            Self::FictionalRefused => "fictional_refused",
            Self::Database(_) => "internal",
        }
    }

    fn details(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::ValueInvalid { field } => vec![("field", (*field).to_owned())],
            Self::VersionConflict { stored } => vec![("version", stored.to_string())],
            _ => vec![],
        }
    }
}
