//! Where a stream stands, as the browser keeps it.

use std::fmt;

/// A place in what one replica has told since its start: `<replica>.<number>`.
///
/// Opaque to browsers. Another replica, or this one after a restart, does not know the place.
#[derive(Clone, Debug)]
pub(crate) struct Replica(String);

impl Replica {
    /// A name that no other replica has, from random bytes.
    pub(crate) fn named(bytes: [u8; 8]) -> Self {
        Self(format!("{:016x}", u64::from_be_bytes(bytes)))
    }

    /// The revision that stands for a place.
    pub(crate) fn revision(&self, at: u64) -> String {
        format!("{}.{at}", self.0)
    }

    /// The place a revision stands for, when it is one of ours.
    pub(crate) fn place(&self, revision: &str) -> Option<u64> {
        let (replica, at) = revision.split_once('.')?;
        // Written as we write it: "+7" and "007" were never given out.
        let place = at.parse().ok()?;
        (replica == self.0 && self.revision(place) == revision).then_some(place)
    }
}

impl fmt::Display for Replica {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replica_knows_its_own_places_only() {
        let (ours, theirs) = (Replica::named([1; 8]), Replica::named([2; 8]));
        assert_eq!(ours.place(&ours.revision(7)), Some(7));
        assert_eq!(
            ours.place(&ours.revision(u64::MAX)),
            Some(u64::MAX),
            "the largest too"
        );
        assert_eq!(theirs.place(&ours.revision(7)), None);
        for text in [
            "",
            ".",
            "7",
            ".7",
            "0101010101010101",
            "0101010101010101.",
            "0101010101010101.x",
            "0101010101010101.-1",
            "0101010101010101.+7",
            "0101010101010101.007",
            "0101010101010101.7.7",
            "0101010101010101.99999999999999999999999",
        ] {
            assert_eq!(ours.place(text), None, "{text}");
        }
    }
}
