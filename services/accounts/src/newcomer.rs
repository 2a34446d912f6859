//! What a visitor fills in to sign up, and which of it is right.

use proto::accounts::v1 as wire;
use time::{Date, OffsetDateTime};

use crate::{
    account::personal_words, birth_date, email::Email, fault::Fault, gender::Gender,
    password::Password, profile_name::ProfileName, site::Site, tracking::Tracking,
};

/// A sign-up that keeps every rule but that of the password's strength.
pub(crate) struct Newcomer {
    pub(crate) email: Email,
    pub(crate) password: Password,
    pub(crate) profile_name: ProfileName,
    pub(crate) birth_date: Date,
    pub(crate) gender: Gender,
    pub(crate) seeking: Vec<Gender>,
    pub(crate) country: String,
    pub(crate) language: String,
    /// Where the visitor came from; only with consent.
    pub(crate) tracking: Option<Tracking>,
}

impl Newcomer {
    /// Judges a sign-up by the rules of its site. `tracked`: the visitor is known to bring a traffic source.
    pub(crate) fn parse(
        form: wire::SignUpRequest,
        site: &Site,
        now: OffsetDateTime,
        tracked: bool,
    ) -> Result<Self, Fault> {
        let tracking = Tracking::from_wire(&form.tracking.unwrap_or_default());
        site.admits(tracked || tracking.names_a_source())?;
        let email = Email::parse(&form.email)?;
        let profile_name = ProfileName::parse(&form.profile_name, &email)?;
        let password = Password::new(form.password)?;
        let birth_date = birth_date::parse(&form.birth_date, site.min_age, site.today(now))?;
        let gender = Gender::from_wire(form.gender)?;
        let seeking = Gender::sought(&form.seeking)?;
        let country = site.country(&form.country)?;
        let language = site.language(&form.language)?;
        if !form.accept_terms || !form.accept_sensitive {
            return Err(Fault::TermsNotAccepted);
        }
        Ok(Self {
            email,
            password,
            profile_name,
            birth_date,
            gender,
            seeking,
            country,
            language,
            tracking: form.accept_tracking.then_some(tracking),
        })
    }

    /// Words that the password must not be made of.
    #[must_use]
    pub(crate) fn personal_words(&self) -> Vec<String> {
        personal_words(&self.email, &self.profile_name)
    }
}
