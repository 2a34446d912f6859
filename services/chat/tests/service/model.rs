//! A reference model of allowances and credits: whatever happens in whatever order, the service
//! and the model agree on every answer and on every credit.

use std::collections::HashMap;

use kit::MemberId;
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use proto::chat::v1::{RecallPurseRequest, send_message_request::Content};
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::{
    races::settled,
    stage::{SITE, Stage, new_id, reason},
};

const SENDERS: usize = 2;
const PEERS: usize = 3;

#[derive(Clone, Debug)]
enum Act {
    Text {
        sender: usize,
        peer: usize,
    },
    /// Of 10, 25 or 50 credits.
    Gift {
        sender: usize,
        peer: usize,
        gift: usize,
    },
    /// Sends an earlier message again, as after a lost answer.
    Retry {
        which: usize,
    },
    Earn {
        sender: usize,
        credits: u32,
    },
    Premium {
        sender: usize,
    },
    Recall {
        sender: usize,
    },
    /// Fifteen minutes pass.
    Idle,
    BillingGoes,
    BillingIsMute,
    BillingIsBack,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let sender = || 0..SENDERS;
    let act = prop_oneof![
        10 => (sender(), 0..PEERS).prop_map(|(sender, peer)| Act::Text { sender, peer }),
        3 => (sender(), 0..PEERS, 0..GIFTS.len())
            .prop_map(|(sender, peer, gift)| Act::Gift { sender, peer, gift }),
        3 => any::<usize>().prop_map(|which| Act::Retry { which }),
        2 => (sender(), 1..90_u32).prop_map(|(sender, credits)| Act::Earn { sender, credits }),
        1 => sender().prop_map(|sender| Act::Premium { sender }),
        1 => sender().prop_map(|sender| Act::Recall { sender }),
        1 => Just(Act::Idle),
        1 => Just(Act::BillingGoes),
        1 => Just(Act::BillingIsMute),
        2 => Just(Act::BillingIsBack),
    ];
    prop::collection::vec(act, 10..60)
}

const GIFTS: [(&str, u32); 3] = [("rose", 10), ("cocktail", 25), ("ring", 50)];

/// What a member has and did.
#[derive(Default)]
struct Member {
    premium: bool,
    /// Credits, wherever they lie.
    credits: u32,
    /// Free messages used, by peer.
    free: HashMap<usize, u32>,
    /// Acknowledged messages, by peer.
    sent: HashMap<usize, Vec<Kept>>,
}

#[derive(Clone)]
struct Kept {
    id: Uuid,
    content: Content,
    price: u32,
    sequence: i64,
}

impl Member {
    /// What a text costs now; taking a free one is noted when it is sent.
    fn text_is_free(&self, peer: usize) -> bool {
        !self.premium
            && match self.free.get(&peer) {
                Some(used) => *used < 5,
                None => self.free.len() < 2,
            }
    }
}

struct Run<'a> {
    stage: &'a Stage,
    senders: Vec<MemberId>,
    peers: Vec<MemberId>,
    members: Vec<Member>,
    billing_answers: bool,
}

impl Run<'_> {
    async fn send(&mut self, sender: usize, peer: usize, content: Content, price: u32) {
        let model = &mut self.members[sender];
        let is_text = matches!(content, Content::Text(_));
        let free = is_text && model.text_is_free(peer);
        let id = new_id();
        let outcome = self
            .stage
            .send(self.senders[sender], self.peers[peer], id, content.clone())
            .await;
        if !is_text && !model.premium {
            assert_eq!(reason(outcome), "premium_needed");
            return;
        }
        if !free && model.credits < price {
            let word = reason(outcome);
            // Who cannot ask does not know that there are none.
            assert!(
                word == "credits_short" || (word == "billing_away" && !self.billing_answers),
                "{word}"
            );
            return;
        }
        match outcome {
            Ok(answer) => {
                let message = answer.message.unwrap();
                assert_eq!(message.price, if free { 0 } else { price });
                if free {
                    *model.free.entry(peer).or_default() += 1;
                }
                model.credits -= message.price;
                let sent = model.sent.entry(peer).or_default();
                assert_eq!(usize::try_from(message.sequence).unwrap(), sent.len() + 1);
                sent.push(Kept {
                    id,
                    content,
                    price: message.price,
                    sequence: message.sequence,
                });
            }
            refused => {
                // Enough credits, but some of them are with billing.
                assert_eq!(reason(refused), "billing_away");
                assert!(!free && !self.billing_answers);
            }
        }
    }

    async fn act(&mut self, act: Act) {
        match act {
            Act::Text { sender, peer } => {
                self.send(sender, peer, Content::Text("hi".to_owned()), 10)
                    .await;
            }
            Act::Gift { sender, peer, gift } => {
                let (gift, price) = GIFTS[gift];
                self.send(sender, peer, Content::Gift(gift.to_owned()), price)
                    .await;
            }
            Act::Retry { which } => {
                let all: Vec<(usize, usize, Kept)> = self
                    .members
                    .iter()
                    .enumerate()
                    .flat_map(|(sender, member)| {
                        member.sent.iter().flat_map(move |(peer, sent)| {
                            sent.iter().map(move |kept| (sender, *peer, kept.clone()))
                        })
                    })
                    .collect();
                if all.is_empty() {
                    return;
                }
                let (sender, peer, kept) = all[which % all.len()].clone();
                let (from, to) = (self.senders[sender], self.peers[peer]);
                let answer = self.stage.send(from, to, kept.id, kept.content).await;
                let again = answer.unwrap().message.unwrap();
                assert_eq!((again.sequence, again.price), (kept.sequence, kept.price));
            }
            Act::Earn { sender, credits } => {
                self.stage.book.credit(self.senders[sender], credits);
                self.members[sender].credits += credits;
            }
            Act::Premium { sender } => {
                self.stage.make_premium(self.senders[sender]).await;
                self.members[sender].premium = true;
            }
            Act::Recall { sender } => {
                let member_id = self.senders[sender].to_string();
                let request = RecallPurseRequest { member_id };
                let outcome = self.stage.service("billing").recall_purse(request).await;
                assert!(outcome.is_ok() || !self.billing_answers);
            }
            Act::Idle => self
                .stage
                .host
                .clock
                .advance(std::time::Duration::from_mins(16)),
            Act::BillingGoes => self.answers(true, false),
            Act::BillingIsMute => self.answers(false, true),
            Act::BillingIsBack => {
                self.answers(false, false);
                self.all_returns().await;
            }
        }
    }

    fn answers(&mut self, away: bool, mute: bool) {
        let mut pages = self.stage.book.pages();
        (pages.away, pages.mute) = (away, mute);
        self.billing_answers = !away && !mute;
    }

    /// Leases that billing did not answer about are closed; then every credit is where it should be.
    async fn all_returns(&self) {
        self.stage
            .host
            .clock
            .advance(std::time::Duration::from_mins(1));
        for (sender, model) in self.senders.iter().zip(&self.members) {
            self.stage
                .until("every credit is there", async || {
                    self.stage.book.balance(*sender) + self.stage.purse(*sender).await
                        == model.credits
                })
                .await;
        }
    }
}

async fn play(stage: &Stage, acts: Vec<Act>) {
    let mut run = Run {
        stage,
        senders: vec![stage.join(SITE).await, stage.join(SITE).await],
        peers: Vec::new(),
        members: (0..SENDERS).map(|_| Member::default()).collect(),
        billing_answers: true,
    };
    for _ in 0..PEERS {
        run.peers.push(stage.join(SITE).await);
    }
    for act in acts {
        run.act(act).await;
    }
    run.act(Act::BillingIsBack).await;
    for (sender, model) in run.senders.iter().zip(&run.members) {
        let mut told = Vec::new();
        for (peer, sent) in &model.sent {
            told.extend(stage.told(*sender, run.peers[*peer]).await);
            let stored = stage.history(*sender, run.peers[*peer]).await;
            let stored: Vec<(String, u32)> = stored
                .into_iter()
                .map(|message| (message.id, message.price))
                .collect();
            let sent: Vec<(String, u32)> = sent
                .iter()
                .map(|kept| (kept.id.to_string(), kept.price))
                .collect();
            assert_eq!(stored, sent);
        }
        settled(stage, &told);
    }
}

#[test]
fn the_service_and_the_model_agree() {
    let runtime = Runtime::new().unwrap();
    let stage = runtime.block_on(Stage::set());
    let config = Config {
        cases: 24,
        max_shrink_iters: 60,
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&acts(), |acts| {
        runtime.block_on(play(&stage, acts));
        Ok(())
    });
    outcome.unwrap();
    // The databases go with the stage, while there is a runtime.
    let _inside = runtime.enter();
    drop(stage);
}
