//! Two members as one thing: who is low, who is high.

use kit::MemberId;

use crate::fault::Fault;

/// One member's side of a pair of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Whose side this is.
    pub(crate) me: MemberId,
    /// The other member.
    pub(crate) other: MemberId,
}

impl Pair {
    /// The side of `me` towards the member whose id is `other`.
    ///
    /// An id that is none cannot be told from a member who is not there.
    pub(crate) fn parse(me: MemberId, other: &str) -> Result<Self, Fault> {
        let other = other.parse().map_err(|_| Fault::MemberUnknown)?;
        if me == other {
            return Err(Fault::IsSelf);
        }
        Ok(Self { me, other })
    }

    /// The lower id of the two; events between them are keyed by it.
    pub(crate) fn low(self) -> MemberId {
        self.me.min(self.other)
    }

    /// The higher id of the two.
    pub(crate) fn high(self) -> MemberId {
        self.me.max(self.other)
    }

    /// Whether this side is the lower one.
    pub(crate) fn is_low(self) -> bool {
        self.me < self.other
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn nobody_is_a_pair_with_themselves() {
        let me = MemberId::new(Uuid::from_u128(7));
        assert!(matches!(
            Pair::parse(me, &me.to_string()),
            Err(Fault::IsSelf)
        ));
        for text in ["", "x", "0", "\0", "' or 1=1 --"] {
            assert!(matches!(Pair::parse(me, text), Err(Fault::MemberUnknown)));
        }
    }

    proptest! {
        #[test]
        fn both_sides_see_the_same_pair(one: u128, two: u128) {
            prop_assume!(one != two);
            let ids = [one, two].map(|id| MemberId::new(Uuid::from_u128(id)));
            let mine = Pair::parse(ids[0], &ids[1].to_string()).unwrap();
            let theirs = Pair::parse(ids[1], &ids[0].to_string()).unwrap();
            prop_assert_eq!((mine.low(), mine.high()), (theirs.low(), theirs.high()));
            prop_assert!(mine.low() < mine.high());
            prop_assert_ne!(mine.is_low(), theirs.is_low());
        }
    }
}
