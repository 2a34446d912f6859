//! Where a page of a search ended.
//!
//! The cursor names the last member shown and the filters it belongs to. It is checked, not
//! signed: a forged one starts a page elsewhere in the same search and shows nothing more.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use kit::MemberId;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::fault::Fault;

/// The place after which the next page begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    pub(crate) last_active: OffsetDateTime,
    pub(crate) member: MemberId,
}

const LENGTH: usize = 8 + 16 + 8;

impl Cursor {
    /// Writes it for a search whose filters have this `print`.
    #[must_use]
    pub(crate) fn write(self, print: u64) -> String {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(&self.last_active.unix_timestamp().to_be_bytes());
        bytes[8..24].copy_from_slice(self.member.get().as_bytes());
        bytes[24..].copy_from_slice(&print.to_be_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads it back; none when the text is empty.
    pub(crate) fn read(text: &str, print: u64) -> Result<Option<Self>, Fault> {
        if text.is_empty() {
            return Ok(None);
        }
        let bytes = URL_SAFE_NO_PAD
            .decode(text)
            .map_err(|_| Fault::CursorInvalid)?;
        let bytes: [u8; LENGTH] = bytes.try_into().map_err(|_| Fault::CursorInvalid)?;
        let (seconds, rest) = bytes.split_at(8);
        let (member, told) = rest.split_at(16);
        if told != print.to_be_bytes() {
            return Err(Fault::CursorInvalid);
        }
        let seconds = i64::from_be_bytes(seconds.try_into().map_err(|_| Fault::CursorInvalid)?);
        let last_active = OffsetDateTime::from_unix_timestamp(seconds)
            .ok()
            // What the database can hold.
            .filter(|at| (1..=9999).contains(&at.year()))
            .ok_or(Fault::CursorInvalid)?;
        let member = Uuid::from_slice(member).map_err(|_| Fault::CursorInvalid)?;
        Ok(Some(Self {
            last_active,
            member: MemberId::new(member),
        }))
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

    proptest! {
        #[test]
        fn a_cursor_reads_as_it_is_written(seconds in 0_i64..4_000_000_000, id: u128, print: u64) {
            let cursor = Cursor {
                last_active: OffsetDateTime::from_unix_timestamp(seconds).unwrap(),
                member: MemberId::new(Uuid::from_u128(id)),
            };
            let text = cursor.write(print);
            prop_assert_eq!(Cursor::read(&text, print).unwrap(), Some(cursor));
            prop_assert!(Cursor::read(&text, print ^ 1).is_err());
        }

        #[test]
        fn any_text_is_judged(text in ".{1,60}") {
            prop_assert!(Cursor::read(&text, 7).is_err());
        }
    }

    #[test]
    fn other_filters_leave_another_print() {
        assert_ne!(print(&[b"NL", b""]), print(&[b"N", b"L"]));
        assert_eq!(print(&[b"NL"]), print(&[b"NL"]));
    }

    #[test]
    fn a_moment_that_no_database_holds_is_refused() {
        let mut bytes = [0xff; LENGTH];
        bytes[0] = 0x7f;
        bytes[24..].copy_from_slice(&7_u64.to_be_bytes());
        assert!(Cursor::read(&URL_SAFE_NO_PAD.encode(bytes), 7).is_err());
    }
}
