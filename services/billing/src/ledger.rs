//! What is booked: double entry, in credits and in money.
//!
//! Entries of a booking sum to zero in each unit. An account of a member never falls below
//! zero; the database refuses both.

use kit::words;

use crate::{
    ids::{LeaseId, MessageId, OrderId, RefundId},
    money::{Currency, Money, share},
};

/// Name under which chat's messages stand in the ledger.
pub(crate) const CHAT: &str = "chat";
/// Name of what billing decides itself.
pub(crate) const OWN: &str = "billing";

words! {
    /// What a booking is about.
    pub(crate) enum Kind {
        Purchase = "purchase",
        Bonus = "bonus",
        Hold = "hold",
        Release = "release",
        Message = "message",
        Photo = "photo",
        Gift = "gift",
        /// Credits given back by a member who withdrew.
        Withdrawal = "withdrawal",
        /// Money that the provider took to pay back.
        Refund = "refund",
        /// A refund that must not be sent any more.
        Void = "void",
        /// Money that the provider paid back without being asked by us.
        Reversal = "reversal",
        Chargeback = "chargeback",
    }
}

words! {
    /// What a member spends credits on.
    pub(crate) enum SpendKind {
        Message = "message",
        Photo = "photo",
        Gift = "gift",
    }
}

impl SpendKind {
    fn booking(self) -> Kind {
        match self {
            Self::Message => Kind::Message,
            Self::Photo => Kind::Photo,
            Self::Gift => Kind::Gift,
        }
    }

    fn revenue(self) -> &'static str {
        match self {
            Self::Message => "revenue_message",
            Self::Photo => "revenue_photo",
            Self::Gift => "revenue_gift",
        }
    }
}

/// Credits by where they came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// Bought.
    pub(crate) paid: u32,
    /// Given.
    pub(crate) bonus: u32,
}

impl Parts {
    /// Both together.
    #[must_use]
    pub(crate) fn total(self) -> u32 {
        self.paid.saturating_add(self.bonus)
    }

    /// Up to `credits` of these, given ones first: what was bought lasts longest.
    #[must_use]
    pub(crate) fn take(self, credits: u32) -> Self {
        let bonus = self.bonus.min(credits);
        let paid = self.paid.min(credits - bonus);
        Self { paid, bonus }
    }

    /// What is left after `taken`.
    #[must_use]
    pub(crate) fn less(self, taken: Self) -> Self {
        Self {
            paid: self.paid.saturating_sub(taken.paid),
            bonus: self.bonus.saturating_sub(taken.bonus),
        }
    }

    /// These and `more`.
    #[must_use]
    pub(crate) fn plus(self, more: Self) -> Self {
        Self {
            paid: self.paid.saturating_add(more.paid),
            bonus: self.bonus.saturating_add(more.bonus),
        }
    }
}

/// A change of one account. Accounts of members are in credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) account: String,
    pub(crate) unit: String,
    pub(crate) amount: i64,
    pub(crate) of_member: bool,
}

/// One transaction of the ledger, about one member.
#[derive(Clone, Debug)]
pub(crate) struct Booking {
    pub(crate) kind: Kind,
    pub(crate) provider: String,
    pub(crate) reference: String,
    pub(crate) entries: Vec<Entry>,
}

/// Where the credits of a spend come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Draw {
    /// From what the lease holds.
    pub(crate) held: Parts,
    /// From what the member has besides, when the lease does not hold enough.
    pub(crate) own: Parts,
    /// From nobody: the house bears it.
    pub(crate) unbacked: u32,
}

impl Booking {
    fn new(kind: Kind, provider: &str, reference: &impl ToString) -> Self {
        Self {
            kind,
            provider: provider.to_owned(),
            reference: reference.to_string(),
            entries: Vec::new(),
        }
    }

    fn credits(self, account: &str, amount: i64) -> Self {
        let of_member = matches!(account, "paid" | "bonus" | "held_paid" | "held_bonus");
        self.entry(account, "CREDIT", amount, of_member)
    }

    fn money(self, account: &str, currency: Currency, amount: i64) -> Self {
        self.entry(account, currency.code(), amount, false)
    }

    fn entry(mut self, account: &str, unit: &str, amount: i64, of_member: bool) -> Self {
        if amount != 0 {
            self.entries.push(Entry {
                account: account.to_owned(),
                unit: unit.to_owned(),
                amount,
                of_member,
            });
        }
        self
    }

    /// Credits set aside for chat.
    #[must_use]
    pub(crate) fn hold(lease: LeaseId, granted: Parts) -> Self {
        Self::new(Kind::Hold, OWN, &lease).moved(granted)
    }

    /// Credits of a lease that come back.
    #[must_use]
    pub(crate) fn release(lease: LeaseId, returned: Parts) -> Self {
        let mut booking = Self::new(Kind::Release, OWN, &lease).moved(returned);
        for entry in &mut booking.entries {
            entry.amount = -entry.amount;
        }
        booking
    }

    fn moved(self, parts: Parts) -> Self {
        let (paid, bonus) = (i64::from(parts.paid), i64::from(parts.bonus));
        self.credits("paid", -paid)
            .credits("held_paid", paid)
            .credits("bonus", -bonus)
            .credits("held_bonus", bonus)
    }

    /// A paid message.
    #[must_use]
    pub(crate) fn spend(message: MessageId, kind: SpendKind, draw: Draw) -> Self {
        let credits = draw.held.total() + draw.own.total() + draw.unbacked;
        Self::new(kind.booking(), CHAT, &message)
            .credits("held_paid", -i64::from(draw.held.paid))
            .credits("held_bonus", -i64::from(draw.held.bonus))
            .credits("paid", -i64::from(draw.own.paid))
            .credits("bonus", -i64::from(draw.own.bonus))
            .credits("unbacked", -i64::from(draw.unbacked))
            .credits(kind.revenue(), i64::from(credits))
    }

    /// Credits given away; the reference makes them given once.
    #[must_use]
    pub(crate) fn bonus(reference: &str, credits: u32) -> Self {
        Self::new(Kind::Bonus, OWN, &reference)
            .credits("bonus", i64::from(credits))
            .credits("promotion", -i64::from(credits))
    }

    /// A payment that the provider confirmed.
    #[must_use]
    pub(crate) fn purchase(provider: &str, payment: &str, credits: u32, amount: Money) -> Self {
        Self::new(Kind::Purchase, provider, &payment)
            .credits("paid", i64::from(credits))
            .credits("issued", -i64::from(credits))
            .money(&clearing(provider), amount.currency, amount.minor)
            .money("sales", amount.currency, -amount.minor)
    }

    /// Unused credits taken back for money that is owed from now on.
    #[must_use]
    pub(crate) fn withdrawal(order: OrderId, credits: u32, amount: Money) -> Self {
        Self::new(Kind::Withdrawal, OWN, &order)
            .credits("paid", -i64::from(credits))
            .credits("issued", i64::from(credits))
            .money("sales", amount.currency, amount.minor)
            .money("refund_liability", amount.currency, -amount.minor)
    }

    /// The provider took over to pay back what was owed.
    #[must_use]
    pub(crate) fn refund(provider: &str, reference: &str, amount: Money) -> Self {
        Self::new(Kind::Refund, provider, &reference)
            .money("refund_liability", amount.currency, amount.minor)
            .money(&clearing(provider), amount.currency, -amount.minor)
    }

    /// What was owed has reached the member by a chargeback: it is not sent a second time.
    #[must_use]
    pub(crate) fn void(refund: RefundId, amount: Money) -> Self {
        Self::new(Kind::Void, OWN, &refund)
            .money("refund_liability", amount.currency, amount.minor)
            .money("chargeback_loss", amount.currency, -amount.minor)
    }

    /// Money that the provider paid back without our asking, and the credits taken for it.
    #[must_use]
    pub(crate) fn reversal(provider: &str, reference: &str, credits: u32, amount: Money) -> Self {
        Self::new(Kind::Reversal, provider, &reference)
            .credits("paid", -i64::from(credits))
            .credits("issued", i64::from(credits))
            .money("sales", amount.currency, amount.minor)
            .money(&clearing(provider), amount.currency, -amount.minor)
    }

    /// Credits that were lent to chat when their money went back, taken now that there are some: `worth`
    /// of what was booked as lost is not. `left` is what is left of the lot: it is told once.
    #[must_use]
    pub(crate) fn collected(
        (kind, order): (Kind, OrderId),
        left: u32,
        credits: u32,
        worth: Money,
    ) -> Self {
        Self::new(kind, OWN, &format!("{order}:{left}"))
            .credits("paid", -i64::from(credits))
            .credits("issued", i64::from(credits))
            .money("sales", worth.currency, worth.minor)
            .money("chargeback_loss", worth.currency, -worth.minor)
    }

    /// A payment that the payer's bank took back: `worth` is what the taken credits were sold for.
    #[must_use]
    pub(crate) fn chargeback(
        provider: &str,
        reference: &str,
        (credits, worth): (u32, i64),
        amount: Money,
    ) -> Self {
        let worth = worth.min(amount.minor);
        Self::new(Kind::Chargeback, provider, &reference)
            .credits("paid", -i64::from(credits))
            .credits("issued", i64::from(credits))
            .money("sales", amount.currency, worth)
            .money("chargeback_loss", amount.currency, amount.minor - worth)
            .money(&clearing(provider), amount.currency, -amount.minor)
    }
}

fn clearing(provider: &str) -> String {
    format!("clearing:{provider}")
}

/// Bought credits that a purchase brought, and what is left of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lot {
    pub(crate) order: OrderId,
    pub(crate) credits: u32,
    pub(crate) remaining: u32,
    /// Of the remaining ones, those whose money went back while they were lent to chat.
    pub(crate) owed: u32,
    /// What is booked as lost for them, in minor units.
    pub(crate) owed_minor: i64,
}

impl Lot {
    /// Owes so many credits less; answers what was booked as lost for them.
    fn owe_less(&mut self, credits: u32) -> i64 {
        let minor = share(self.owed_minor, credits, self.owed);
        self.owed -= credits;
        self.owed_minor -= minor;
        minor
    }

    /// Gives up to `free` of the owed credits back: answers how many, and what was booked as lost for them.
    pub(crate) fn collect(&mut self, free: u32) -> (u32, i64) {
        let credits = self.owed.min(free);
        self.remaining -= credits;
        (credits, self.owe_less(credits))
    }
}

/// Uses `credits` up from the lots in their order; the rest that no lot covers is answered. What is
/// owed was paid for by nobody: it goes when there is nothing else.
pub(crate) fn use_up(lots: &mut [Lot], mut credits: u32) -> u32 {
    for lot in &mut *lots {
        let used = (lot.remaining - lot.owed).min(credits);
        lot.remaining -= used;
        credits -= used;
    }
    for lot in lots {
        let used = lot.remaining.min(credits);
        lot.owe_less(used);
        lot.remaining -= used;
        credits -= used;
    }
    credits
}

/// Forgets what is owed beyond what is still `lent`: it was spent, and is lost.
pub(crate) fn forgive(lots: &mut [Lot], lent: u32) {
    let owed: u32 = lots.iter().map(|lot| lot.owed).sum();
    let mut over = owed.saturating_sub(lent);
    for lot in lots {
        let credits = lot.owed.min(over);
        lot.owe_less(credits);
        over -= credits;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn sums(booking: &Booking) -> BTreeMap<&str, i64> {
        let mut sums = BTreeMap::new();
        for entry in &booking.entries {
            *sums.entry(entry.unit.as_str()).or_default() += entry.amount;
        }
        sums
    }

    fn parts() -> impl Strategy<Value = Parts> {
        (0..1_000_u32, 0..1_000_u32).prop_map(|(paid, bonus)| Parts { paid, bonus })
    }

    proptest! {
        #[test]
        fn every_booking_sums_to_zero(held in parts(), own in parts(), unbacked in 0..50_u32,
                                      credits in 0..5_000_u32, minor in 1..1_000_000_i64, worth in 0..2_000_000_i64) {
            let id = Uuid::nil();
            let amount = Money { minor, currency: "EUR".parse().unwrap() };
            let draw = Draw { held, own, unbacked };
            for booking in [
                Booking::hold(LeaseId::new(id), held),
                Booking::release(LeaseId::new(id), held),
                Booking::spend(MessageId::new(id), SpendKind::Gift, draw),
                Booking::bonus("b", credits),
                Booking::purchase("mollie", "tr_1", credits, amount),
                Booking::withdrawal(OrderId::new(id), credits, amount),
                Booking::refund("mollie", "re_1", amount),
                Booking::void(RefundId::new(id), amount),
                Booking::reversal("mollie", "tr_1", credits, amount),
                Booking::chargeback("mollie", "tr_1", (credits, worth), amount),
                Booking::collected((Kind::Chargeback, OrderId::new(id)), 7, credits, amount),
            ] {
                prop_assert!(sums(&booking).values().all(|sum| *sum == 0), "{booking:?}");
                let mut accounts: Vec<_> = booking.entries.iter().map(|entry| (&entry.account, &entry.unit)).collect();
                accounts.sort();
                accounts.dedup();
                prop_assert_eq!(accounts.len(), booking.entries.len());
            }
        }

        #[test]
        fn given_credits_go_first(have in parts(), credits in 0..3_000_u32) {
            let taken = have.take(credits);
            prop_assert_eq!(taken.total(), credits.min(have.total()));
            prop_assert!(taken.paid == 0 || taken.bonus == have.bonus);
            prop_assert_eq!(have.less(taken).plus(taken), have);
        }

        #[test]
        fn lots_are_used_up_in_their_order_and_what_is_owed_last(
            lots in proptest::collection::vec((0..100_u32, 0..100_u32), 0..6), credits in 0..700_u32,
        ) {
            let before: Vec<Lot> = lots.iter().map(|&(remaining, owed)| Lot {
                order: OrderId::new(Uuid::nil()), credits: 100, remaining,
                owed: owed.min(remaining), owed_minor: i64::from(owed.min(remaining)) * 10,
            }).collect();
            let mut after = before.clone();
            let sum = |lots: &[Lot]| lots.iter().map(|lot| lot.remaining).sum::<u32>();
            let short = use_up(&mut after, credits);
            prop_assert_eq!(sum(&before) - sum(&after) + short, credits);
            prop_assert!(short == 0 || sum(&after) == 0);
            let own = |lot: &Lot| lot.remaining - lot.owed;
            for (index, (lot, was)) in after.iter().zip(&before).enumerate() {
                prop_assert!(lot.owed <= lot.remaining && lot.owed_minor == i64::from(lot.owed) * 10);
                // A lot is touched only when all before it are empty,
                if own(lot) != own(was) {
                    prop_assert!(after[..index].iter().all(|earlier| own(earlier) == 0));
                }
                // and what is owed only when nothing else is left.
                if lot.owed != was.owed {
                    prop_assert!(after.iter().all(|lot| own(lot) == 0));
                    prop_assert!(after[..index].iter().all(|earlier| earlier.owed == 0));
                }
            }
        }

        #[test]
        fn what_is_owed_is_collected_to_the_cent_however_it_comes(
            remaining in 1..100_u32, minor in 0..5_000_i64, comes in proptest::collection::vec(0..40_u32, 0..8),
        ) {
            let mut lot = Lot {
                order: OrderId::new(Uuid::nil()), credits: 100, remaining, owed: remaining, owed_minor: minor,
            };
            let (mut credits, mut worth) = (0, 0);
            for free in comes.into_iter().chain([remaining]) {
                let (taken, part) = lot.collect(free);
                prop_assert!(taken <= free && part >= 0 && lot.owed == lot.remaining);
                credits += taken;
                worth += part;
            }
            prop_assert_eq!((credits, worth), (remaining, minor));
            prop_assert_eq!((lot.owed, lot.owed_minor), (0, 0));
        }

        #[test]
        fn no_more_is_owed_than_is_lent(owed in proptest::collection::vec(0..100_u32, 0..5), lent in 0..400_u32) {
            let mut lots: Vec<Lot> = owed.iter().map(|&owed| Lot {
                order: OrderId::new(Uuid::nil()), credits: 100, remaining: 100, owed, owed_minor: 0,
            }).collect();
            forgive(&mut lots, lent);
            let left: u32 = lots.iter().map(|lot| lot.owed).sum();
            prop_assert_eq!(left, owed.iter().sum::<u32>().min(lent));
            prop_assert!(lots.iter().all(|lot| lot.remaining == 100));
        }
    }
}
