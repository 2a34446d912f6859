//! Mails about an account: their kinds, how long they matter, and what their links can do.

use proto::accounts::v1 as wire;
use time::{Duration, OffsetDateTime};

use kit::words;

use crate::{config::Config, status::Status};

words! {
    /// Kind of a mail.
    pub(crate) enum MailKind {
        Activation = "activation",
        AlreadyRegistered = "already_registered",
        PasswordReset = "password_reset",
        MailChange = "mail_change",
        MailChangeNotice = "mail_change_notice",
        Deletion = "deletion",
    }
}

words! {
    /// What a mailed link does.
    pub(crate) enum Purpose {
        Activate = "activate",
        ResetPassword = "reset_password",
        ChangeMail = "change_mail",
        Reactivate = "reactivate",
    }
}

impl Purpose {
    /// Links that a new password makes void: whoever had the old one may have asked for them.
    pub(crate) const OVERTAKEN_BY_PASSWORD: [Self; 2] = [Self::ResetPassword, Self::ChangeMail];
}

impl MailKind {
    /// Mails with such links that are still to be sent.
    pub(crate) const OVERTAKEN_BY_PASSWORD: [Self; 2] = [Self::PasswordReset, Self::MailChange];

    /// What the mail's link does; none without a link.
    #[must_use]
    pub(crate) const fn purpose(self) -> Option<Purpose> {
        match self {
            Self::Activation => Some(Purpose::Activate),
            Self::PasswordReset => Some(Purpose::ResetPassword),
            Self::MailChange => Some(Purpose::ChangeMail),
            Self::Deletion => Some(Purpose::Reactivate),
            Self::AlreadyRegistered | Self::MailChangeNotice => None,
        }
    }

    /// Whether the mail still makes sense for an account in this state.
    #[must_use]
    pub(crate) fn fits(self, status: Status) -> bool {
        match self {
            Self::Activation => status == Status::NotConfirmed,
            Self::Deletion => status == Status::Deleted,
            Self::AlreadyRegistered | Self::PasswordReset | Self::MailChange => {
                status != Status::Deleted
            }
            // A thief who changed the address and then deleted the account is what it warns of.
            Self::MailChangeNotice => true,
        }
    }

    /// After this long nobody expects the mail any more.
    #[must_use]
    pub(crate) fn patience(self, config: &Config) -> Duration {
        match self {
            Self::Activation => days(config.activation_days),
            Self::Deletion => days(config.deletion_days),
            Self::PasswordReset | Self::MailChange => Duration::days(1),
            Self::AlreadyRegistered | Self::MailChangeNotice => Duration::days(3),
        }
    }

    /// The mail that tells the owner of an address the truth, when somebody typed it
    /// where a new one was expected.
    #[must_use]
    pub(crate) fn truth(status: Status) -> Self {
        if status == Status::Deleted {
            Self::Deletion
        } else {
            Self::AlreadyRegistered
        }
    }
}

/// When a link that is mailed at `now`, and was asked for at `asked`, stops working.
#[must_use]
pub(crate) fn link_expires(
    purpose: Purpose,
    asked: OffsetDateTime,
    now: OffsetDateTime,
    config: &Config,
) -> OffsetDateTime {
    match purpose {
        Purpose::Activate => asked + days(config.activation_days),
        // Short ones run from the mail's making: a mail server that was away must not eat them.
        Purpose::ResetPassword => now + Duration::minutes(i64::from(config.reset_minutes)),
        Purpose::ChangeMail => now + Duration::hours(i64::from(config.mail_change_hours)),
        // The account's own end is earlier; PrepareMail takes the earlier one.
        Purpose::Reactivate => now + days(config.deletion_days),
    }
}

fn days(days: u32) -> Duration {
    Duration::days(i64::from(days))
}

impl From<MailKind> for wire::MailKind {
    fn from(kind: MailKind) -> Self {
        match kind {
            MailKind::Activation => Self::Activation,
            MailKind::AlreadyRegistered => Self::AlreadyRegistered,
            MailKind::PasswordReset => Self::PasswordReset,
            MailKind::MailChange => Self::MailChange,
            MailKind::MailChangeNotice => Self::MailChangeNotice,
            MailKind::Deletion => Self::Deletion,
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn no_mail_but_the_deletions_own_invites_into_a_deleted_account() {
        use MailKind::{Activation, AlreadyRegistered, Deletion, MailChange, PasswordReset};
        for kind in [Activation, AlreadyRegistered, PasswordReset, MailChange] {
            assert!(!kind.fits(Status::Deleted), "{kind:?}");
        }
        assert!(Deletion.fits(Status::Deleted) && !Deletion.fits(Status::Active));
        assert!(!Activation.fits(Status::Active));
    }

    #[test]
    fn a_late_mail_still_has_its_full_half_hour() {
        let asked = datetime!(2026-01-01 12:00 UTC);
        let now = asked + Duration::hours(3);
        let config = Config::default();
        let expires = link_expires(Purpose::ResetPassword, asked, now, &config);
        assert_eq!(expires - now, Duration::minutes(30));
        let expires = link_expires(Purpose::Activate, asked, now, &config);
        assert_eq!(expires - asked, Duration::days(14));
    }
}
