//! Who calls: short-lived signed tokens between our own processes.
//!
//! The gateway turns a session into a token; a service that calls another signs
//! one of its own. Every gRPC call without a valid token is refused.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use hmac::{Hmac, Mac as _};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use time::OffsetDateTime;
use tonic::{Code, Request, Status};

use crate::{Clock, MemberId, SessionId, SiteId, fault};

const AUDIENCE: &str = "vonk-internal";
const LIFETIME: Duration = Duration::from_mins(1);
/// Clocks of two machines may differ by this much.
const LEEWAY: Duration = Duration::from_secs(10);

/// Who makes a call, as proven by its identity token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// Service that signed the token: `gateway` for people, else the service itself.
    pub service: String,
    /// Site the person is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<SiteId>,
    /// The member, when logged in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<MemberId>,
    /// The member's session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// `member`, and for staff `moderator` or `operator`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// ISO 639-1 language of the page; empty for services.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub locale: String,
    /// The person's network (a prefix, never a whole address).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The visitor was sent by a traffic source.
    #[serde(default)]
    pub tracked: bool,
}

impl Caller {
    /// The caller of a gRPC request, as verified by the host.
    pub fn of<T>(request: &Request<T>) -> Result<Self, Status> {
        request
            .extensions()
            .get::<Self>()
            .cloned()
            .ok_or_else(refused)
    }

    /// The logged-in member and their site; reason `not_logged_in` for others.
    pub fn member(&self) -> Result<(SiteId, MemberId), Status> {
        match (self.site, self.member) {
            (Some(site), Some(member)) => Ok((site, member)),
            _ => Err(fault::status(Code::PermissionDenied, "not_logged_in", [])),
        }
    }

    /// The site of a person, logged in or not; reason `site_unknown` for services.
    pub fn visitor_site(&self) -> Result<SiteId, Status> {
        self.site
            .ok_or_else(|| fault::status(Code::PermissionDenied, "site_unknown", []))
    }

    /// Admits one of the named services calling on its own behalf, and nobody else.
    pub fn only_service(&self, allowed: &[&str]) -> Result<(), Status> {
        if self.member.is_none() && self.site.is_none() && allowed.contains(&self.service.as_str())
        {
            return Ok(());
        }
        Err(fault::status(Code::PermissionDenied, "not_allowed", []))
    }
}

fn refused() -> Status {
    fault::status(Code::Unauthenticated, "identity_refused", [])
}

#[derive(Serialize, Deserialize)]
struct Claims {
    aud: String,
    exp: i64,
    #[serde(flatten)]
    caller: Caller,
}

/// Signs tokens in the name of one service.
#[derive(Clone)]
pub struct Signer {
    service: &'static str,
    key: Arc<EncodingKey>,
    clock: Clock,
    own: Arc<Mutex<Option<(OffsetDateTime, String)>>>,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Signer({})", self.service)
    }
}

impl Signer {
    /// Signs with the deployment's key.
    #[must_use]
    pub fn new(service: &'static str, key: &SecretString, clock: Clock) -> Self {
        let key = Arc::new(EncodingKey::from_secret(key.expose_secret().as_bytes()));
        Self {
            service,
            key,
            clock,
            own: Arc::default(),
        }
    }

    /// A token for a person's call; `caller.service` is set to the signing service.
    ///
    /// # Panics
    /// Never: the claims are plain JSON.
    #[must_use]
    pub fn token(&self, caller: &Caller) -> String {
        let caller = Caller {
            service: self.service.to_owned(),
            ..caller.clone()
        };
        let exp = (self.clock.now() + LIFETIME).unix_timestamp();
        let claims = Claims {
            aud: AUDIENCE.to_owned(),
            exp,
            caller,
        };
        jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.key)
            .expect("claims are plain JSON")
    }

    /// The token for this service's own calls, signed anew every half lifetime.
    #[must_use]
    pub fn service_token(&self) -> String {
        let now = self.clock.now();
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        match &*own {
            Some((signed_at, token)) if now - *signed_at < LIFETIME / 2 && now >= *signed_at => {
                token.clone()
            }
            _ => {
                let token = self.token(&Caller::default());
                *own = Some((now, token.clone()));
                token
            }
        }
    }
}

/// Checks tokens against the deployment's key, and the previous one while keys change.
#[derive(Clone)]
pub struct Verifier {
    keys: Arc<[DecodingKey]>,
    clock: Clock,
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Verifier")
    }
}

impl Verifier {
    /// Accepts tokens signed with any of `keys`.
    #[must_use]
    pub fn new<'a>(keys: impl IntoIterator<Item = &'a SecretString>, clock: Clock) -> Self {
        let keys = keys
            .into_iter()
            .map(|key| DecodingKey::from_secret(key.expose_secret().as_bytes()))
            .collect();
        Self { keys, clock }
    }

    /// The caller of a token; none when it is forged, foreign or too old.
    #[must_use]
    pub fn verify(&self, token: &str) -> Option<Caller> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[AUDIENCE]);
        validation.validate_exp = false; // checked below, by the injected clock
        let claims = self.keys.iter().find_map(|key| {
            jsonwebtoken::decode::<Claims>(token, key, &validation)
                .ok()
                .map(|data| data.claims)
        })?;
        let deadline = OffsetDateTime::from_unix_timestamp(claims.exp).ok()? + LEEWAY;
        (self.clock.now() <= deadline).then_some(claims.caller)
    }

    /// The caller of a request's `authorization` header.
    pub(crate) fn caller(&self, headers: &http::HeaderMap) -> Option<Caller> {
        let token = headers.get(http::header::AUTHORIZATION)?.to_str().ok()?;
        self.verify(token.strip_prefix("Bearer ")?)
    }
}

/// A key that tells nothing about the one it is derived from, nor about others derived from it
/// (HMAC-SHA-256, as RFC 5869 expands).
pub(crate) fn derived(key: &SecretString, service: &str, purpose: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.expose_secret().as_bytes())
        .expect("a key of any length will do");
    for part in [AUDIENCE, service, purpose] {
        mac.update(part.as_bytes());
        mac.update(&[0]);
    }
    mac.finalize().into_bytes().into()
}

/// The status of a call without a valid token.
pub(crate) fn refusal() -> Status {
    refused()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;
    use crate::clock::ManualClock;

    fn key(text: &str) -> SecretString {
        SecretString::from(text)
    }

    fn member() -> Caller {
        Caller {
            service: "gateway".to_owned(),
            site: Some(SiteId::new(Uuid::from_u128(1))),
            member: Some(MemberId::new(Uuid::from_u128(2))),
            locale: "nl".to_owned(),
            ..Caller::default()
        }
    }

    #[test]
    fn every_purpose_has_a_key_of_its_own() {
        let keys = [
            derived(&key("one"), "profiles", "cursor"),
            derived(&key("one"), "profiles", "other"),
            derived(&key("one"), "profilesc", "ursor"),
            derived(&key("two"), "profiles", "cursor"),
        ];
        for (index, one) in keys.iter().enumerate() {
            assert!(keys[index + 1..].iter().all(|other| other != one));
        }
        assert_eq!(keys[0], derived(&key("one"), "profiles", "cursor"));
    }

    #[test]
    fn a_token_tells_its_caller() {
        let clock = ManualClock::at(datetime!(2026-01-01 00:00 UTC));
        let signer = Signer::new("gateway", &key("one"), clock.clock());
        let verifier = Verifier::new([&key("one")], clock.clock());
        assert_eq!(verifier.verify(&signer.token(&member())), Some(member()));
    }

    #[test]
    fn a_caller_cannot_choose_the_service_it_signs_for() {
        let clock = ManualClock::at(datetime!(2026-01-01 00:00 UTC));
        let signer = Signer::new("chat", &key("one"), clock.clock());
        let verifier = Verifier::new([&key("one")], clock.clock());
        let caller = verifier.verify(&signer.token(&member())).unwrap();
        assert_eq!(caller.service, "chat");
    }

    #[test]
    fn a_token_grows_old() {
        let clock = ManualClock::at(datetime!(2026-01-01 00:00 UTC));
        let token = Signer::new("gateway", &key("one"), clock.clock()).token(&member());
        let verifier = Verifier::new([&key("one")], clock.clock());
        clock.advance(LIFETIME + LEEWAY);
        assert!(verifier.verify(&token).is_some());
        clock.advance(Duration::from_secs(1));
        assert_eq!(verifier.verify(&token), None);
    }

    #[test]
    fn a_foreign_or_unsigned_token_is_refused() {
        let clock = ManualClock::at(datetime!(2026-01-01 00:00 UTC));
        let verifier = Verifier::new([&key("one"), &key("old")], clock.clock());
        let foreign = Signer::new("gateway", &key("two"), clock.clock()).token(&member());
        assert_eq!(verifier.verify(&foreign), None);
        let previous = Signer::new("gateway", &key("old"), clock.clock()).token(&member());
        assert!(verifier.verify(&previous).is_some());
        // The algorithm "none" with the same claims.
        let claims = previous.split('.').nth(1).unwrap();
        let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{claims}.");
        assert_eq!(verifier.verify(&unsigned), None);
        assert_eq!(verifier.verify("x"), None);
    }

    #[test]
    fn a_person_is_no_service() {
        assert!(member().only_service(&["gateway"]).is_err());
        let gateway = Caller {
            service: "gateway".to_owned(),
            ..Caller::default()
        };
        assert!(gateway.only_service(&["gateway"]).is_ok());
        assert!(gateway.only_service(&["chat"]).is_err());
        assert!(gateway.member().is_err());
    }
}
