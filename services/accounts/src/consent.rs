//! What a member can agree to.

use proto::accounts::v1 as wire;
use time::OffsetDateTime;

use kit::words;

use crate::fault::Fault;

words! {
    /// Kind of a consent.
    pub(crate) enum ConsentKind {
        Terms = "terms",
        Tracking = "tracking",
        Sensitive = "sensitive",
    }
}

impl ConsentKind {
    /// Reads the wire's number.
    pub(crate) fn from_wire(number: i32) -> Result<Self, Fault> {
        match wire::ConsentKind::try_from(number) {
            Ok(wire::ConsentKind::Terms) => Ok(Self::Terms),
            Ok(wire::ConsentKind::Tracking) => Ok(Self::Tracking),
            Ok(wire::ConsentKind::Sensitive) => Ok(Self::Sensitive),
            Ok(wire::ConsentKind::Unspecified) | Err(_) => Err(Fault::ConsentUnknown),
        }
    }
}

impl From<ConsentKind> for wire::ConsentKind {
    fn from(kind: ConsentKind) -> Self {
        match kind {
            ConsentKind::Terms => Self::Terms,
            ConsentKind::Tracking => Self::Tracking,
            ConsentKind::Sensitive => Self::Sensitive,
        }
    }
}

/// A consent as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Consent {
    pub(crate) kind: ConsentKind,
    pub(crate) granted: bool,
    /// The terms' version; empty for other kinds.
    pub(crate) version: String,
    pub(crate) changed_at: OffsetDateTime,
}
