use futures::task::noop_waker;
use kit::ManualClock;
use proto::{
    chat::v1::Message,
    live::v1::{LikeMade, MessageSent, WalletChanged},
};
use time::macros::datetime;
use uuid::Uuid;

use super::*;

const ANNA: MemberId = MemberId::new(Uuid::from_u128(1));
const BRAM: MemberId = MemberId::new(Uuid::from_u128(2));
const SESSION: SessionId = SessionId::new(Uuid::from_u128(9));

/// Anna, the first member of a desk.
const ANNAS: Rung = Rung {
    member: ANNA,
    life: 1,
};

struct Desk {
    clock: ManualClock,
    hub: Arc<Hub>,
    rings: mpsc::UnboundedReceiver<Rung>,
}

fn desk(config: Config) -> Desk {
    let clock = ManualClock::at(datetime!(2026-03-02 12:00 UTC));
    let (hub, rings) = Hub::new(config, clock.clock(), Replica::named([7; 8]));
    Desk { clock, hub, rings }
}

fn like(number: u32) -> What {
    What::LikeMade(LikeMade {
        member_id: number.to_string(),
    })
}

fn said(sender: MemberId, text: &str) -> What {
    What::MessageSent(MessageSent {
        message: Some(Message {
            id: text.to_owned(),
            sender_id: sender.to_string(),
            ..Message::default()
        }),
        peer_id: sender.to_string(),
    })
}

fn wallet() -> Coming {
    Coming::Ready(What::WalletChanged(WalletChanged {}))
}

fn asked(id: &str) -> Coming {
    Coming::Message {
        id: id.to_owned(),
        peer: BRAM,
    }
}

impl Desk {
    fn join(&self, member: MemberId, revision: &str) -> Place {
        self.hub.join(member, SESSION, revision).ok().unwrap()
    }

    /// All that a stream has to say from a place on.
    fn read(&self, member: MemberId, stream: u64, mut at: u64) -> Vec<Turn> {
        let mut said = Vec::new();
        loop {
            let turn = self.hub.turn(member, stream, at, &noop_waker());
            match &turn {
                Turn::Nothing => return said,
                Turn::Update(place, _) | Turn::Missed(place) => at = *place,
                Turn::Typing(_) => {}
                Turn::End(_) => {
                    said.push(turn);
                    return said;
                }
            }
            said.push(turn);
        }
    }

    fn bytes(&self) -> usize {
        self.hub.state().bytes
    }
}

#[test]
fn a_stream_that_comes_back_gets_what_it_missed_and_nothing_twice() {
    let desk = desk(Config::default());
    let first = desk.join(ANNA, "");
    assert!(!first.resync);
    desk.hub.coming(ANNA, Coming::Ready(like(1)));
    let turns = desk.read(ANNA, first.stream, first.at);
    let [Turn::Update(at, _)] = turns[..] else {
        panic!("{turns:?}")
    };
    desk.hub.leave(ANNA, first.stream);
    desk.hub.coming(ANNA, Coming::Ready(like(2)));
    desk.hub.coming(BRAM, Coming::Ready(like(3)));
    desk.hub.coming(ANNA, Coming::Ready(like(4)));
    let again = desk.join(ANNA, &desk.hub.revision(at));
    assert!(!again.resync);
    let turns = desk.read(ANNA, again.stream, again.at);
    assert!(
        matches!(&turns[..], [Turn::Update(_, two), Turn::Update(_, four)]
            if *two == like(2) && *four == like(4)),
        "{turns:?}"
    );
}

#[test]
fn a_place_that_is_not_known_is_a_gap() {
    let desk = desk(Config::default());
    desk.join(ANNA, "");
    desk.hub.coming(ANNA, Coming::Ready(like(1)));
    let other = Replica::named([8; 8]);
    for revision in ["x", "1", &other.revision(0), &desk.hub.revision(99)] {
        let place = desk.join(ANNA, revision);
        assert!(place.resync, "{revision}");
        assert_eq!(desk.read(ANNA, place.stream, place.at), []);
    }
    assert!(!desk.join(ANNA, &desk.hub.revision(1)).resync);
    // Known to the replica, but Bram was not there to be told anything.
    assert!(desk.join(BRAM, &desk.hub.revision(2)).resync);
}

#[test]
fn who_was_away_too_long_has_a_gap_swept_or_not() {
    for sweeps in [true, false] {
        let desk = desk(Config::default());
        let place = desk.join(ANNA, "");
        let revision = desk.hub.revision(place.at);
        desk.hub.leave(ANNA, place.stream);
        desk.clock.advance(Duration::from_secs(119));
        desk.hub.sweep();
        let place = desk.join(ANNA, &revision);
        assert!(!place.resync, "not yet too long");
        desk.hub.leave(ANNA, place.stream);
        desk.clock.advance(Duration::from_secs(121));
        if sweeps {
            desk.hub.sweep();
            assert!(desk.hub.state().members.is_empty());
            assert!(desk.hub.state().gone.is_empty());
        }
        // Nothing else has happened on this replica: the place is still the latest one.
        let back = desk.join(ANNA, &revision);
        assert!(back.resync);
        assert!(!desk.join(ANNA, &desk.hub.revision(back.at)).resync);
    }
}

#[test]
fn what_is_told_to_nobody_here_is_not_kept() {
    let desk = desk(Config::default());
    desk.hub.coming(ANNA, Coming::Ready(like(1)));
    desk.hub.coming(ANNA, asked("a"));
    desk.hub.tell(ANNAS, like(1));
    desk.hub.miss(ANNAS);
    assert!(desk.hub.state().members.is_empty());
    assert_eq!(desk.bytes(), 0);
}

#[test]
fn a_gap_reaches_everybody_here_or_away() {
    let desk = desk(Config::default());
    let anna = desk.join(ANNA, "");
    let bram = desk.join(BRAM, "");
    desk.hub.coming(BRAM, Coming::Ready(like(1)));
    desk.hub.leave(BRAM, bram.stream);
    desk.hub.miss_all();
    assert!(matches!(
        desk.read(ANNA, anna.stream, anna.at)[..],
        [Turn::Missed(_)]
    ));
    assert!(desk.join(BRAM, &desk.hub.revision(3)).resync);
    assert_eq!(desk.bytes(), 0);
}

#[test]
fn what_comes_keeps_its_order_while_a_message_is_asked_for() {
    let mut desk = desk(Config::default());
    let place = desk.join(ANNA, "");
    desk.hub.coming(ANNA, asked("a"));
    desk.hub.coming(ANNA, Coming::Ready(like(1)));
    desk.hub.coming(ANNA, wallet());
    desk.hub.coming(ANNA, wallet());
    assert_eq!(desk.rings.try_recv(), Ok(ANNAS));
    assert!(desk.rings.try_recv().is_err(), "rung once");
    assert_eq!(desk.read(ANNA, place.stream, place.at), []);
    let coming = desk.hub.take(ANNAS).unwrap();
    assert_eq!(coming.len(), 3, "what is void is left out: {coming:?}");
    // Still taken: it must not overtake what is being asked for.
    desk.hub.coming(ANNA, Coming::Ready(like(2)));
    assert_eq!(desk.read(ANNA, place.stream, place.at), []);
    assert_eq!(desk.hub.take(ANNAS).unwrap().len(), 1);
    assert!(desk.hub.take(ANNAS).is_none());
    desk.hub.coming(ANNA, Coming::Ready(like(3)));
    assert_eq!(desk.read(ANNA, place.stream, place.at).len(), 1);
    assert!(desk.rings.try_recv().is_err());
}

#[test]
fn too_much_at_once_is_a_gap() {
    let desk = desk(Config {
        updates_per_member: 3,
        ..Config::default()
    });
    desk.join(ANNA, "");
    for id in ["a", "b", "c", "d", "e"] {
        desk.hub.coming(ANNA, asked(id));
    }
    let coming = Vec::from(desk.hub.take(ANNAS).unwrap());
    assert!(
        matches!(coming[..], [Coming::Missed, Coming::Message { .. }]),
        "{coming:?}"
    );
}

#[test]
fn memory_is_bounded_and_those_away_pay_first() {
    let desk = desk(Config {
        updates_bytes: 10_000,
        ..Config::default()
    });
    let place = desk.join(BRAM, "");
    for number in 0..20 {
        desk.hub.coming(BRAM, Coming::Ready(like(number)));
    }
    desk.hub.leave(BRAM, place.stream);
    let anna = desk.join(ANNA, "");
    for number in 0..60 {
        desk.hub.coming(ANNA, Coming::Ready(like(number)));
        assert!(desk.bytes() <= 10_000);
    }
    assert!(!desk.hub.state().members.contains_key(&BRAM));
    assert_eq!(desk.read(ANNA, anna.stream, anna.at).len(), 60);
    for number in 60..100 {
        desk.hub.coming(ANNA, Coming::Ready(like(number)));
        assert!(desk.bytes() <= 10_000);
    }
    let turns = desk.read(ANNA, anna.stream, anna.at);
    assert!(matches!(turns[0], Turn::Missed(_)));
    assert!(turns.len() > 1 && turns.len() < 60);
    desk.hub.forget(ANNA);
    assert_eq!(desk.bytes(), 0);
}

#[test]
fn one_stream_too_many_ends_the_oldest() {
    let desk = desk(Config {
        streams: 4,
        streams_per_member: 2,
        ..Config::default()
    });
    let mut places: Vec<Place> = (0..2).map(|_| desk.join(ANNA, "")).collect();
    desk.clock.advance(Duration::from_secs(30));
    places.push(desk.join(ANNA, ""));
    let ends = |place: &Place| desk.read(ANNA, place.stream, place.at);
    assert_eq!(ends(&places[0]), [Turn::End(End::TooMany)]);
    assert_eq!(ends(&places[1]), []);
    assert_eq!(ends(&places[2]), []);
    desk.join(ANNA, "");
    assert_eq!(ends(&places[1]), [Turn::End(End::TooMany)]);
    assert_eq!(
        desk.hub.join(BRAM, SESSION, "").err(),
        Some(End::TooMany),
        "an ended stream counts until it is gone"
    );
    desk.hub.leave(ANNA, places[0].stream);
    desk.join(BRAM, "");
}

#[test]
fn devices_that_come_together_do_not_push_each_other_out() {
    let desk = desk(Config {
        streams_per_member: 2,
        young_seconds: 30,
        ..Config::default()
    });
    let places = [desk.join(ANNA, ""), desk.join(ANNA, "")];
    desk.clock.advance(Duration::from_secs(29));
    let refused = desk.hub.join(ANNA, SESSION, "").err();
    assert_eq!(refused, Some(End::TooMany));
    for place in &places {
        assert_eq!(desk.read(ANNA, place.stream, place.at), []);
    }
    desk.clock.advance(Duration::from_secs(1));
    desk.join(ANNA, "");
    let turns = desk.read(ANNA, places[0].stream, places[0].at);
    assert_eq!(turns, [Turn::End(End::TooMany)]);
}

#[test]
fn who_was_forgotten_and_is_back_is_not_told_by_two() {
    let mut desk = desk(Config::default());
    desk.join(ANNA, "");
    desk.hub.coming(ANNA, asked("a"));
    let old = desk.rings.try_recv().unwrap();
    assert!(desk.hub.take(old).is_some(), "it is being asked for");
    desk.hub.forget(ANNA);
    let back = desk.join(ANNA, "");
    desk.hub.coming(ANNA, asked("b"));
    let new = desk.rings.try_recv().unwrap();
    // What was asked for in the former life comes late.
    desk.hub.tell(old, said(BRAM, "a"));
    desk.hub.miss(old);
    assert!(desk.hub.take(old).is_none());
    assert_eq!(desk.read(ANNA, back.stream, back.at), []);
    assert_eq!(desk.hub.take(new).unwrap().len(), 1);
    desk.hub.tell(new, said(BRAM, "b"));
    assert_eq!(desk.read(ANNA, back.stream, back.at).len(), 1);
}

#[test]
fn typing_ends_with_the_message_and_is_not_kept() {
    let desk = desk(Config::default());
    let place = desk.join(ANNA, "");
    let notice = |member: MemberId| Typing {
        conversation_id: "c".to_owned(),
        member_id: member.to_string(),
    };
    desk.hub.typing(ANNA, &notice(BRAM));
    desk.hub.typing(ANNA, &notice(BRAM));
    assert_eq!(
        desk.read(ANNA, place.stream, place.at),
        [Turn::Typing(notice(BRAM))]
    );
    desk.hub.typing(ANNA, &notice(BRAM));
    desk.hub.tell(ANNAS, said(BRAM, "hello"));
    assert_eq!(desk.read(ANNA, place.stream, place.at).len(), 1);
    for number in 0..1_000 {
        let member = MemberId::new(Uuid::from_u128(number));
        desk.hub.typing(ANNA, &notice(member));
    }
    assert_eq!(desk.read(ANNA, place.stream, place.at).len(), 1 + TYPING);
    desk.hub.typing(ANNA, &notice(BRAM));
    desk.hub.leave(ANNA, place.stream);
    let again = desk.join(ANNA, &desk.hub.revision(2));
    assert!(!again.resync);
    assert_eq!(desk.read(ANNA, again.stream, again.at), []);
}

#[test]
fn a_stopped_hub_lets_nobody_in() {
    let desk = desk(Config::default());
    let place = desk.join(ANNA, "");
    desk.hub.stop(1);
    assert_eq!(
        desk.read(ANNA, place.stream, place.at),
        [Turn::End(End::Stopping)]
    );
    assert_eq!(desk.hub.join(ANNA, SESSION, "").err(), Some(End::Stopping));
}

#[test]
fn streams_end_share_by_share_and_no_new_one_is_let_in() {
    let desk = desk(Config::default());
    let places: Vec<Place> = (0..6).map(|_| desk.join(ANNA, "")).collect();
    let open = || {
        let open = |place: &&Place| desk.read(ANNA, place.stream, place.at).is_empty();
        places.iter().filter(open).count()
    };
    let mut left = Vec::new();
    for share in [4, 3, 2, 1] {
        desk.hub.stop(share);
        assert_eq!(desk.hub.join(BRAM, SESSION, "").err(), Some(End::Stopping));
        left.push(open());
    }
    assert_eq!(left, [4, 2, 1, 0]);
}

#[tokio::test]
async fn all_streams_end_but_not_in_one_moment() {
    let desk = desk(Config::default());
    let places: Vec<Place> = (0..8).map(|_| desk.join(ANNA, "")).collect();
    let open = || {
        let open = |place: &&Place| desk.read(ANNA, place.stream, place.at).is_empty();
        places.iter().filter(open).count()
    };
    let parting = desk.hub.part(Duration::from_millis(400));
    let mut parting = std::pin::pin!(parting);
    assert!(futures::poll!(&mut parting).is_pending());
    assert_eq!(open(), 6);
    parting.await;
    assert_eq!(open(), 0);
    let desk = self::desk(Config::default());
    let place = desk.join(ANNA, "");
    desk.hub.part(Duration::ZERO).await;
    let turns = desk.read(ANNA, place.stream, place.at);
    assert_eq!(turns, [Turn::End(End::Stopping)], "also without time");
}
