//! States of an account.

use proto::accounts::v1 as wire;

use kit::words;

words! {
    /// State of an account.
    pub(crate) enum Status {
        /// Created; the mail address is not proven yet.
        NotConfirmed = "not_confirmed",
        /// The mail address is proven.
        Active = "active",
        /// Hidden, to be erased unless taken back.
        Deleted = "deleted",
    }
}

impl From<Status> for wire::AccountStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::NotConfirmed => Self::NotConfirmed,
            Status::Active => Self::Active,
            Status::Deleted => Self::Deleted,
        }
    }
}
