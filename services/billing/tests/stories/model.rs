//! Random histories of one member, held against a model that is simple enough to be believed.

use std::sync::{Mutex, PoisonError};

use kit::MemberId;
use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};
use proto::billing::v1::{GetWalletRequest, OrderStatus, WithdrawRequest};
use uuid::Uuid;

use billing::sandbox::{Call, Fault, Webhooks};

use crate::{
    fakes::purse,
    money_back::{refunded_at_provider, until_sent},
    stage::*,
};

/// Something that happens. Numbers choose among what there is.
#[derive(Clone, Debug)]
enum Step {
    Buy,
    /// The browser tries an order again, the provider hints again, the owner looks again.
    BuyAgain(usize),
    /// A payment that comes to nothing.
    Abandon,
    Grant {
        needed: u32,
        more: u32,
    },
    GrantAgain(usize),
    /// Many leases at once.
    Burst {
        leases: usize,
        size: u32,
    },
    /// Chat sends a message from a lease; billing hears of it later, or never for long.
    Send {
        lease: usize,
        price: u32,
    },
    /// Billing hears of one message, in any order, perhaps once more.
    Tell {
        message: usize,
        twice: bool,
    },
    Close(usize),
    Withdraw {
        purchase: usize,
        /// The provider sends the money, and nobody hears that it did.
        lost: bool,
    },
    /// The payer's bank takes the money back.
    ChargeBack {
        purchase: usize,
        /// Chat keeps what it holds, or has borrowed it again.
        lent: bool,
    },
    /// The provider does not know a payment for a while: one that is made, or one that is booked.
    BuyUnseen,
    Unknown(usize),
    Crash,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let which = any::<usize>;
    let step = prop_oneof![
        4 => Just(Step::Buy),
        2 => which().prop_map(Step::BuyAgain),
        1 => Just(Step::Abandon),
        5 => (0..60_u32, 0..90_u32).prop_map(|(needed, more)| Step::Grant { needed, more }),
        2 => which().prop_map(Step::GrantAgain),
        1 => (2..8_usize, 5..40_u32).prop_map(|(leases, size)| Step::Burst { leases, size }),
        9 => (which(), 1..25_u32).prop_map(|(lease, price)| Step::Send { lease, price }),
        8 => (which(), any::<bool>()).prop_map(|(message, twice)| Step::Tell { message, twice }),
        4 => which().prop_map(Step::Close),
        2 => (which(), any::<bool>()).prop_map(|(purchase, lost)| Step::Withdraw { purchase, lost }),
        2 => (which(), any::<bool>()).prop_map(|(purchase, lent)| Step::ChargeBack { purchase, lent }),
        1 => Just(Step::BuyUnseen),
        1 => which().prop_map(Step::Unknown),
        1 => Just(Step::Crash),
    ];
    prop::collection::vec(step, 10..45)
}

struct Lease {
    id: Uuid,
    granted: u32,
    /// As chat knows.
    spent: u32,
    /// As billing has heard.
    told: u32,
    open: bool,
}

struct Message {
    id: Uuid,
    lease: usize,
    price: u32,
    told: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own")]
struct Purchase {
    order: Uuid,
    unused: u32,
    /// Of those, what went to chat before its money went back.
    owed: u32,
    /// Not all of its money was paid back.
    kept: bool,
    /// None of it was.
    whole: bool,
    withdrawn: bool,
    charged_back: bool,
}

/// What one member should have.
struct Model {
    member: MemberId,
    available: u32,
    leases: Vec<Lease>,
    messages: Vec<Message>,
    purchases: Vec<Purchase>,
}

fn pick<T>(things: &[T], which: usize) -> Option<usize> {
    (!things.is_empty()).then(|| which % things.len())
}

impl Model {
    fn leased(&self) -> u32 {
        let held = |lease: &Lease| {
            let kept = if lease.open {
                lease.granted
            } else {
                lease.spent
            };
            kept - lease.told
        };
        self.leases.iter().map(held).sum()
    }

    fn lend(&mut self, id: Uuid, granted: u32) {
        self.available -= granted;
        self.leases.push(Lease {
            id,
            granted,
            spent: 0,
            told: 0,
            open: true,
        });
    }

    fn take_back(&mut self, lease: usize) {
        let lease = &mut self.leases[lease];
        if std::mem::take(&mut lease.open) {
            self.available += lease.granted - lease.spent;
            self.collect();
        }
    }

    /// What leases hold that chat may still spend or give back.
    fn lent(&self) -> u32 {
        let open = self.leases.iter().filter(|lease| lease.open);
        open.map(|lease| lease.granted - lease.told).sum()
    }

    fn owed(&self) -> u32 {
        self.purchases.iter().map(|purchase| purchase.owed).sum()
    }

    /// What is owed goes as soon as there is something; what is not lent any more was spent.
    fn collect(&mut self) {
        for purchase in &mut self.purchases {
            let credits = purchase.owed.min(self.available);
            purchase.owed -= credits;
            purchase.unused -= credits;
            self.available -= credits;
        }
        let mut spent = self.owed().saturating_sub(self.lent());
        for purchase in &mut self.purchases {
            let credits = purchase.owed.min(spent);
            purchase.owed -= credits;
            spent -= credits;
        }
    }

    fn hear(&mut self, message: usize) {
        let message = &mut self.messages[message];
        if std::mem::replace(&mut message.told, true) {
            return;
        }
        self.leases[message.lease].told += message.price;
        let mut credits = message.price;
        for purchase in &mut self.purchases {
            let used = (purchase.unused - purchase.owed).min(credits);
            purchase.unused -= used;
            credits -= used;
        }
        // What nobody has paid for goes last.
        for purchase in &mut self.purchases {
            let used = purchase.owed.min(credits);
            purchase.owed -= used;
            purchase.unused -= used;
            credits -= used;
        }
        assert_eq!(credits, 0, "the model lost count");
    }

    async fn step(&mut self, stage: &Stage, step: &Step) {
        match *step {
            Step::Buy => {
                let order = stage.buy(self.member).await;
                self.bought(stage, order);
            }
            Step::BuyUnseen => self.buy_unseen(stage).await,
            Step::Unknown(which) => {
                if let Some(which) = pick(&self.purchases, which) {
                    unknown(stage, self.purchases[which].order).await;
                }
            }
            Step::BuyAgain(which) => {
                if let Some(which) = pick(&self.purchases, which) {
                    let order = self.purchases[which].order;
                    let _ = stage.order(self.member, order, "").await;
                    stage.hint(&stage.payments(order).await[0]).await;
                    let shown = stage.look(self.member, order).await.status();
                    assert_eq!(shown == OrderStatus::Paid, self.purchases[which].whole);
                }
            }
            Step::Abandon => {
                let order = fresh();
                let placed = stage.order(self.member, order, "").await.unwrap();
                stage.choose(&placed.checkout_url, "failed").await;
                assert_eq!(
                    stage.look(self.member, order).await.status(),
                    OrderStatus::Failed
                );
            }
            Step::Grant { needed, more } => self.grant(stage, needed, more).await,
            Step::GrantAgain(which) => {
                if let Some(which) = pick(&self.leases, which) {
                    let lease = &self.leases[which];
                    let outcome = stage.grant(self.member, lease.id, 1, 500).await;
                    if lease.open {
                        assert_eq!(outcome.unwrap().granted, lease.granted);
                    } else {
                        assert_eq!(refusal(outcome), "lease_closed");
                    }
                }
            }
            Step::Burst { leases, size } => self.burst(stage, leases, size).await,
            Step::Send { lease, price } => {
                if let Some(which) = pick(&self.leases, lease) {
                    let lease = &mut self.leases[which];
                    if lease.open && lease.spent + price <= lease.granted {
                        lease.spent += price;
                        self.messages.push(Message {
                            id: fresh(),
                            lease: which,
                            price,
                            told: false,
                        });
                    }
                }
            }
            Step::Tell { message, twice } => {
                if let Some(which) = pick(&self.messages, message) {
                    for _ in 0..=usize::from(twice) {
                        self.tell(stage, which).await;
                    }
                }
            }
            Step::Close(which) => {
                if let Some(which) = pick(&self.leases, which) {
                    let lease = &self.leases[which];
                    let returned = stage.close(lease.id, lease.spent).await.unwrap();
                    assert_eq!(returned, lease.granted - lease.spent);
                    self.take_back(which);
                }
            }
            Step::Withdraw { purchase, lost } => {
                if let Some(which) = pick(&self.purchases, purchase) {
                    self.withdraw_until_sent(stage, which, lost).await;
                }
            }
            Step::ChargeBack { purchase, lent } => {
                if let Some(which) = pick(&self.purchases, purchase) {
                    self.charge_back(stage, which, lent).await;
                }
            }
            Step::Crash => {}
        }
    }

    async fn burst(&mut self, stage: &Stage, leases: usize, size: u32) {
        let ids: Vec<Uuid> = (0..leases).map(|_| fresh()).collect();
        let asks = ids
            .iter()
            .map(|id| stage.grant(self.member, *id, size, size));
        let outcomes = futures::future::join_all(asks).await;
        let possible = usize::try_from(self.available / size).unwrap().min(leases);
        let lent = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        assert_eq!(lent, possible);
        for (id, outcome) in ids.into_iter().zip(outcomes) {
            if outcome.is_ok() {
                self.lend(id, size);
            }
        }
    }

    async fn buy_unseen(&mut self, stage: &Stage) {
        let order = fresh();
        let placed = stage.order(self.member, order, "").await.unwrap();
        stage.fails(Call::Fetch, Fault::Unknown, 1_000).await;
        stage.choose(&placed.checkout_url, "paid").await;
        let shown = stage.look(self.member, order).await.status();
        assert_eq!(shown, OrderStatus::Pending);
        self.compare(stage).await;
        stage.webhooks(Webhooks::Once).await;
        let shown = stage.look(self.member, order).await.status();
        assert_eq!(shown, OrderStatus::Paid);
        self.bought(stage, order);
    }

    async fn withdraw_until_sent(&mut self, stage: &Stage, which: usize, lost: bool) {
        if lost {
            stage.fails(Call::Refund, Fault::Lost, 1).await;
        }
        self.withdraw(stage, which).await;
        // Tried again, when its answer was lost.
        stage.webhooks(Webhooks::Once).await;
        stage.advance(31);
        until_sent(stage).await;
        let order = self.purchases[which].order;
        let back = stage.look(self.member, order).await.refunded.unwrap();
        assert_eq!(refunded_at_provider(stage, order).await, back.minor);
    }

    fn bought(&mut self, stage: &Stage, order: Uuid) {
        self.available += 100;
        self.purchases.push(Purchase {
            order,
            unused: 100,
            owed: 0,
            kept: true,
            whole: true,
            withdrawn: false,
            charged_back: false,
        });
        self.collect();
        // Lots are told apart by time.
        stage.advance(1);
    }

    /// What is lent and not spent comes back, as chat closes its purse.
    async fn recall(&mut self, stage: &Stage) {
        for lease in self.leases.iter().filter(|lease| lease.open) {
            if self.owed() > 0 {
                // Billing asks for it by itself now and then: nobody could say when.
                stage.close(lease.id, lease.spent).await.unwrap();
            } else {
                purse(self.member, lease.id, lease.spent);
            }
        }
        for lease in 0..self.leases.len() {
            self.take_back(lease);
        }
    }

    async fn charge_back(&mut self, stage: &Stage, which: usize, lent: bool) {
        if self.purchases[which].charged_back {
            return;
        }
        let order = self.purchases[which].order;
        if !lent {
            self.recall(stage).await;
        }
        // One look at it, and not two beside each other: the purse is recalled once.
        // A webhook that a crash cut off comes again after a while.
        stage.advance(1_100);
        stage.delivered().await;
        stage.followed(order).await;
        stage.webhooks(Webhooks::Never).await;
        let payment = stage.payments(order).await.remove(0);
        let url = stage.at_sandbox(&format!("/sandbox/payments/{payment}/chargeback"));
        assert_eq!(stage.sandbox_post(&url).send().await.unwrap().status(), 204);
        stage.hint(&payment).await;
        stage.until(order, "charged_back").await;
        stage.webhooks(Webhooks::Once).await;
        // What is spent is lost; what is not goes, and what is lent when it is back.
        let lent = self.lent() - self.owed();
        let purchase = &mut self.purchases[which];
        let credits = purchase.unused.min(self.available);
        purchase.unused -= credits;
        purchase.owed = purchase.unused.min(lent);
        (purchase.kept, purchase.whole, purchase.charged_back) = (false, false, true);
        self.available -= credits;
    }

    async fn grant(&mut self, stage: &Stage, needed: u32, more: u32) {
        let wanted = (needed + more).max(1);
        let id = fresh();
        let outcome = stage.grant(self.member, id, needed, wanted).await;
        if self.available >= needed && self.available > 0 {
            let granted = outcome.unwrap().granted;
            assert_eq!(granted, wanted.min(self.available));
            self.lend(id, granted);
        } else {
            assert_eq!(refusal(outcome), "credits_short");
        }
    }

    async fn tell(&mut self, stage: &Stage, which: usize) {
        let message = &self.messages[which];
        let lease = self.leases[message.lease].id;
        stage
            .said(self.member, message.id, lease, message.price)
            .await;
        stage.settled().await;
        self.hear(which);
    }

    async fn withdraw(&mut self, stage: &Stage, which: usize) {
        let order_id = self.purchases[which].order.to_string();
        let request = |confirm| WithdrawRequest {
            order_id: order_id.clone(),
            confirm,
        };
        if self.purchases[which].withdrawn {
            let refused = stage.member(self.member).withdraw(request(false)).await;
            assert_eq!(refusal(refused), "withdrawal_done");
            let again = stage.member(self.member).withdraw(request(true)).await;
            assert!(again.unwrap().into_inner().done);
            return;
        }
        if self.purchases[which].charged_back {
            for confirm in [false, true] {
                let refused = stage.member(self.member).withdraw(request(confirm)).await;
                assert_eq!(refusal(refused), "withdrawal_done");
            }
            return;
        }
        self.recall(stage).await;
        let purchase = &mut self.purchases[which];
        let credits = purchase.unused.min(self.available);
        for confirm in [false, true] {
            let answer = stage.member(self.member).withdraw(request(confirm)).await;
            let answer = answer.unwrap().into_inner();
            assert_eq!((answer.credits, answer.done), (credits, confirm));
            assert_eq!(
                answer.amount.unwrap().minor,
                i64::from(credits) * 999 / 100 + i64::from(credits * 999 % 100 >= 50)
            );
        }
        purchase.unused -= credits;
        purchase.kept = credits < 100;
        purchase.whole = credits == 0;
        purchase.withdrawn = true;
        self.available -= credits;
    }

    async fn compare(&self, stage: &Stage) {
        let wallet = stage
            .member(self.member)
            .get_wallet(GetWalletRequest {})
            .await;
        let wallet = wallet.unwrap().into_inner().wallet.unwrap();
        let premium = self.purchases.iter().any(|purchase| purchase.kept);
        assert_eq!(
            (wallet.available, wallet.leased, wallet.paid_user),
            (self.available, self.leased(), premium)
        );
    }
}

/// The provider does not know a payment that is booked, for a while.
async fn unknown(stage: &Stage, order: Uuid) {
    let before = stage.status(order).await;
    stage.fails(Call::Fetch, Fault::Unknown, 1_000).await;
    stage.followed(order).await;
    assert_eq!(stage.status(order).await, before);
    stage.webhooks(Webhooks::Once).await;
}

#[test]
fn no_history_loses_a_credit_charges_twice_or_goes_below_zero() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut stage = Some(runtime.block_on(Stage::with("open_orders = 1000")));
    let config = Config {
        cases: 24,
        max_shrink_iters: 60,
        failure_persistence: None,
        ..Config::default()
    };
    let place = Mutex::new(&mut stage);
    let history = |steps: Vec<Step>| {
        let mut guard = place.lock().unwrap_or_else(PoisonError::into_inner);
        let place: &mut Option<Stage> = &mut guard;
        runtime.block_on(async {
            let stage = place.as_ref().expect("stage");
            let mut model = Model {
                member: stage.join().await,
                available: 0,
                leases: Vec::new(),
                messages: Vec::new(),
                purchases: Vec::new(),
            };
            for step in &steps {
                if matches!(step, Step::Crash) {
                    let stage = place.take().expect("stage");
                    *place = Some(stage.crash().await);
                }
                let stage = place.as_ref().expect("stage");
                model.step(stage, step).await;
                model.compare(stage).await;
            }
            let stage = place.as_ref().expect("stage");
            // In the end everything is heard of, and every credit is accounted for.
            for message in 0..model.messages.len() {
                model.tell(stage, message).await;
            }
            model.compare(stage).await;
            assert_eq!(stage.broken_invariants().await, [""; 0]);
        });
        Ok(())
    };
    if let Err(failure) = TestRunner::new(config).run(&steps(), history) {
        panic!("{failure}");
    }
}
