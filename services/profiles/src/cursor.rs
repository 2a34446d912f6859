//! Where a page of a search ended.
//!
//! The cursor names the last member shown, when they were last here, and the filters it belongs to. It is
//! encrypted, for when somebody was here is not told: members see who is online, visitors not even that.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    KeyInit as _, XChaCha20Poly1305, XNonce,
    aead::{Aead as _, Payload},
};
use kit::{Chance, MemberId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::fault::Fault;

/// The place after which the next page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) last_active: OffsetDateTime,
    pub(crate) member: MemberId,
}

const NONCE: usize = 24;
const LENGTH: usize = 8 + 16;

/// Writes and reads cursors. Others than our own processes can do neither.
#[derive(Clone)]
pub(crate) struct Cursors {
    cipher: XChaCha20Poly1305,
    chance: Chance,
}

impl Cursors {
    pub(crate) fn new(key: [u8; 32], chance: Chance) -> Self {
        Self {
            cipher: XChaCha20Poly1305::new(&key.into()),
            chance,
        }
    }

    /// Writes a cursor for a search whose filters have this `print`.
    pub(crate) fn write(&self, cursor: Cursor, print: u64) -> Result<String, Fault> {
        let mut plain = [0; LENGTH];
        plain[..8].copy_from_slice(&cursor.last_active.unix_timestamp().to_be_bytes());
        plain[8..].copy_from_slice(cursor.member.get().as_bytes());
        let nonce = self.chance.bytes::<NONCE>();
        let payload = Payload {
            msg: &plain,
            aad: &print.to_be_bytes(),
        };
        let closed = self
            .cipher
            .encrypt(&XNonce::from(nonce), payload)
            .map_err(|_| Fault::CursorInvalid)?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &closed].concat()))
    }

    /// Reads it back; none when the text is empty.
    pub(crate) fn read(&self, text: &str, print: u64) -> Result<Option<Cursor>, Fault> {
        if text.is_empty() {
            return Ok(None);
        }
        let cursor = self.open(text, print).ok_or(Fault::CursorInvalid)?;
        Ok(Some(cursor))
    }

    fn open(&self, text: &str, print: u64) -> Option<Cursor> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, closed) = bytes.split_first_chunk::<NONCE>()?;
        let payload = Payload {
            msg: closed,
            aad: &print.to_be_bytes(),
        };
        let plain = self.cipher.decrypt(&XNonce::from(*nonce), payload).ok()?;
        let (seconds, member) = plain.split_first_chunk()?;
        Some(Cursor {
            last_active: OffsetDateTime::from_unix_timestamp(i64::from_be_bytes(*seconds)).ok()?,
            member: MemberId::new(Uuid::from_slice(member).ok()?),
        })
    }
}

impl std::fmt::Debug for Cursors {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Cursors")
    }
}

/// A print of the filters, the same on every machine and in every release.
#[must_use]
pub(crate) fn print(parts: &[&[u8]]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for part in parts {
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes();
        for byte in length.iter().chain(*part) {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cursors(key: u8) -> Cursors {
        Cursors::new([key; 32], Chance::seeded(key.into()))
    }

    proptest! {
        #[test]
        fn a_cursor_reads_as_it_is_written(seconds in 0_i64..4_000_000_000, id: u128, print: u64) {
            let cursor = Cursor {
                last_active: OffsetDateTime::from_unix_timestamp(seconds).unwrap(),
                member: MemberId::new(Uuid::from_u128(id)),
            };
            let text = cursors(1).write(cursor, print).unwrap();
            prop_assert_eq!(cursors(1).read(&text, print).unwrap(), Some(cursor));
            prop_assert!(cursors(1).read(&text, print ^ 1).is_err());
            prop_assert!(cursors(2).read(&text, print).is_err());
        }

        #[test]
        fn any_text_is_judged(text in ".{1,120}") {
            prop_assert!(cursors(1).read(&text, 7).is_err());
        }
    }

    #[test]
    fn a_cursor_does_not_tell_when_somebody_was_here() {
        let here = |seconds| Cursor {
            last_active: OffsetDateTime::from_unix_timestamp(seconds).unwrap(),
            member: MemberId::new(Uuid::nil()),
        };
        let bytes = |cursor| {
            let text = cursors(1).write(cursor, 7).unwrap();
            URL_SAFE_NO_PAD.decode(text).unwrap()
        };
        let (now, then) = (bytes(here(1_800_000_000)), bytes(here(1_799_999_400)));
        for written in [&now, &then] {
            let plain = 1_800_000_000_i64.to_be_bytes();
            assert!(!written.windows(4).any(|window| window == &plain[..4]));
            assert!(!written.windows(8).any(|window| window == [0; 8]));
        }
        // Nor whether it was the same moment.
        let all = cursors(1);
        let twice = [0, 0].map(|_| all.write(here(1), 7).unwrap());
        assert_ne!(twice[0], twice[1]);
    }

    #[test]
    fn other_filters_leave_another_print() {
        assert_ne!(print(&[b"NL", b""]), print(&[b"N", b"L"]));
        assert_eq!(print(&[b"NL"]), print(&[b"NL"]));
    }
}
