//! Two members as one thing: who is low, who is high, and the conversation they have.

use kit::MemberId;
use sha2::{Digest as _, Sha256};

use crate::{fault::Fault, ids::ConversationId};

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

    /// The lower id of the two.
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

    /// The conversation of the two, whether they have one yet or not: a custom UUID (version 8) of both ids, so
    /// that it needs no search and cannot be made twice.
    pub(crate) fn conversation(self) -> ConversationId {
        let hash = Sha256::new()
            .chain_update(b"vonk.chat.conversation")
            .chain_update(self.low().get())
            .chain_update(self.high().get())
            .finalize();
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash[..16]);
        ConversationId::new(uuid::Builder::from_custom_bytes(bytes).into_uuid())
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

    #[test]
    fn the_id_of_a_conversation_never_changes() {
        let pair = Pair {
            me: MemberId::new(Uuid::from_u128(1)),
            other: MemberId::new(Uuid::from_u128(2)),
        };
        // Stored rows are found by it: another answer would lose them.
        assert_eq!(
            pair.conversation().to_string(),
            "8740a6d0-c955-83e8-9a38-41dabed25dab"
        );
        assert_eq!(pair.conversation().get().get_version_num(), 8);
    }

    proptest! {
        #[test]
        fn both_sides_have_the_same_conversation(one: u128, two: u128, three: u128) {
            prop_assume!(one != two && two != three && one != three);
            let ids = [one, two, three].map(|id| MemberId::new(Uuid::from_u128(id)));
            let mine = Pair::parse(ids[0], &ids[1].to_string()).unwrap();
            let theirs = Pair::parse(ids[1], &ids[0].to_string()).unwrap();
            let other = Pair::parse(ids[0], &ids[2].to_string()).unwrap();
            prop_assert_eq!(mine.conversation(), theirs.conversation());
            prop_assert_ne!(mine.conversation(), other.conversation());
            prop_assert!(mine.low() < mine.high());
            prop_assert_ne!(mine.is_low(), theirs.is_low());
        }
    }
}
