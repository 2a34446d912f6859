//! A member's account.

use kit::{MemberId, SiteId};
use proto::accounts::v1 as wire;
use time::{Date, OffsetDateTime};

use crate::{
    birth_date, email::Email, gender::Gender, profile_name::ProfileName, staff::StaffRole,
    status::Status,
};

/// An account as its owner sees it.
#[derive(Clone)]
pub(crate) struct Account {
    pub(crate) id: MemberId,
    pub(crate) site: SiteId,
    pub(crate) status: Status,
    pub(crate) email: Email,
    pub(crate) profile_name: ProfileName,
    pub(crate) birth_date: Date,
    pub(crate) gender: Gender,
    pub(crate) seeking: Vec<Gender>,
    pub(crate) country: String,
    pub(crate) language: String,
    pub(crate) staff_roles: Vec<StaffRole>,
    pub(crate) created_at: OffsetDateTime,
}

impl Account {
    /// Words that a password of this member must not be made of.
    #[must_use]
    pub(crate) fn personal_words(&self) -> Vec<String> {
        personal_words(&self.email, &self.profile_name)
    }
}

/// Words that a password must not be made of.
#[must_use]
pub(crate) fn personal_words(email: &Email, name: &ProfileName) -> Vec<String> {
    let words = email.parts().into_iter().chain([name.as_str()]);
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

impl From<Account> for wire::Account {
    fn from(account: Account) -> Self {
        let mut roles = vec!["member".to_owned()];
        roles.extend(
            account
                .staff_roles
                .iter()
                .map(|role| role.word().to_owned()),
        );
        Self {
            id: account.id.to_string(),
            site_id: account.site.to_string(),
            status: wire::AccountStatus::from(account.status).into(),
            email: account.email.as_str().to_owned(),
            profile_name: account.profile_name.as_str().to_owned(),
            birth_date: birth_date::write(account.birth_date),
            gender: wire::Gender::from(account.gender).into(),
            seeking: account
                .seeking
                .into_iter()
                .map(|gender| wire::Gender::from(gender).into())
                .collect(),
            country: account.country,
            language: account.language,
            created_at: Some(timestamp(account.created_at)),
            roles,
        }
    }
}

/// A moment as the wire writes it.
#[must_use]
pub(crate) fn timestamp(at: OffsetDateTime) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: at.unix_timestamp(),
        nanos: i32::try_from(at.nanosecond()).unwrap_or_default(),
    }
}
