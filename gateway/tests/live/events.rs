//! Which event is told to whom, and as what.

use std::sync::atomic::Ordering::SeqCst;

use proto::{
    Event,
    accounts::v1::{AccountActivated, AccountReactivated},
    billing::v1 as billing,
    chat::v1 as chat,
    live::v1::{self as live, watch_response::What},
    matching::v1 as matching,
    profiles::v1::ProfileHidden,
};

use crate::stage::{Browser, Person, Stage};

struct Room {
    stage: Stage,
    anna: Person,
    bram: Person,
    browsers: [Browser; 3],
    carl: Person,
}

impl Room {
    async fn new() -> Self {
        let stage = Stage::set().await;
        let (anna, bram, carl) = (stage.join(), stage.join(), stage.join());
        let browsers = [
            stage.watch(&anna).await,
            stage.watch(&bram).await,
            stage.watch(&carl).await,
        ];
        Self {
            stage,
            anna,
            bram,
            browsers,
            carl,
        }
    }

    /// Tells, and sees that Anna and Bram hear exactly this, and Carl nothing.
    async fn told(&mut self, event: &impl Event, anna: Option<What>, bram: Option<What>) {
        self.stage.tell(event).await;
        self.stage.host.settle().await;
        let people = [self.anna.clone(), self.bram.clone(), self.carl.clone()];
        for ((person, browser), expected) in people
            .iter()
            .zip(&mut self.browsers)
            .zip([anna, bram, None])
        {
            if let Some(expected) = expected {
                assert_eq!(browser.next().await, expected);
            }
            self.stage.like(person, "mark").await;
            assert_eq!(browser.hears().await, "mark", "and nothing else");
        }
    }
}

fn relation(member: &Person) -> What {
    What::RelationChanged(live::RelationChanged {
        member_id: member.id.clone(),
    })
}

#[tokio::test]
async fn likes_matches_and_blocks() {
    let mut room = Room::new().await;
    let (anna, bram) = (room.anna.clone(), room.bram.clone());
    let (from, to) = (anna.id.clone(), bram.id.clone());
    let member_id = anna.id.clone();

    let event = matching::LikeMade {
        liker_id: from.clone(),
        liked_id: to.clone(),
        ..Default::default()
    };
    let like = What::LikeMade(live::LikeMade {
        member_id: member_id.clone(),
    });
    room.told(&event, Some(relation(&bram)), Some(like)).await;

    let event = matching::LikeSeen {
        liker_id: from.clone(),
        liked_id: to.clone(),
        ..Default::default()
    };
    let seen = What::LikeSeen(live::LikeSeen {
        member_id: member_id.clone(),
    });
    room.told(&event, None, Some(seen)).await;

    let event = matching::MatchMade {
        first_id: from.clone(),
        second_id: to.clone(),
        ..Default::default()
    };
    let with = |member: &Person| {
        Some(What::MatchMade(live::MatchMade {
            member_id: member.id.clone(),
        }))
    };
    room.told(&event, with(&bram), with(&anna)).await;

    let event = matching::LikeWithdrawn {
        liker_id: from.clone(),
        liked_id: to.clone(),
        ..Default::default()
    };
    let gone = What::LikeWithdrawn(live::LikeWithdrawn { member_id });
    room.told(&event, Some(relation(&bram)), Some(gone)).await;

    let event = matching::MemberBlocked {
        blocker_id: from.clone(),
        blocked_id: to.clone(),
        ..Default::default()
    };
    room.told(&event, Some(relation(&bram)), Some(relation(&anna)))
        .await;
    let event = matching::MemberUnblocked {
        blocker_id: from,
        blocked_id: to,
        ..Default::default()
    };
    room.told(&event, Some(relation(&bram)), Some(relation(&anna)))
        .await;
}

#[tokio::test]
async fn conversations() {
    let mut room = Room::new().await;
    let (anna, bram) = (room.anna.id.clone(), room.bram.id.clone());
    let event = chat::ConversationRead {
        conversation_id: "c".to_owned(),
        reader_id: anna.clone(),
        peer_id: bram,
        sequence: 7,
        ..Default::default()
    };
    let read = What::ConversationRead(live::ConversationRead {
        conversation_id: "c".to_owned(),
        reader_id: anna.clone(),
        sequence: 7,
    });
    room.told(&event, Some(read.clone()), Some(read)).await;
    let event = chat::ConversationRemoved {
        conversation_id: "c".to_owned(),
        member_id: anna,
        ..Default::default()
    };
    let removed = What::ConversationRemoved(live::ConversationRemoved {
        conversation_id: "c".to_owned(),
    });
    room.told(&event, Some(removed), None).await;
}

#[tokio::test]
async fn who_writes_with_a_member_or_likes_them_is_told_that_they_are_gone_or_back() {
    let room = Room::new().await;
    let gone = room.stage.join();
    let member_id = gone.id.clone();
    let (anna, bram) = (room.anna.id.clone(), room.bram.id.clone());
    let world = &room.stage.world;
    *world.writes.lock().unwrap() = vec![(anna.clone(), gone.id.clone())];
    *world.likes.lock().unwrap() = vec![(gone.id.clone(), bram.clone()), (anna, bram)];
    let [mut annas, mut brams, mut carls] = room.browsers;
    let hidden = ProfileHidden {
        member_id: member_id.clone(),
        ..Default::default()
    };
    room.stage.tell(&hidden).await;
    assert_eq!(annas.next().await, relation(&gone));
    assert_eq!(brams.next().await, relation(&gone));
    let back = AccountReactivated {
        member_id: member_id.clone(),
        ..Default::default()
    };
    room.stage.tell(&back).await;
    assert_eq!(annas.next().await, relation(&gone));
    assert_eq!(brams.next().await, relation(&gone));
    let confirmed = AccountActivated {
        member_id,
        ..Default::default()
    };
    room.stage.tell(&confirmed).await;
    assert_eq!(annas.next().await, relation(&gone));
    room.stage.like(&room.carl, "mark").await;
    assert_eq!(carls.hears().await, "mark", "Carl does not know them");
}

#[tokio::test]
async fn a_look_up_that_fails_once_is_tried_again_and_nobody_has_to_ask_for_everything() {
    let room = Room::new().await;
    let gone = room.stage.join();
    let world = &room.stage.world;
    *world.writes.lock().unwrap() = vec![(room.anna.id.clone(), gone.id.clone())];
    world.failing.store(1, SeqCst);
    let [mut annas, mut brams, _] = room.browsers;
    let hidden = ProfileHidden {
        member_id: gone.id.clone(),
        ..Default::default()
    };
    room.stage.tell(&hidden).await;
    assert_eq!(annas.next().await, relation(&gone));
    assert_eq!(world.failing.load(SeqCst), 0);
    room.stage.like(&room.bram, "mark").await;
    assert_eq!(brams.hears().await, "mark");
}

#[tokio::test]
async fn money() {
    let mut room = Room::new().await;
    let member_id = room.anna.id.clone();
    let wallet = || Some(What::WalletChanged(live::WalletChanged {}));
    let order_id = "order".to_owned();
    let order = || {
        Some(What::OrderChanged(live::OrderChanged {
            order_id: "order".to_owned(),
        }))
    };
    let event = billing::CreditsChanged {
        member_id: member_id.clone(),
        ..Default::default()
    };
    room.told(&event, wallet(), None).await;
    let event = billing::PremiumGranted {
        member_id: member_id.clone(),
        ..Default::default()
    };
    room.told(&event, wallet(), None).await;
    let event = billing::PremiumRevoked {
        member_id: member_id.clone(),
        ..Default::default()
    };
    room.told(&event, wallet(), None).await;
    let event = billing::OrderPaid {
        member_id: member_id.clone(),
        order_id: order_id.clone(),
        ..Default::default()
    };
    room.told(&event, order(), None).await;
    let event = billing::OrderFailed {
        member_id: member_id.clone(),
        order_id: order_id.clone(),
        ..Default::default()
    };
    room.told(&event, order(), None).await;
    let event = billing::RefundMade {
        member_id,
        order_id,
        ..Default::default()
    };
    room.stage.tell(&event).await;
    assert_eq!(Some(room.browsers[0].next().await), order());
    assert_eq!(Some(room.browsers[0].next().await), wallet());
}

#[tokio::test]
async fn an_id_that_is_none_harms_nothing() {
    let mut room = Room::new().await;
    let event = matching::LikeMade {
        liker_id: "x".to_owned(),
        liked_id: "\u{0}".to_owned(),
        ..Default::default()
    };
    room.told(&event, None, None).await;
}
