//! Mail addresses: what is one, and when two are the same.

use std::fmt;

use email_address::{EmailAddress, Options};
use url::Host;

use crate::fault::Fault;

/// Characters of an address (RFC 5321, 4.5.3.1.3 less the brackets).
const MAX: usize = 254;

/// A mail address that mails can be sent to.
///
/// Letters and digits of the local part are ASCII, because not every mail
/// server takes others; the domain is lower case, international ones in their
/// ASCII form.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Email(String);

impl Email {
    /// Reads an address; reason `email_invalid`.
    pub(crate) fn parse(raw: &str) -> Result<Self, Fault> {
        let raw = raw.trim();
        if raw.chars().count() > MAX {
            return Err(Fault::EmailInvalid);
        }
        let (local, domain) = raw.rsplit_once('@').ok_or(Fault::EmailInvalid)?;
        // Quoted local parts are legal and only ever used to attack.
        if !local.is_ascii() || local.contains('"') {
            return Err(Fault::EmailInvalid);
        }
        let Ok(Host::Domain(domain)) = Host::parse(domain) else {
            return Err(Fault::EmailInvalid);
        };
        let address = format!("{local}@{domain}");
        let options = Options::default()
            .without_display_text()
            .without_domain_literal()
            .with_required_tld();
        EmailAddress::parse_with_options(&address, options).map_err(|_| Fault::EmailInvalid)?;
        if address.len() > MAX {
            return Err(Fault::EmailInvalid);
        }
        Ok(Self(address))
    }

    /// Wraps an address that was parsed when it was stored.
    #[must_use]
    pub(crate) fn stored(address: String) -> Self {
        Self(address)
    }

    /// As mails are addressed.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Equal for two spellings of one address: mailboxes that differ by case alone
    /// are not found in the world, members who type capitals are.
    #[must_use]
    pub(crate) fn key(&self) -> String {
        self.0.to_lowercase()
    }

    /// What a password must not be made of: the address, its halves, the domain's name.
    #[must_use]
    pub(crate) fn parts(&self) -> Vec<&str> {
        let (local, domain) = self.0.rsplit_once('@').unwrap_or((&self.0, ""));
        let name = domain.split('.').next().unwrap_or_default();
        vec![&self.0, local, domain, name]
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Email(..)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ordinary_addresses_are_taken() {
        for (raw, address, key) in [
            ("anna@example.com", "anna@example.com", "anna@example.com"),
            (
                "  Anna.B+x@Example.COM ",
                "Anna.B+x@example.com",
                "anna.b+x@example.com",
            ),
            ("a@b.nl", "a@b.nl", "a@b.nl"),
            (
                "jan@Bücher.de",
                "jan@xn--bcher-kva.de",
                "jan@xn--bcher-kva.de",
            ),
        ] {
            let email = Email::parse(raw).unwrap();
            assert_eq!((email.as_str(), email.key().as_str()), (address, key));
        }
    }

    #[test]
    fn what_is_no_address_is_refused() {
        let long = format!("{}@example.com", "a".repeat(65));
        let longer = format!("a@{}example.com", "long-label.".repeat(30));
        for raw in [
            "",
            "@",
            "anna",
            "anna@",
            "@example.com",
            "anna@localhost",
            "anna@127.0.0.1",
            "anna@[127.0.0.1]",
            "anna@@example.com",
            "a b@example.com",
            "anna@exam ple.com",
            "anna@example.com\r\nBcc: all@example.com",
            "anna\0@example.com",
            "\"anna b\"@example.com",
            "Anna <anna@example.com>",
            "änna@example.com",
            "anna..b@example.com",
            ".anna@example.com",
            "anna@example..com",
            "anna@-x-.com@",
            &long,
            &longer,
        ] {
            assert!(
                matches!(Email::parse(raw), Err(Fault::EmailInvalid)),
                "{raw:?}"
            );
        }
    }

    #[test]
    fn no_address_shows_in_debug_text() {
        assert!(!format!("{:?}", Email::parse("anna@example.com").unwrap()).contains("anna"));
    }

    proptest! {
        #[test]
        fn any_text_is_judged_and_what_passes_is_harmless(raw in "\\PC{0,40}@?\\PC{0,40}|.{0,80}") {
            if let Ok(email) = Email::parse(&raw) {
                prop_assert!(email.as_str().is_ascii());
                prop_assert!(!email.as_str().contains(|c: char| c.is_control() || " <>,;\"".contains(c)));
                // Stored and parsed again it is the same.
                prop_assert_eq!(Email::parse(email.as_str()).unwrap(), email);
            }
        }

        #[test]
        fn case_makes_no_other_address(local in "[a-zA-Z0-9]{1,20}", domain in "[a-zA-Z]{1,20}") {
            let raw = format!("{local}@{domain}.com");
            let (lower, upper) = (raw.to_lowercase(), raw.to_uppercase());
            prop_assert_eq!(Email::parse(&lower).unwrap().key(), Email::parse(&upper).unwrap().key());
        }
    }
}
