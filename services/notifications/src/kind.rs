//! What members are told: the mails an account needs, receipts, and news; and where their links lead.

use proto::accounts::v1::MailKind;
use url::Url;
use uuid::Uuid;

use crate::preference::Type;

/// A mail that a member's account needs, a receipt, or news by mail and push.
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
    /// Receipt of a payment, and confirmation of the purchase.
    Purchase,
    /// Receipt of a member's declaration to withdraw from a purchase.
    Withdrawal,
    /// Money is on its way back.
    Refund,
    /// News: somebody writes for the first time.
    NewConversation,
    /// News: somebody writes.
    NewMessage,
    /// News: somebody likes the member.
    Like,
    /// News: a like was answered.
    Match,
}

impl Kind {
    /// Every kind there is.
    pub const ALL: [Self; 13] = [
        Self::Activation,
        Self::AlreadyRegistered,
        Self::PasswordReset,
        Self::MailChange,
        Self::MailChangeNotice,
        Self::Deletion,
        Self::Purchase,
        Self::Withdrawal,
        Self::Refund,
        Self::NewConversation,
        Self::NewMessage,
        Self::Like,
        Self::Match,
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
            Self::Purchase => "purchase",
            Self::Withdrawal => "withdrawal",
            Self::Refund => "refund",
            Self::NewConversation => "new_conversation",
            Self::NewMessage => "new_message",
            Self::Like => "like",
            Self::Match => "match",
        }
    }

    /// What the member switches this news off by; none for what the account needs.
    #[must_use]
    pub fn news(self) -> Option<Type> {
        match self {
            Self::NewConversation => Some(Type::NewConversations),
            Self::NewMessage => Some(Type::NewMessages),
            // The contract has no type of its own for a match: it is a like that was answered.
            Self::Like | Self::Match => Some(Type::Like),
            Self::Activation
            | Self::AlreadyRegistered
            | Self::PasswordReset
            | Self::MailChange
            | Self::MailChangeNotice
            | Self::Deletion
            | Self::Purchase
            | Self::Withdrawal
            | Self::Refund => None,
        }
    }

    /// Whether it tells of money: the law owes the member this mail, whatever mail is switched off,
    /// also when the address is not confirmed, or the account deleted and not yet erased.
    #[must_use]
    pub fn is_receipt(self) -> bool {
        matches!(self, Self::Purchase | Self::Withdrawal | Self::Refund)
    }

    /// Page of the site where news `about` a conversation or a member is seen.
    #[must_use]
    pub fn page(self, about: Uuid) -> Option<String> {
        match self {
            Self::NewConversation | Self::NewMessage => Some(format!("/chats/{about}")),
            Self::Like => Some("/likes".to_owned()),
            Self::Match => Some(format!("/members/{about}")),
            _ => None,
        }
    }

    /// Whether it goes to the address that the account has now.
    ///
    /// The confirmation of a new address does not, nor does the notice to the old one, which may
    /// be so no more: what becomes of them says nothing about the address in use.
    #[must_use]
    pub fn goes_to_present_address(self) -> bool {
        !matches!(self, Self::MailChange | Self::MailChangeNotice)
    }

    /// Where the links of news lead; none when it is no news.
    #[must_use]
    pub fn news_links(self, origin: &Url, about: Uuid) -> Option<Links> {
        Some(Links {
            main: address(origin, &self.page(about)?, ""),
            more: None,
            preferences: Some(address(origin, "/notifications", "")),
        })
    }

    /// Where the links of a receipt lead: to its order, and with a purchase to the terms.
    #[must_use]
    pub fn receipt_links(self, origin: &Url, order: Uuid) -> Links {
        Links {
            main: address(origin, &format!("/transactions/{order}"), ""),
            more: (self == Self::Purchase).then(|| address(origin, "/terms", "")),
            preferences: None,
        }
    }

    /// Where the links of a mail that the account needs lead; none when the kind needs a token and
    /// there is none, or when it is no such mail.
    #[must_use]
    pub fn links(self, origin: &Url, token: &str) -> Option<Links> {
        let with_token = |path: &str| {
            (!token.is_empty()).then(|| Links {
                main: address(origin, path, token),
                more: None,
                preferences: None,
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
                preferences: None,
            }),
            Self::MailChangeNotice => Some(Links {
                main: plain("/reset-password"),
                more: None,
                preferences: None,
            }),
            Self::Purchase
            | Self::Withdrawal
            | Self::Refund
            | Self::NewConversation
            | Self::NewMessage
            | Self::Like
            | Self::Match => None,
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
    /// Where the member chooses what to hear of; in news only.
    pub preferences: Option<String>,
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

impl From<Kind> for Purpose {
    fn from(kind: Kind) -> Self {
        kind.news().map_or(Self::Account(kind), Self::News)
    }
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
    fn news_leads_to_where_it_is_seen() {
        let about = Uuid::from_u128(7);
        let main = |kind: Kind| kind.news_links(&origin(), about).unwrap().main;
        let conversation = "http://localhost:8080/chats/00000000-0000-0000-0000-000000000007";
        assert_eq!(main(Kind::NewConversation), conversation);
        assert_eq!(main(Kind::NewMessage), conversation);
        assert_eq!(main(Kind::Like), "http://localhost:8080/likes");
        assert_eq!(
            main(Kind::Match),
            "http://localhost:8080/members/00000000-0000-0000-0000-000000000007"
        );
        for kind in Kind::ALL {
            let links = kind.news_links(&origin(), about);
            assert_eq!(links.is_some(), kind.news().is_some(), "{kind:?}");
            assert!(kind.news().is_none() || kind.links(&origin(), "t0ken").is_none());
        }
    }

    #[test]
    fn a_receipt_leads_to_its_order_and_a_purchase_to_the_terms() {
        let order = Uuid::from_u128(7);
        for kind in Kind::ALL.into_iter().filter(|kind| kind.is_receipt()) {
            let links = kind.receipt_links(&origin(), order);
            let page = "http://localhost:8080/transactions/00000000-0000-0000-0000-000000000007";
            assert_eq!(links.main, page);
            let terms = (kind == Kind::Purchase).then_some("http://localhost:8080/terms");
            assert_eq!(links.more.as_deref(), terms);
            assert_eq!(links.preferences, None, "nobody chooses not to hear of it");
            assert_eq!(kind.links(&origin(), "t0ken"), None);
        }
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
            assert_eq!(Purpose::from(kind).unsubscribes(), kind.news());
        }
        let switched = |kind: Kind| Purpose::from(kind).unsubscribes();
        assert_eq!(switched(Kind::PasswordReset), None);
        assert_eq!(
            switched(Kind::NewConversation),
            Some(Type::NewConversations)
        );
        assert_eq!(switched(Kind::NewMessage), Some(Type::NewMessages));
        assert_eq!(switched(Kind::Like), Some(Type::Like));
        assert_eq!(switched(Kind::Match), Some(Type::Like));
    }

    #[test]
    fn every_kind_of_the_contract_is_known() {
        let known: Vec<Kind> = (1..=6)
            .map(|number| Kind::try_from(MailKind::try_from(number).unwrap()).unwrap())
            .collect();
        assert_eq!(known, Kind::ALL[..6]);
        assert!(Kind::try_from(MailKind::Unspecified).is_err());
    }
}
