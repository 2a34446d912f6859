//! The mails an account needs, and where their links lead.

use proto::accounts::v1::MailKind;
use url::Url;

use crate::preference::Type;

/// A mail that a member's account needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Kind {
    /// Link to confirm the address.
    Activation,
    /// Somebody signed up with an address that has an account.
    AlreadyRegistered,
    /// Link to set a new password.
    PasswordReset,
    /// To the new address: link to confirm it.
    MailChange,
    /// To the old address: a change was asked for.
    MailChangeNotice,
    /// The account is deleted; link to take it back.
    Deletion,
}

impl Kind {
    /// Every kind there is.
    pub const ALL: [Self; 6] = [
        Self::Activation,
        Self::AlreadyRegistered,
        Self::PasswordReset,
        Self::MailChange,
        Self::MailChangeNotice,
        Self::Deletion,
    ];

    /// The word of `MailSent.kind`, of the texts and of the metrics.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Activation => "activation",
            Self::AlreadyRegistered => "already_registered",
            Self::PasswordReset => "password_reset",
            Self::MailChange => "mail_change",
            Self::MailChangeNotice => "mail_change_notice",
            Self::Deletion => "deletion",
        }
    }

    /// Whether it goes to the address that the account has now.
    ///
    /// The confirmation of a new address does not: what becomes of it says
    /// nothing about the address in use.
    #[must_use]
    pub fn goes_to_present_address(self) -> bool {
        self != Self::MailChange
    }

    /// Where the mail's links lead; none when the kind needs a token and there is none.
    #[must_use]
    pub fn links(self, origin: &Url, token: &str) -> Option<Links> {
        let with_token = |path: &str| {
            (!token.is_empty()).then(|| Links {
                main: address(origin, path, token),
                more: None,
            })
        };
        let plain = |path: &str| address(origin, path, "");
        match self {
            Self::Activation => with_token("/activate"),
            Self::PasswordReset => with_token("/reset-password/do"),
            Self::MailChange => with_token("/mail-change/do"),
            Self::Deletion => with_token("/reactivate"),
            Self::AlreadyRegistered => Some(Links {
                main: plain("/login"),
                more: Some(plain("/reset-password")),
            }),
            Self::MailChangeNotice => Some(Links {
                main: plain("/reset-password"),
                more: None,
            }),
        }
    }
}

impl TryFrom<MailKind> for Kind {
    type Error = UnknownKind;

    fn try_from(kind: MailKind) -> Result<Self, UnknownKind> {
        match kind {
            MailKind::Unspecified => Err(UnknownKind),
            MailKind::Activation => Ok(Self::Activation),
            MailKind::AlreadyRegistered => Ok(Self::AlreadyRegistered),
            MailKind::PasswordReset => Ok(Self::PasswordReset),
            MailKind::MailChange => Ok(Self::MailChange),
            MailKind::MailChangeNotice => Ok(Self::MailChangeNotice),
            MailKind::Deletion => Ok(Self::Deletion),
        }
    }
}

/// A kind of mail that this version cannot write.
#[derive(Debug, thiserror::Error)]
#[error("kind of mail is unknown")]
pub struct UnknownKind;

/// Addresses that a mail offers.
#[derive(Clone, PartialEq, Eq)]
pub struct Links {
    /// Behind the button.
    pub main: String,
    /// A second way, below it.
    pub more: Option<String>,
}

impl std::fmt::Debug for Links {
    // A link may carry a token.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Links { .. }")
    }
}

fn address(origin: &Url, path: &str, token: &str) -> String {
    let mut url = origin.clone();
    url.set_path(path);
    url.set_query(None);
    url.set_fragment(None);
    if !token.is_empty() {
        url.query_pairs_mut().append_pair("token", token);
    }
    url.into()
}

/// What a mail is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The account cannot do without it.
    Account(Kind),
    /// News that the member may switch off.
    News(Type),
}

impl Purpose {
    /// The type that one click switches off; none for mails the account needs:
    /// who could unsubscribe from a password reset could be locked out.
    #[must_use]
    pub fn unsubscribes(self) -> Option<Type> {
        match self {
            Self::Account(_) => None,
            Self::News(kind) => Some(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin() -> Url {
        "http://localhost:8080".parse().unwrap()
    }

    #[test]
    fn links_lead_to_the_site() {
        let main = |kind: Kind| kind.links(&origin(), "t0ken").unwrap().main;
        assert_eq!(
            main(Kind::Activation),
            "http://localhost:8080/activate?token=t0ken"
        );
        assert_eq!(
            main(Kind::PasswordReset),
            "http://localhost:8080/reset-password/do?token=t0ken"
        );
        assert_eq!(
            main(Kind::MailChange),
            "http://localhost:8080/mail-change/do?token=t0ken"
        );
        assert_eq!(
            main(Kind::Deletion),
            "http://localhost:8080/reactivate?token=t0ken"
        );
        assert_eq!(main(Kind::AlreadyRegistered), "http://localhost:8080/login");
        assert_eq!(
            main(Kind::MailChangeNotice),
            "http://localhost:8080/reset-password"
        );
        let registered = Kind::AlreadyRegistered.links(&origin(), "").unwrap();
        assert_eq!(
            registered.more.unwrap(),
            "http://localhost:8080/reset-password"
        );
    }

    #[test]
    fn a_kind_that_needs_a_token_has_no_link_without() {
        for kind in [
            Kind::Activation,
            Kind::PasswordReset,
            Kind::MailChange,
            Kind::Deletion,
        ] {
            assert_eq!(kind.links(&origin(), ""), None);
        }
    }

    #[test]
    fn a_token_cannot_break_out_of_its_link() {
        let links = Kind::Activation.links(&origin(), "a&b=\"><c#d e").unwrap();
        assert_eq!(
            links.main,
            "http://localhost:8080/activate?token=a%26b%3D%22%3E%3Cc%23d+e"
        );
    }

    #[test]
    fn links_show_no_token_in_debug_text() {
        let links = Kind::Activation.links(&origin(), "canary").unwrap();
        assert!(!format!("{links:?}").contains("canary"));
    }

    #[test]
    fn news_can_be_unsubscribed_and_account_mails_cannot() {
        assert_eq!(
            Purpose::News(Type::WeeklyUpdates).unsubscribes(),
            Some(Type::WeeklyUpdates)
        );
        for kind in Kind::ALL {
            assert_eq!(Purpose::Account(kind).unsubscribes(), None);
        }
    }

    #[test]
    fn every_kind_of_the_contract_is_known() {
        let known: Vec<Kind> = (1..=6)
            .map(|number| Kind::try_from(MailKind::try_from(number).unwrap()).unwrap())
            .collect();
        assert_eq!(known, Kind::ALL);
        assert!(Kind::try_from(MailKind::Unspecified).is_err());
    }
}
