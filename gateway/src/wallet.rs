//! What a member can spend: billing's credits and those that chat holds ready.

use std::time::Duration;

use kit::MemberId;
use moka::sync::Cache;
use proto::{
    billing::v1::{GetMemberWalletRequest, Wallet as Booked},
    chat::v1::GetPurseRequest,
};
use tonic::{Code, Status};

use crate::{peers::Peers, reply::Refusal};

/// How long the last answer stands in for one that cannot be had.
const REMEMBERED: Duration = Duration::from_hours(1);
const AT_MOST: u64 = 100_000;

/// Credits and premium of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wallet {
    pub(crate) credits: u32,
    pub(crate) paid_user: bool,
}

/// Wallets as they were last seen.
pub(crate) struct Wallets {
    last_known: Cache<MemberId, Wallet>,
}

impl Wallets {
    pub(crate) fn new() -> Self {
        Self {
            last_known: Cache::builder()
                .max_capacity(AT_MOST)
                .time_to_live(REMEMBERED)
                .build(),
        }
    }

    /// The wallet now; as last known while billing or chat is away.
    ///
    /// Refused when it was never seen: whoever reads "0 credits" believes to have lost them.
    pub(crate) async fn of(&self, peers: &Peers, member: MemberId) -> Result<Wallet, Refusal> {
        match ask(peers, member).await {
            Ok(wallet) => {
                self.last_known.insert(member, wallet);
                Ok(wallet)
            }
            Err(status) => {
                let last = self.last_known.get(&member);
                tracing::warn!(
                    member.id = %member,
                    code = ?status.code(),
                    last_known = last.is_some(),
                    "a member's credits cannot be asked"
                );
                last.ok_or_else(Refusal::away)
            }
        }
    }
}

async fn ask(peers: &Peers, member: MemberId) -> Result<Wallet, Status> {
    let member_id = member.to_string();
    let purse = GetPurseRequest {
        member_id: member_id.clone(),
    };
    let (mut billing, mut chat) = (peers.billing(), peers.chat());
    let (booked, purse) = tokio::try_join!(
        billing.get_member_wallet(kit::idempotent(GetMemberWalletRequest { member_id })),
        chat.get_purse(kit::idempotent(purse)),
    )?;
    let booked = booked
        .into_inner()
        .wallet
        .ok_or_else(|| Status::new(Code::Internal, "no wallet answered"))?;
    Ok(together(&booked, purse.into_inner().unspent))
}

/// Both were asked at the same time, and credits may have gone from one to the other meanwhile.
/// What chat holds, billing has leased to it: credits beyond that are counted already.
fn together(booked: &Booked, unspent: u32) -> Wallet {
    Wallet {
        credits: booked.available.saturating_add(unspent.min(booked.leased)),
        paid_user: booked.paid_user,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credits((available, leased): (u32, u32), unspent: u32) -> u32 {
        let booked = Booked {
            available,
            leased,
            ..Booked::default()
        };
        together(&booked, unspent).credits
    }

    #[test]
    fn the_purse_counts_and_what_was_spent_of_it_does_not() {
        assert_eq!(credits((40, 60), 60), 100);
        assert_eq!(credits((40, 60), 25), 65);
        assert_eq!(credits((40, 0), 0), 40);
    }

    #[test]
    fn credits_on_their_way_are_not_counted_twice() {
        // Leased after billing answered, and before chat did.
        assert_eq!(credits((100, 0), 60), 100);
        // Given back, and chat has not heard yet.
        assert_eq!(credits((75, 0), 35), 75);
        assert_eq!(credits((u32::MAX, 5), 5), u32::MAX);
    }
}
