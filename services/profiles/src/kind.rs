//! Who is behind a profile, and whether it may be seen.

use proto::profiles::v1 as wire;

use kit::words;

words! {
    /// Who is behind a profile; settled when it is made.
    pub(crate) enum Kind {
        Member = "member",
        /// Run by the company; every place that shows it says so.
        Fictional = "fictional",
    }
}

words! {
    /// Whether a profile may be seen.
    pub(crate) enum Status {
        /// The mail address is not confirmed yet.
        Disabled = "disabled",
        Active = "active",
        /// Deleted or taken down.
        Hidden = "hidden",
    }
}

impl From<Kind> for wire::ProfileKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Member => Self::Member,
            Kind::Fictional => Self::Fictional,
        }
    }
}

impl From<Status> for wire::ProfileStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Disabled => Self::Disabled,
            Status::Active => Self::Active,
            Status::Hidden => Self::Hidden,
        }
    }
}
