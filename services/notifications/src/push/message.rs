//! What a push carries, encrypted for one browser alone (RFC 8291).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::MemberId;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;
use web_push_native::{Auth, p256::PublicKey};

use crate::kind::Kind;

/// Messages are filled up to a multiple of this, in bytes: their length tells the push service
/// nothing about what they say.
const BLOCK: usize = 512;

/// Bytes of a tag before they become 24 characters; a topic may have 32.
const TAG: usize = 18;

/// What the service worker shows. No name, nothing of what was written.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Payload {
    /// `new_conversation`, `new_message`, `like`, `match`.
    pub r#type: &'static str,
    /// The site's name.
    pub title: String,
    /// A ready sentence in the member's language.
    pub body: String,
    /// Path of the page it leads to.
    pub url: String,
    /// A later notification with the same tag takes the place of the earlier one.
    pub tag: String,
    /// Unread messages and new likes, for the app's badge.
    pub badge: i64,
}

impl Payload {
    /// JSON, filled up with spaces.
    pub(crate) fn bytes(&self) -> serde_json::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.resize(bytes.len().next_multiple_of(BLOCK), b' ');
        Ok(bytes)
    }
}

/// The tag of news about something: the same for the same, and meaningless to everybody else. All
/// likes have one, so that they do not pile up on the screen.
pub(crate) fn tag(member: MemberId, kind: Kind, about: Uuid) -> String {
    let (word, about) = match kind {
        Kind::Like => ("likes", Uuid::nil()),
        Kind::Match => ("match", about),
        _ => ("conversation", about),
    };
    let hash = Sha256::new()
        .chain_update(member.get())
        .chain_update(word)
        .chain_update(about)
        .finalize();
    URL_SAFE_NO_PAD.encode(&hash[..TAG])
}

/// Keys of a browser, or a message to it, that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("push cannot be encrypted")]
pub(crate) struct Unsealable;

/// Encrypts a message for a browser.
pub(crate) fn seal(message: Vec<u8>, p256dh: &[u8], auth: &[u8]) -> Result<Vec<u8>, Unsealable> {
    let public = PublicKey::from_sec1_bytes(p256dh).map_err(|_| Unsealable)?;
    let auth: [u8; 16] = auth.try_into().map_err(|_| Unsealable)?;
    web_push_native::encrypt(message, &public, &Auth::from(auth)).map_err(|_| Unsealable)
}

#[cfg(test)]
mod tests {
    use kit::Chance;
    use time::macros::datetime;
    use web_push_native::p256::{SecretKey, elliptic_curve::sec1::ToEncodedPoint as _};

    use super::*;

    fn decoded(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).unwrap()
    }

    // RFC 8291, section 5 and appendix A.
    const RECEIVER: &str = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
    const RECEIVER_PUBLIC: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const SEALED: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn auth() -> Auth {
        let bytes: [u8; 16] = decoded(AUTH).try_into().unwrap();
        Auth::from(bytes)
    }

    #[test]
    fn the_message_of_the_rfc_is_read() {
        let secret = SecretKey::from_slice(&decoded(RECEIVER)).unwrap();
        let message = web_push_native::decrypt(decoded(SEALED), &secret, &auth()).unwrap();
        assert_eq!(message, b"When I grow up, I want to be a watermelon");
        let public = secret.public_key().to_encoded_point(false);
        assert_eq!(public.as_bytes(), decoded(RECEIVER_PUBLIC));
    }

    #[test]
    fn what_is_sealed_for_a_browser_only_that_browser_reads() {
        let seal = |message: &[u8]| {
            super::seal(message.to_vec(), &decoded(RECEIVER_PUBLIC), &decoded(AUTH)).unwrap()
        };
        let secret = SecretKey::from_slice(&decoded(RECEIVER)).unwrap();
        let (one, two) = (seal(b"hello"), seal(b"hello"));
        assert_ne!(one, two, "a key and a salt of its own for each");
        for sealed in [one, two] {
            // Header: salt (16), record size (4), key length (1), key (65).
            assert_eq!(sealed[20], 65);
            let read = web_push_native::decrypt(sealed.clone(), &secret, &auth()).unwrap();
            assert_eq!(read, b"hello");
            let other = SecretKey::from_slice(&[7; 32]).unwrap();
            assert!(web_push_native::decrypt(sealed.clone(), &other, &auth()).is_err());
            let mut broken = sealed;
            *broken.last_mut().unwrap() ^= 1;
            assert!(web_push_native::decrypt(broken, &secret, &auth()).is_err());
        }
    }

    #[test]
    fn keys_that_are_no_keys_seal_nothing() {
        let good = decoded(RECEIVER_PUBLIC);
        let mut off_curve = good.clone();
        off_curve[64] ^= 1;
        for (public, auth) in [
            (off_curve.as_slice(), decoded(AUTH)),
            (&[4; 65][..], decoded(AUTH)),
            (&[], decoded(AUTH)),
            (good.as_slice(), vec![1; 15]),
        ] {
            assert!(super::seal(b"hello".to_vec(), public, &auth).is_err());
        }
    }

    #[test]
    fn all_messages_look_alike_from_outside() {
        let payload = |body: &str| Payload {
            r#type: "like",
            title: "Vonk".to_owned(),
            body: body.to_owned(),
            url: "/likes".to_owned(),
            tag: "tag".to_owned(),
            badge: 1,
        };
        let (short, long) = (
            payload("a").bytes().unwrap(),
            payload(&"a".repeat(200)).bytes().unwrap(),
        );
        assert_eq!(short.len(), long.len());
        let read: serde_json::Value = serde_json::from_slice(&short).unwrap();
        assert_eq!(read["type"], "like");
        assert_eq!(read["badge"], 1);
    }

    #[test]
    fn a_tag_is_the_same_for_the_same_and_fits_a_topic() {
        let now = datetime!(2026-03-02 12:00 UTC);
        let id = || Chance::system().uuid(now);
        let (anna, bram) = (MemberId::new(id()), MemberId::new(id()));
        let (one, two) = (id(), id());
        let first = tag(anna, Kind::NewConversation, one);
        assert_eq!(first.len(), 24);
        assert_eq!(first, tag(anna, Kind::NewMessage, one));
        assert_ne!(first, tag(anna, Kind::NewMessage, two));
        assert_ne!(first, tag(bram, Kind::NewMessage, one));
        assert_ne!(first, tag(anna, Kind::Match, one));
        assert_eq!(tag(anna, Kind::Like, one), tag(anna, Kind::Like, two));
        let url_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        assert!(first.chars().all(url_safe));
    }
}
