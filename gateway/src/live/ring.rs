//! What happened to one member lately, in order, as far back as there is room.

use std::collections::VecDeque;

use proto::live::v1::watch_response::What;

/// Memory of an update besides its content, roughly.
const OVERHEAD: usize = 128;

struct Entry {
    at: u64,
    what: What,
    bytes: usize,
}

/// Updates above a floor: whoever stands below it may have missed something.
pub(crate) struct Ring {
    floor: u64,
    entries: VecDeque<Entry>,
    bytes: usize,
}

/// What comes after a place.
#[derive(Debug, PartialEq)]
pub(crate) enum Next<'a> {
    /// Nothing yet.
    Nothing,
    /// This update, at this place.
    Update(u64, &'a What),
    /// Nobody knows any more; from this place on it is known again.
    Missed(u64),
}

impl Ring {
    /// Knows everything from a place on, and nothing before.
    pub(crate) fn from(at: u64) -> Self {
        Self {
            floor: at,
            entries: VecDeque::new(),
            bytes: 0,
        }
    }

    /// Adds an update at a place above all others; with more than `most` the oldest is forgotten.
    ///
    /// False: this update is already there, told twice.
    pub(crate) fn push(&mut self, at: u64, what: What, most: usize) -> bool {
        if self.entries.iter().any(|entry| repeats(&what, &entry.what)) {
            return false;
        }
        // What it makes void is not missed by anybody.
        self.entries.retain(|entry| !supersedes(&what, &entry.what));
        let bytes = OVERHEAD + what.encoded_len();
        self.entries.push_back(Entry { at, what, bytes });
        while self.entries.len() > most {
            if let Some(oldest) = self.entries.pop_front() {
                self.floor = oldest.at;
            }
        }
        self.bytes = self.entries.iter().map(|entry| entry.bytes).sum();
        true
    }

    /// Forgets everything up to a place.
    pub(crate) fn forget(&mut self, at: u64) {
        self.floor = at;
        self.entries.clear();
        self.bytes = 0;
    }

    /// Whether everything after a place is known.
    pub(crate) fn knows_after(&self, at: u64) -> bool {
        self.floor <= at
    }

    /// What comes after a place.
    pub(crate) fn after(&self, at: u64) -> Next<'_> {
        if !self.knows_after(at) {
            return Next::Missed(self.floor);
        }
        let next = self.entries.partition_point(|entry| entry.at <= at);
        self.entries
            .get(next)
            .map_or(Next::Nothing, |entry| Next::Update(entry.at, &entry.what))
    }

    /// Bytes that it takes, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// An event may be told twice; a message is shown once.
fn repeats(new: &What, old: &What) -> bool {
    match (new, old) {
        (What::MessageSent(new), What::MessageSent(old)) => {
            let id = |of: &proto::live::v1::MessageSent| {
                of.message.as_ref().map(|message| message.id.clone())
            };
            id(new) == id(old)
        }
        _ => false,
    }
}

/// Whether nobody needs the old update who gets the new one.
pub(crate) fn supersedes(new: &What, old: &What) -> bool {
    match (new, old) {
        (What::WalletChanged(_), What::WalletChanged(_)) => true,
        (What::OrderChanged(new), What::OrderChanged(old)) => new == old,
        (What::RelationChanged(new), What::RelationChanged(old)) => new == old,
        (What::ConversationRead(new), What::ConversationRead(old)) => {
            new.conversation_id == old.conversation_id
                && new.reader_id == old.reader_id
                && new.sequence >= old.sequence
        }
        (What::ConversationRemoved(new), What::ConversationRemoved(old)) => new == old,
        (What::LikeSeen(new), What::LikeSeen(old)) => new == old,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use proto::{
        chat::v1::Message,
        live::v1::{LikeMade, MessageSent, RelationChanged, WalletChanged},
    };

    use super::*;

    fn like(number: u64) -> What {
        What::LikeMade(LikeMade {
            member_id: number.to_string(),
        })
    }

    /// Everything after a place, and whether something was missed on the way.
    fn read(ring: &Ring, mut at: u64) -> (Vec<u64>, bool) {
        let (mut places, mut missed) = (Vec::new(), false);
        loop {
            match ring.after(at) {
                Next::Nothing => return (places, missed),
                Next::Missed(floor) => {
                    missed = true;
                    at = floor;
                }
                Next::Update(place, _) => {
                    places.push(place);
                    at = place;
                }
            }
        }
    }

    #[test]
    fn what_is_void_is_left_out_and_missed_by_nobody() {
        let mut ring = Ring::from(0);
        ring.push(1, What::WalletChanged(WalletChanged {}), 2);
        ring.push(2, like(2), 2);
        ring.push(3, What::WalletChanged(WalletChanged {}), 2);
        assert_eq!(read(&ring, 0), (vec![2, 3], false));
        assert_eq!(read(&ring, 1), (vec![2, 3], false));
        let of = |member: &str| {
            What::RelationChanged(RelationChanged {
                member_id: member.to_owned(),
            })
        };
        assert!(supersedes(&of("ann"), &of("ann")));
        assert!(!supersedes(&of("ann"), &of("bob")));
        assert!(!supersedes(&like(1), &like(1)));
    }

    #[test]
    fn an_older_mark_does_not_replace_a_newer_one() {
        let read = |sequence| {
            What::ConversationRead(proto::live::v1::ConversationRead {
                conversation_id: "c".to_owned(),
                reader_id: "ann".to_owned(),
                sequence,
            })
        };
        assert!(supersedes(&read(5), &read(4)));
        assert!(!supersedes(&read(4), &read(5)));
    }

    #[test]
    fn a_message_told_twice_is_there_once() {
        let message = |id: &str| {
            What::MessageSent(MessageSent {
                message: Some(Message {
                    id: id.to_owned(),
                    ..Message::default()
                }),
                peer_id: String::new(),
            })
        };
        let mut ring = Ring::from(0);
        assert!(ring.push(1, message("a"), 9));
        assert!(ring.push(2, message("b"), 9));
        assert!(!ring.push(3, message("a"), 9));
        assert_eq!(read(&ring, 0), (vec![1, 2], false));
    }

    #[derive(Clone, Debug)]
    enum Deed {
        Push(u64),
        Forget(u64),
    }

    fn deeds() -> impl Strategy<Value = Vec<Deed>> {
        let deed = prop_oneof![
            9 => (1_u64..4).prop_map(Deed::Push),
            1 => (1_u64..4).prop_map(Deed::Forget),
        ];
        proptest::collection::vec(deed, 0..60)
    }

    proptest! {
        /// Against a list that never forgets: everything, in order, once; or told that something is missing.
        #[test]
        fn whoever_reads_on_gets_all_or_is_told(
            deeds in deeds(), most in 1_usize..8, start in 0_u64..5, from in 0_u64..100,
        ) {
            let mut ring = Ring::from(start);
            let mut at = start;
            let mut all = BTreeSet::new();
            let mut lost = start;
            for deed in deeds {
                match deed {
                    Deed::Push(step) => {
                        at += step;
                        all.insert(at);
                        prop_assert!(ring.push(at, like(at), most));
                    }
                    Deed::Forget(step) => {
                        at += step;
                        lost = at;
                        ring.forget(at);
                    }
                }
            }
            let (places, missed) = read(&ring, from);
            let expected: Vec<u64> = all.range(from + 1..).copied().collect();
            if missed {
                prop_assert!(expected.ends_with(&places));
                prop_assert!(from < lost || places.len() < expected.len(), "nothing was missing");
            } else {
                prop_assert_eq!(&places, &expected);
                prop_assert!(from >= lost);
            }
            prop_assert!(places.len() <= most);
            prop_assert_eq!(ring.bytes() > 0, !ring.entries.is_empty());
        }
    }
}
