//! Who types.

use std::sync::atomic::Ordering::SeqCst;

use proto::{
    chat::v1::WatchTypingResponse,
    live::v1::{Typing, watch_response::What},
};
use tokio::sync::broadcast;

use crate::stage::{Person, Stage, conversation, until};

fn notice(from: &Person, to: &Person) -> WatchTypingResponse {
    WatchTypingResponse {
        conversation_id: conversation(from, to),
        member_id: from.id.clone(),
        peer_id: to.id.clone(),
    }
}

fn type_to(stage: &Stage, from: &Person, to: &Person) {
    let typing = stage.world.typing.lock().unwrap().clone();
    typing.send(notice(from, to)).unwrap();
}

async fn watched(stage: &Stage, times: usize) {
    until("chat is watched", || {
        stage.world.typing_watched.load(SeqCst) >= times
    })
    .await;
}

#[tokio::test]
async fn typing_reaches_the_other_one_only_and_is_not_kept() {
    let stage = Stage::set().await;
    watched(&stage, 1).await;
    let (anna, bram) = (stage.join(), stage.join());
    let (mut annas, mut brams) = (stage.watch(&anna).await, stage.watch(&bram).await);
    type_to(&stage, &anna, &bram);
    let expected = What::Typing(Typing {
        conversation_id: conversation(&anna, &bram),
        member_id: anna.id.clone(),
    });
    assert_eq!(brams.next().await, expected);
    let (mut again, resync) = stage.watch_from(&bram, &brams.revision).await;
    assert!(!resync);
    for (browser, person) in [(&mut annas, &anna), (&mut again, &bram)] {
        stage.like(person, "mark").await;
        assert_eq!(browser.hears().await, "mark");
    }
    assert_eq!(stage.world.typing_watched.load(SeqCst), 1, "one for all");
}

#[tokio::test]
async fn chat_is_watched_again_when_it_comes_back() {
    let stage = Stage::set().await;
    watched(&stage, 1).await;
    let (anna, bram) = (stage.join(), stage.join());
    let mut brams = stage.watch(&bram).await;
    // The old stream ends with its sender.
    *stage.world.typing.lock().unwrap() = broadcast::Sender::new(64);
    watched(&stage, 2).await;
    type_to(&stage, &anna, &bram);
    assert!(matches!(brams.next().await, What::Typing(_)));
}
