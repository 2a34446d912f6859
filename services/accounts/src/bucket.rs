//! Keys of throttle and allowance rows: they say nothing about whom they count.

use hmac::{Hmac, Mac as _};
use kit::{MemberId, Secret, SiteId};
use secrecy::ExposeSecret as _;
use sha2::Sha256;

use crate::{email::Email, token::Token};

/// Makes row keys with a secret, so that a copied table names no address, and an
/// address without an account has a row like any other.
#[derive(Clone)]
pub(crate) struct Buckets(Hmac<Sha256>);

impl Buckets {
    /// Derives its secret from the deployment's key. When that changes, counting starts anew.
    ///
    /// # Panics
    /// Never: HMAC takes keys of any length.
    #[must_use]
    pub(crate) fn new(identity_key: &Secret) -> Self {
        let keyed = |key: &[u8]| Hmac::new_from_slice(key).expect("HMAC takes any key");
        let mut derived: Hmac<Sha256> = keyed(identity_key.expose_secret().as_bytes());
        derived.update(b"accounts: rows that count");
        Self(keyed(&derived.finalize().into_bytes()))
    }

    /// Logins with an address from devices that the account has not seen.
    #[must_use]
    pub(crate) fn strangers(&self, site: SiteId, email: &Email) -> Vec<u8> {
        self.key(&[b"strangers", site.get().as_bytes(), email.key().as_bytes()])
    }

    /// Logins with an address from one device the account has seen.
    #[must_use]
    pub(crate) fn device(&self, site: SiteId, email: &Email, device: &Token) -> Vec<u8> {
        self.key(&[
            b"device",
            site.get().as_bytes(),
            email.key().as_bytes(),
            &device.hash(),
        ])
    }

    /// Passwords asked of a member who is logged in.
    #[must_use]
    pub(crate) fn member(&self, member: MemberId) -> Vec<u8> {
        self.key(&[b"member", member.get().as_bytes()])
    }

    /// Mails of one `kind` to an address.
    #[must_use]
    pub(crate) fn mails_to(&self, kind: &str, site: SiteId, email: &Email) -> Vec<u8> {
        self.key(&[
            b"to",
            kind.as_bytes(),
            site.get().as_bytes(),
            email.key().as_bytes(),
        ])
    }

    /// Mails of one `kind` that a member asked for.
    #[must_use]
    pub(crate) fn mails_of(&self, kind: &str, member: MemberId) -> Vec<u8> {
        self.key(&[b"of", kind.as_bytes(), member.get().as_bytes()])
    }

    fn key(&self, parts: &[&[u8]]) -> Vec<u8> {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(&u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().to_vec()
    }
}

impl std::fmt::Debug for Buckets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Buckets")
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const SITE: SiteId = SiteId::new(Uuid::from_u128(1));

    fn email(raw: &str) -> Email {
        Email::parse(raw).unwrap()
    }

    #[test]
    fn one_address_has_one_bucket_on_each_site() {
        let buckets = Buckets::new(&"key".into());
        let anna = buckets.strangers(SITE, &email("Anna@example.com"));
        assert_eq!(anna, buckets.strangers(SITE, &email("anna@EXAMPLE.com")));
        assert_ne!(anna, buckets.strangers(SITE, &email("bo@example.com")));
        let elsewhere = SiteId::new(Uuid::from_u128(2));
        assert_ne!(
            anna,
            buckets.strangers(elsewhere, &email("anna@example.com"))
        );
    }

    #[test]
    fn purposes_do_not_share_buckets() {
        let buckets = Buckets::new(&"key".into());
        let (anna, device) = (
            email("anna@example.com"),
            Token::mint(&kit::Chance::seeded(1)),
        );
        let member = MemberId::new(Uuid::from_u128(3));
        let mut keys = vec![
            buckets.strangers(SITE, &anna),
            buckets.device(SITE, &anna, &device),
            buckets.member(member),
            buckets.mails_to("a", SITE, &anna),
            buckets.mails_to("b", SITE, &anna),
            buckets.mails_of("a", member),
        ];
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 6);
    }

    #[test]
    fn another_key_makes_other_buckets() {
        let anna = email("anna@example.com");
        let of = |key: &str| Buckets::new(&key.into()).strangers(SITE, &anna);
        assert_ne!(of("one"), of("two"));
    }
}
