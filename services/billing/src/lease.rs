//! Credits lent to chat: how many, and what becomes of them.

use crate::{fault::Fault, ids::LeaseId, ledger::Parts};

/// A lease as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lease {
    pub(crate) id: LeaseId,
    pub(crate) granted: Parts,
    pub(crate) spent: Parts,
    pub(crate) returned: Parts,
    pub(crate) closed: bool,
}

impl Lease {
    /// What it still holds.
    #[must_use]
    pub(crate) fn held(&self) -> Parts {
        self.granted.less(self.spent).less(self.returned)
    }

    /// Spends up to `credits` of what it holds, and answers what was there.
    pub(crate) fn spend(&mut self, credits: u32) -> Parts {
        let taken = self.held().take(credits);
        self.spent = self.spent.plus(taken);
        taken
    }

    /// Closes it, where chat spent `spent` in all: answers what comes back. What chat spent
    /// and billing has not heard of yet stays held until its events arrive.
    pub(crate) fn close(&mut self, spent: u32) -> Parts {
        let unheard = spent.saturating_sub(self.spent.total());
        let held = self.held();
        let back = held.less(held.take(unheard));
        self.returned = self.returned.plus(back);
        self.closed = true;
        back
    }
}

/// What a member may still spend by their own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) left: u32,
    pub(crate) limit: u32,
    pub(crate) period: &'static str,
}

/// The narrower of a member's limits: a limit of 0 is none.
#[must_use]
pub(crate) fn allowance(daily: (u32, u32), weekly: (u32, u32)) -> Option<Allowance> {
    let of = |(limit, used): (u32, u32), period| {
        (limit > 0).then(|| Allowance {
            left: limit.saturating_sub(used),
            limit,
            period,
        })
    };
    [of(daily, "day"), of(weekly, "week")]
        .into_iter()
        .flatten()
        .min_by_key(|allowance| allowance.left)
}

/// How much is lent: up to `wanted`, at least `needed`, never more than there is.
pub(crate) fn grant(
    available: Parts,
    needed: u32,
    wanted: u32,
    allowance: Option<Allowance>,
) -> Result<Parts, Fault> {
    let short = Fault::CreditsShort {
        available: available.total(),
        price: needed,
    };
    if available.total() < needed {
        return Err(short);
    }
    let mut credits = wanted.max(needed).min(available.total());
    if let Some(allowance) = allowance {
        credits = credits.min(allowance.left);
        if credits < needed || (credits == 0 && available.total() > 0) {
            return Err(Fault::SpendingLimit {
                limit: allowance.limit,
                period: allowance.period,
            });
        }
    }
    if credits == 0 {
        return Err(short);
    }
    Ok(available.take(credits))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn parts() -> impl Strategy<Value = Parts> {
        (0..100_u32, 0..100_u32).prop_map(|(paid, bonus)| Parts { paid, bonus })
    }

    #[test]
    fn the_narrower_limit_counts() {
        assert_eq!(allowance((0, 500), (0, 500)), None);
        assert_eq!(allowance((100, 40), (0, 900)).unwrap().left, 60);
        let week = allowance((100, 40), (120, 110)).unwrap();
        assert_eq!((week.left, week.limit, week.period), (10, 120, "week"));
        assert_eq!(allowance((10, 40), (0, 0)).unwrap().left, 0);
    }

    #[test]
    fn a_limit_refuses_what_credits_would_allow() {
        let have = Parts {
            paid: 100,
            bonus: 0,
        };
        let refused = grant(have, 10, 50, allowance((5, 0), (0, 0)));
        assert!(matches!(
            refused,
            Err(Fault::SpendingLimit {
                limit: 5,
                period: "day"
            })
        ));
        let refused = grant(have, 0, 50, allowance((5, 5), (0, 0)));
        assert!(matches!(refused, Err(Fault::SpendingLimit { .. })));
        assert_eq!(
            grant(have, 10, 50, allowance((30, 5), (0, 0)))
                .unwrap()
                .total(),
            25
        );
    }

    proptest! {
        #[test]
        fn a_grant_is_between_needed_and_wanted(have in parts(), needed in 0..150_u32, more in 0..150_u32) {
            let wanted = needed + more;
            match grant(have, needed, wanted, None) {
                Ok(granted) => {
                    prop_assert!(granted.total() >= needed && granted.total() > 0);
                    prop_assert_eq!(granted.total(), wanted.min(have.total()));
                    prop_assert_eq!(have.less(granted).plus(granted), have);
                }
                Err(Fault::CreditsShort { available, price }) => {
                    prop_assert!(have.total() < needed || have.total().min(wanted) == 0);
                    prop_assert_eq!((available, price), (have.total(), needed));
                }
                Err(other) => prop_assert!(false, "{other}"),
            }
        }

        #[test]
        fn a_closed_lease_keeps_just_what_is_still_to_be_heard_of(
            granted in parts(), heard in 0..250_u32, told in 0..250_u32,
        ) {
            let mut lease = Lease {
                id: LeaseId::new(Uuid::nil()), granted,
                spent: Parts::default(), returned: Parts::default(), closed: false,
            };
            let spent = lease.spend(heard);
            prop_assert_eq!(spent.total(), heard.min(granted.total()));
            let back = lease.close(told);
            prop_assert_eq!(lease.held().total(), told.min(granted.total()).saturating_sub(spent.total()));
            prop_assert_eq!(back.plus(lease.held()).plus(lease.spent), granted);
            // Once more changes nothing.
            prop_assert_eq!(lease.close(told).total(), 0);
        }
    }
}
