//! Many at once: credits are spent once, and no message is lost or doubled.

use std::{collections::HashMap, sync::Arc};

use proto::chat::v1::{MessageSent, send_message_request::Content};
use tokio::task::JoinSet;

use crate::stage::{SITE, Stage, new_id, reason, text};

#[tokio::test(flavor = "multi_thread")]
async fn fifty_messages_with_credits_for_one_are_one_message() {
    let stage = Arc::new(Stage::set().await);
    for peers in [1, 5] {
        let anna = stage.buyer(10).await;
        let mut others = Vec::new();
        for _ in 0..peers {
            others.push(stage.join(SITE).await);
        }
        let mut burst = JoinSet::new();
        for n in 0..50 {
            let (stage, peer) = (Arc::clone(&stage), others[n % peers]);
            burst.spawn(async move { stage.say(anna, peer, "the one").await });
        }
        let outcomes = burst.join_all().await;
        let (sent, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
        assert_eq!((sent.len(), refused.len()), (1, 49));
        for outcome in refused {
            assert_eq!(reason(outcome), "credits_short");
        }
        let mut stored = 0;
        for &peer in &others {
            stored += stage.told(anna, peer).await.len();
        }
        assert_eq!(stored, 1);
        assert_eq!(stage.book.balance(anna) + stage.purse(anna).await, 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_message_tried_fifty_times_at_once_is_sent_once() {
    let stage = Arc::new(Stage::set().await);
    let (anna, bram) = (stage.buyer(1000).await, stage.join(SITE).await);
    for _ in 0..3 {
        let (id, mut burst) = (new_id(), JoinSet::new());
        for _ in 0..50 {
            let stage = Arc::clone(&stage);
            let content = Content::Text("once".to_owned());
            burst.spawn(async move { stage.send(anna, bram, id, content).await });
        }
        let answers = burst.join_all().await;
        let first = answers[0].as_ref().unwrap().message.clone();
        for answer in answers {
            assert_eq!(answer.unwrap().message, first);
        }
    }
    assert_eq!(stage.history(bram, anna).await.len(), 3);
    stage
        .until("970 credits are left", async || {
            stage.book.balance(anna) + stage.purse(anna).await == 970
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_writers_leave_no_gap_and_pay_for_each_message() {
    const EACH: usize = 25;
    let stage = Arc::new(Stage::set().await);
    let (anna, bram) = (stage.buyer(100_000).await, stage.buyer(100_000).await);
    let mut writers = JoinSet::new();
    for writer in 0..16 {
        let stage = Arc::clone(&stage);
        writers.spawn(async move {
            let (from, to) = if writer % 2 == 0 {
                (anna, bram)
            } else {
                (bram, anna)
            };
            for n in 0..EACH {
                let id = new_id();
                let content = || Content::Text(format!("{writer} {n}"));
                stage.send(from, to, id, content()).await.unwrap();
                if n % 5 == 0 {
                    // The answer was dropped on the way.
                    stage.send(from, to, id, content()).await.unwrap();
                }
            }
        });
    }
    writers.join_all().await;

    let history = stage.history(anna, bram).await;
    let sequences: Vec<i64> = history.iter().map(|message| message.sequence).collect();
    let all = i64::try_from(16 * EACH).unwrap();
    assert_eq!(sequences, (1..=all).collect::<Vec<_>>());
    // Each writer's own messages keep their order.
    let mut said: HashMap<&str, Vec<usize>> = HashMap::new();
    for message in &history {
        let (writer, n) = text(message).split_once(' ').unwrap();
        said.entry(writer).or_default().push(n.parse().unwrap());
    }
    assert!(
        said.values()
            .all(|said| *said == (0..EACH).collect::<Vec<_>>())
    );

    let told = stage.told(anna, bram).await;
    assert_eq!(
        told.iter().map(|sent| sent.sequence).collect::<Vec<_>>(),
        sequences
    );
    settled(&stage, &told);
    for member in [anna, bram] {
        let paid: u32 = told
            .iter()
            .filter(|sent| sent.sender_id == member.to_string())
            .map(|sent| sent.price)
            .sum();
        assert_eq!(paid, 8 * 25 * 10);
        stage
            .until("no credit is lost", async || {
                stage.book.balance(member) + stage.purse(member).await == 100_000 - paid
            })
            .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_gave_way_to_somebody_else_is_sent_all_the_same() {
    let settings = "low_purse_messages = 0\nlease_messages = 50";
    let stage = Arc::new(Stage::with(settings).await);
    let (anna, bram) = (stage.buyer(1000).await, stage.join(SITE).await);
    stage.say(anna, bram, "hi").await.unwrap();
    // One of the two is given up, mostly the message, which waited first.
    for n in 0..10 {
        let mut holder = stage.host.db("chat").begin().await.unwrap();
        sqlx::query!("select lease_id from purses for update")
            .fetch_all(&mut *holder)
            .await
            .unwrap();
        let own = Arc::clone(&stage);
        let mut sending = JoinSet::new();
        sending.spawn(async move { own.say(anna, bram, "hi").await });
        stage.waiting(1).await;
        let crosswise = sqlx::query!("select low from conversations for update")
            .fetch_all(&mut *holder)
            .await;
        drop(holder);
        sending.join_next().await.unwrap().unwrap().unwrap();
        assert_eq!(stage.history(anna, bram).await.len(), n + 2);
        if crosswise.is_ok() {
            return;
        }
    }
    panic!("the message was never the one to give way");
}

/// No lease pays for more than was lent, and a closed one was closed with what it paid.
pub(crate) fn settled(stage: &Stage, told: &[MessageSent]) {
    let mut spent: HashMap<&str, u32> = HashMap::new();
    for sent in told {
        assert_eq!(sent.price > 0, !sent.lease_id.is_empty());
        if sent.price > 0 {
            *spent.entry(&sent.lease_id).or_default() += sent.price;
        }
    }
    let pages = stage.book.pages();
    for (lease, spent) in spent {
        let known = &pages.leases[lease];
        assert!(spent <= known.granted, "{spent} spent of {}", known.granted);
        assert!(known.spent.is_none_or(|told| told == spent));
    }
}
