//! The deployment's key pair for pushes (VAPID, RFC 8292): a push service takes only what is signed
//! with the key that the browser subscribed with.

use anyhow::Context as _;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use kit::Chance;
use secrecy::ExposeSecret as _;
use serde::Serialize;
use time::{Duration, OffsetDateTime};
use web_push_native::p256::{
    SecretKey, elliptic_curve::sec1::ToEncodedPoint as _, pkcs8::EncodePrivateKey as _,
};

/// How long a signature is good; push services refuse more than a day.
const GOOD_FOR: Duration = Duration::hours(12);

/// Length of a private key, in bytes.
pub(crate) const LENGTH: usize = 32;

/// A key pair that signs pushes.
#[derive(Clone)]
pub(crate) struct PushKey {
    signing: EncodingKey,
    public: String,
}

impl std::fmt::Debug for PushKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PushKey { .. }")
    }
}

#[derive(Serialize)]
struct Claims<'a> {
    aud: &'a str,
    exp: i64,
    sub: &'a str,
}

impl PushKey {
    /// Reads a private key.
    pub(crate) fn read(private: &[u8]) -> anyhow::Result<Self> {
        let secret = SecretKey::from_slice(private)
            .ok()
            .context("not a private key on P-256")?;
        let document = secret.to_pkcs8_der().ok().context("key has no DER form")?;
        let point = secret.public_key().to_encoded_point(false);
        Ok(Self {
            signing: EncodingKey::from_ec_der(document.as_bytes()),
            public: URL_SAFE_NO_PAD.encode(point.as_bytes()),
        })
    }

    /// Reads a private key of the configuration.
    pub(crate) fn configured(private: &kit::Secret) -> anyhow::Result<Self> {
        let bytes = URL_SAFE_NO_PAD
            .decode(private.expose_secret().trim_end_matches('='))
            .ok()
            .context("push_private_key is not base64url")?;
        Self::read(&bytes).context("push_private_key")
    }

    /// Makes a private key.
    pub(crate) fn make(chance: &Chance) -> [u8; LENGTH] {
        loop {
            let bytes = chance.bytes::<LENGTH>();
            // All but a few numbers are keys.
            if SecretKey::from_slice(&bytes).is_ok() {
                return bytes;
            }
        }
    }

    /// What browsers subscribe with: uncompressed point, base64url.
    #[must_use]
    pub(crate) fn public(&self) -> &str {
        &self.public
    }

    /// The `Authorization` of a push to a push service.
    pub(crate) fn authorization(
        &self,
        origin: &str,
        contact: &str,
        now: OffsetDateTime,
    ) -> anyhow::Result<String> {
        let claims = Claims {
            aud: origin,
            exp: (now + GOOD_FOR).unix_timestamp(),
            sub: contact,
        };
        let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &self.signing)?;
        Ok(format!("vapid t={token}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use web_push_native::p256::ecdsa::{Signature, VerifyingKey, signature::Verifier as _};

    use super::*;

    fn decoded(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    #[test]
    fn a_signature_is_what_rfc_8292_wants() {
        let key = PushKey::read(&PushKey::make(&Chance::seeded(1))).unwrap();
        let now = datetime!(2026-03-02 12:00 UTC);
        let line = key
            .authorization(
                "https://web.push.apple.com",
                "mailto:help@vonk.example",
                now,
            )
            .unwrap();
        let (token, public) = line
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&decoded(public)).unwrap();
        let signature = Signature::from_slice(&decoded(signature)).unwrap();
        verifying.verify(signed.as_bytes(), &signature).unwrap();
        let (header, claims) = signed.split_once('.').unwrap();
        let header: serde_json::Value = serde_json::from_slice(&decoded(header)).unwrap();
        assert_eq!(header["alg"], "ES256");
        assert_eq!(header["typ"], "JWT");
        let claims: serde_json::Value = serde_json::from_slice(&decoded(claims)).unwrap();
        assert_eq!(claims["aud"], "https://web.push.apple.com");
        assert_eq!(claims["sub"], "mailto:help@vonk.example");
        assert_eq!(claims["exp"], now.unix_timestamp() + 12 * 3600);
    }

    #[test]
    fn a_configured_key_is_the_key() {
        // The sender's key pair of RFC 8291, section 5.
        let private = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
        let public = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
        for text in [private.to_owned(), format!("{private}=")] {
            let key = PushKey::configured(&text.into()).unwrap();
            assert_eq!(key.public(), public);
            assert_eq!(format!("{key:?}"), "PushKey { .. }");
        }
        for wrong in ["", "AAAA", "not base64!", &"A".repeat(43)] {
            let refused = PushKey::configured(&wrong.to_owned().into()).unwrap_err();
            assert!(format!("{refused:#}").contains("push_private_key"));
        }
    }
}
