//! Members write, like and buy while processes are killed under them, and what they stand on goes away.
//! Whatever was acknowledged is there once and in order; every credit is accounted for.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use futures::{StreamExt as _, stream};
use proto::{
    chat::v1::{
        ListMessagesRequest, ListMessagesResponse, MarkReadRequest, MarkReadResponse, Message,
        message::Content,
    },
    matching::v1::{GetRelationRequest, GetRelationResponse},
};
use tokio::task::JoinSet;
use vonk::member::Member;

use crate::{
    crowd::{members, new_id},
    running::Site,
};

const MEMBERS: usize = 20;
/// Whom each of them writes to and likes.
const FRIENDS: usize = 4;
const PACKAGE: &str = "credits-100";
/// Seconds in which everything has to have settled afterwards.
const PATIENCE: u32 = 60;

/// How often a process is killed.
#[expect(
    clippy::disallowed_methods,
    reason = "how long the test takes is told by the environment"
)]
fn kills() -> usize {
    std::env::var("VONK_KILLS")
        .ok()
        .map_or(5, |kills| kills.parse().expect("VONK_KILLS is a number"))
}

/// Chance that can be had again: a member's decisions follow from its number.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).unwrap()
    }
}

/// What the site has acknowledged to one member.
#[derive(Default)]
struct Journal {
    sent: Vec<Message>,
    liked: BTreeSet<String>,
    /// Credits.
    bought: u32,
}

impl Journal {
    fn spent(&self) -> u32 {
        self.sent.iter().map(|message| message.price).sum()
    }
}

/// One member's day.
struct Life {
    me: Member,
    friends: Vec<String>,
    dice: Dice,
    journal: Journal,
}

impl Life {
    async fn live(mut self, stop: Arc<AtomicBool>) -> (Member, Journal) {
        while !stop.load(Ordering::Relaxed) {
            let friend = self.friends[self.dice.below(FRIENDS)].clone();
            match self.dice.below(12) {
                0..=7 => self.write(&friend).await,
                8 | 9 => self.like(friend).await,
                10 => self.read().await,
                _ => self.buy().await,
            }
        }
        (self.me, self.journal)
    }

    async fn write(&mut self, friend: &str) {
        let id = new_id();
        let text = format!("number {} of {}", self.journal.sent.len(), self.me.id);
        loop {
            // As a browser that has lost the answer, or two tabs with one queue.
            let twice = self.dice.below(4) == 0;
            let (answer, again) = tokio::join!(self.me.send(&id, friend, &text), async {
                if twice {
                    Some(self.me.send(&id, friend, &text).await)
                } else {
                    None
                }
            });
            let again = again.and_then(Result::ok);
            match answer {
                Ok(answer) => {
                    let message = answer.message.unwrap();
                    if let Some(again) = again {
                        assert_eq!(again.message.unwrap(), message, "a retry is told the same");
                    }
                    self.journal.sent.push(message);
                    return;
                }
                Err(status) => {
                    let reason = kit::fault::reason(&status);
                    assert_eq!(reason.as_deref(), Some("credits_short"), "{status:?}");
                    self.buy().await;
                }
            }
        }
    }

    async fn like(&mut self, friend: String) {
        self.me.like(&friend).await.unwrap();
        self.journal.liked.insert(friend);
    }

    async fn read(&mut self) {
        let Some(last) = self.journal.sent.last() else {
            return;
        };
        let question = MarkReadRequest {
            conversation_id: last.conversation_id.clone(),
            sequence: last.sequence,
        };
        let _: MarkReadResponse = self
            .me
            .insist("vonk.chat.v1.ChatService/MarkRead", &question)
            .await
            .unwrap();
    }

    async fn buy(&mut self) {
        self.journal.bought += self.me.buy(&new_id(), PACKAGE).await.unwrap();
    }
}

/// Twenty lives, until `faults` has done its worst.
async fn survive(site: &mut Site, faults: impl AsyncFnOnce(&mut Site)) {
    let members = members(site, MEMBERS).await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut lives = JoinSet::new();
    for (number, me) in members.iter().enumerate() {
        let friends = (1..=FRIENDS)
            .map(|step| members[(number + step * step) % MEMBERS].id.clone())
            .collect();
        let life = Life {
            me: me.clone(),
            friends,
            dice: Dice(number as u64 + 1),
            journal: Journal::default(),
        };
        lives.spawn(life.live(Arc::clone(&stop)));
    }
    faults(site).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    stop.store(true, Ordering::Relaxed);
    let ended = lives.join_all().await;

    let (holds, said) = site.check_invariants(PATIENCE);
    assert!(holds, "{said}");
    let messages: usize = ended.iter().map(|(_, journal)| journal.sent.len()).sum();
    let bought: u32 = ended.iter().map(|(_, journal)| journal.bought).sum();
    let spent: u32 = ended.iter().map(|(_, journal)| journal.spent()).sum();
    println!("{said}{messages} messages acknowledged, {bought} credits bought, {spent} spent");
    assert!(
        messages > MEMBERS && spent > 0,
        "there was something to lose"
    );
    every_message_is_there(&ended).await;
    stream::iter(&ended)
        .for_each_concurrent(4, |(me, journal)| async move {
            let wallet = me.wallet().await.unwrap();
            assert_eq!(
                wallet.available + wallet.leased,
                journal.bought - journal.spent(),
                "{} bought {} and spent {}",
                me.id,
                journal.bought,
                journal.spent()
            );
            for member_id in journal.liked.iter().cloned() {
                let method = "vonk.matching.v1.MatchingService/GetRelation";
                let relation: GetRelationResponse = me
                    .insist(method, &GetRelationRequest { member_id })
                    .await
                    .unwrap();
                assert!(relation.liked);
            }
        })
        .await;
}

/// Both sides of each conversation read exactly what was acknowledged, in the order it was.
async fn every_message_is_there(lived: &[(Member, Journal)]) {
    let mut conversations: BTreeMap<String, BTreeMap<i64, Message>> = BTreeMap::new();
    let mut readers: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (number, (_, journal)) in lived.iter().enumerate() {
        let mut last: BTreeMap<&str, i64> = BTreeMap::new();
        for message in &journal.sent {
            let before = last.insert(&message.conversation_id, message.sequence);
            assert!(before < Some(message.sequence), "sent later, stands later");
            let conversation = message.conversation_id.clone();
            readers
                .entry(conversation.clone())
                .or_default()
                .insert(number);
            let there = conversations.entry(conversation).or_default();
            let twin = there.insert(message.sequence, message.clone());
            assert_eq!(twin, None, "two messages have one place");
        }
    }
    for (conversation, acknowledged) in conversations {
        for &reader in &readers[&conversation] {
            let me = &lived[reader].0;
            let history = history(me, &conversation).await;
            let sequences: Vec<i64> = history.iter().map(|message| message.sequence).collect();
            let whole: Vec<i64> = (1..=i64::try_from(history.len()).unwrap()).collect();
            assert_eq!(sequences, whole, "no gap and nothing twice");
            assert_eq!(
                history.len(),
                acknowledged.len(),
                "nothing that nobody sent"
            );
            for message in history {
                let own = &acknowledged[&message.sequence];
                assert_eq!((&message.id, text(&message)), (&own.id, text(own)));
            }
        }
    }
}

fn text(message: &Message) -> &str {
    match &message.content {
        Some(Content::Text(text)) => text,
        _ => panic!("no text"),
    }
}

async fn history(me: &Member, conversation: &str) -> Vec<Message> {
    let mut history: Vec<Message> = Vec::new();
    loop {
        let question = ListMessagesRequest {
            conversation_id: conversation.to_owned(),
            sequence: history.last().map_or(0, |message| message.sequence),
            after: true,
            limit: 100,
        };
        let page: ListMessagesResponse = me
            .insist("vonk.chat.v1.ChatService/ListMessages", &question)
            .await
            .unwrap();
        history.extend(page.messages);
        if !page.more {
            return history;
        }
    }
}

/// Kills one process after the other, each at another moment, and starts it again.
async fn kill_and_kill_again(site: &mut Site) {
    let names = site.names();
    for round in 0..kills() {
        tokio::time::sleep(Duration::from_millis(300 + 170 * (round as u64 % 7))).await;
        let victim = names[round % names.len()];
        site.kill(victim);
        site.spawn(victim);
        site.wait_ready(victim).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_loses_no_message_and_no_credit() {
    let mut site = Site::together().await;
    survive(&mut site, kill_and_kill_again).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_killed_process_among_many_loses_no_message_and_no_credit() {
    let Some(mut site) = Site::apart().await else {
        eprintln!("not run: VONK_TEST_KAFKA names no Kafka");
        return;
    };
    survive(&mut site, kill_and_kill_again).await;
}

/// Runs a command of `deploy/`, which finds ports and folders in the environment as this test does.
fn deploy(command: &str, argument: &str) {
    let program = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../deploy")
        .join(command);
    let done = Command::new(program).arg(argument).status().unwrap();
    assert!(done.success(), "deploy/{command} {argument}");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "stops the Kafka and the PostgreSQL it runs on: deploy/faults"]
async fn neither_kafka_nor_postgresql_going_away_loses_anything() {
    let mut site = Site::apart().await.expect("deploy/faults names a Kafka");
    survive(&mut site, async |site| {
        let seconds = async |count| tokio::time::sleep(Duration::from_secs(count)).await;
        seconds(2).await;
        deploy("kafka", "stop");
        seconds(4).await;
        deploy("kafka", "start");
        seconds(3).await;
        deploy("postgres", "crash");
        seconds(2).await;
        deploy("postgres", "start");
        for name in site.names() {
            site.wait_ready(name).await;
        }
        seconds(3).await;
    })
    .await;
}
