//! Messages reach exactly the two they concern, in order.

use std::time::Duration;

use proto::live::v1::{Started, watch_response::What};

use crate::{
    played::Deed,
    stage::{Stage, conversation, text},
};

#[tokio::test]
async fn a_message_reaches_the_two_it_concerns_and_nobody_else() {
    let stage = Stage::set().await;
    let (anna, bram, carl) = (stage.join(), stage.join(), stage.join());
    let (mut annas, mut brams) = (stage.watch(&anna).await, stage.watch(&bram).await);
    let mut carls = stage.watch(&carl).await;
    let mut annas_phone = stage.watch(&anna).await;
    let id = stage.say_now(&anna, &bram, "hello").await;

    for (browser, peer, price) in [
        (&mut annas, &bram, 10),
        (&mut annas_phone, &bram, 10),
        (&mut brams, &anna, 0),
    ] {
        let What::MessageSent(sent) = browser.next().await else {
            panic!("no message")
        };
        let message = sent.message.unwrap();
        assert_eq!((text(&message), message.price), ("hello", price));
        assert_eq!((sent.peer_id, &message.id), (peer.id.clone(), &id));
    }
    stage.like(&carl, "mark").await;
    assert_eq!(carls.hears().await, "mark", "the message was not for Carl");
    let mut fetches = stage.world.fetches.lock().unwrap().clone();
    fetches.sort();
    let mut expected = [(anna.id, id.clone()), (bram.id, id)];
    expected.sort();
    assert_eq!(fetches, expected, "asked for once for each side");
}

#[tokio::test]
async fn a_message_is_not_asked_for_in_the_name_of_somebody_who_is_not_here() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(), stage.join());
    let mut brams = stage.watch(&bram).await;
    let id = stage.say_now(&anna, &bram, "hello").await;
    assert_eq!(brams.hears().await, "hello");
    assert_eq!(*stage.world.fetches.lock().unwrap(), [(bram.id, id)]);
}

#[tokio::test]
async fn messages_keep_their_order_however_long_each_takes() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(), stage.join());
    let (mut annas, mut brams) = (stage.watch(&anna).await, stage.watch(&bram).await);
    for number in 0..40_u64 {
        let after = Duration::from_millis(if number % 4 == 0 { 30 } else { 0 });
        let (from, to) = if number % 3 == 0 {
            (&bram, &anna)
        } else {
            (&anna, &bram)
        };
        stage
            .say(from, to, &number.to_string(), Deed::Answer(after))
            .await;
        if number == 20 {
            stage.like(&bram, "like").await;
            stage.host.settle().await;
        }
    }
    let numbers: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    for number in &numbers {
        assert_eq!(annas.hears().await, *number);
    }
    let mut heard = Vec::new();
    while heard.len() < 41 {
        heard.push(brams.hears().await);
    }
    assert!(heard.contains(&"like".to_owned()));
    heard.retain(|word| word != "like");
    assert_eq!(heard, numbers);
}

#[tokio::test]
async fn a_slow_conversation_does_not_hold_up_other_members() {
    let stage = Stage::set().await;
    let (anna, bram, carl) = (stage.join(), stage.join(), stage.join());
    let (mut brams, mut carls) = (stage.watch(&bram).await, stage.watch(&carl).await);
    stage
        .say(&anna, &bram, "slow", Deed::Answer(Duration::from_secs(1)))
        .await;
    stage.say_now(&anna, &carl, "quick").await;
    let first = tokio::select! {
        word = brams.hears() => word,
        word = carls.hears() => word,
    };
    assert_eq!(first, "quick");
    assert_eq!(brams.hears().await, "slow");
}

#[tokio::test]
async fn a_message_that_may_not_be_seen_is_not_told() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(), stage.join());
    let mut brams = stage.watch(&bram).await;
    stage.say(&anna, &bram, "never", Deed::Refuse).await;
    stage.say_now(&anna, &bram, "after").await;
    assert_eq!(brams.hears().await, "after");
}

#[tokio::test]
async fn a_message_that_cannot_be_fetched_is_a_gap_and_not_lost() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(), stage.join());
    let mut brams = stage.watch(&bram).await;
    let before = brams.revision.clone();
    stage.say(&anna, &bram, "lost", Deed::Break).await;
    assert_eq!(
        brams.next().await,
        What::Started(Started { resync: true }),
        "told to ask again"
    );
    let (_, resync) = stage.watch_from(&bram, &before).await;
    assert!(resync, "who comes back from before it is told so too");
    let (_, resync) = stage.watch_from(&bram, &brams.revision).await;
    assert!(!resync, "who was told is not told again");
    stage.say_now(&anna, &bram, "after").await;
    assert_eq!(brams.hears().await, "after");
}

#[tokio::test]
async fn an_event_told_twice_is_one_update() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(), stage.join());
    let mut brams = stage.watch(&bram).await;
    let id = stage.say_now(&anna, &bram, "once").await;
    stage
        .tell(&proto::chat::v1::MessageSent {
            conversation_id: conversation(&anna, &bram),
            message_id: id,
            sender_id: anna.id.clone(),
            recipient_id: bram.id.clone(),
            ..Default::default()
        })
        .await;
    stage.say_now(&anna, &bram, "after").await;
    assert_eq!(brams.hears().await, "once");
    assert_eq!(brams.hears().await, "after");
}
