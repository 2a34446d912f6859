//! Billing, played: balances and leases in memory, and troubles to order.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use kit::{Caller, Host, MemberId, Service, fault};
use proto::billing::v1::{
    self as wire,
    billing_internal_service_server::{BillingInternalService, BillingInternalServiceServer},
};
use tonic::{Code, Request, Response, Status};

tokio::task_local! {
    /// The book of the stage that is being set.
    pub(crate) static BOOK: Arc<Book>;
}

/// A lease as billing knows it.
#[derive(Clone, Debug)]
pub(crate) struct Lease {
    pub(crate) member: String,
    pub(crate) granted: u32,
    /// What chat said it spent, once closed.
    pub(crate) spent: Option<u32>,
}

#[derive(Debug, Default)]
pub(crate) struct Pages {
    pub(crate) balances: HashMap<String, u32>,
    pub(crate) leases: HashMap<String, Lease>,
    /// Answers nothing.
    pub(crate) away: bool,
    /// Does what it is asked, and the answer is lost.
    pub(crate) mute: bool,
    /// The member's own limit; what is lent counts as spent.
    pub(crate) limit: Option<u32>,
    pub(crate) grants_asked: u32,
}

/// What billing has written down.
#[derive(Debug, Default)]
pub(crate) struct Book(Mutex<Pages>);

impl Book {
    pub(crate) fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn credit(&self, member: MemberId, credits: u32) {
        *self.pages().balances.entry(member.to_string()).or_default() += credits;
    }

    pub(crate) fn balance(&self, member: MemberId) -> u32 {
        let pages = self.pages();
        pages
            .balances
            .get(&member.to_string())
            .copied()
            .unwrap_or(0)
    }
}

impl Pages {
    fn grant(&mut self, request: &wire::GrantLeaseRequest) -> Result<u32, Status> {
        self.grants_asked += 1;
        assert!(request.wanted >= request.needed && request.wanted > 0);
        if let Some(known) = self.leases.get(&request.lease_id) {
            if known.spent.is_some() {
                return Err(fault::status(Code::FailedPrecondition, "lease_closed", []));
            }
            assert_eq!(known.member, request.member_id);
            return Ok(known.granted);
        }
        let used: u32 = self
            .leases
            .values()
            .filter(|lease| lease.member == request.member_id)
            .map(|lease| lease.spent.unwrap_or(lease.granted))
            .sum();
        let left = self
            .limit
            .map_or(u32::MAX, |limit| limit.saturating_sub(used));
        if left < request.needed {
            let limit = self.limit.unwrap_or_default().to_string();
            return Err(fault::status(
                Code::FailedPrecondition,
                "spending_limit",
                [("limit", limit), ("period", "day".to_owned())],
            ));
        }
        let balance = self.balances.entry(request.member_id.clone()).or_default();
        if *balance < request.needed {
            let details = [
                ("available", balance.to_string()),
                ("price", request.needed.to_string()),
            ];
            return Err(fault::status(
                Code::FailedPrecondition,
                "credits_short",
                details,
            ));
        }
        let granted = request.wanted.min(*balance).min(left);
        *balance -= granted;
        let lease = Lease {
            member: request.member_id.clone(),
            granted,
            spent: None,
        };
        self.leases.insert(request.lease_id.clone(), lease);
        Ok(granted)
    }

    fn close(&mut self, request: &wire::CloseLeaseRequest) -> Result<u32, Status> {
        let Some(lease) = self.leases.get_mut(&request.lease_id) else {
            // Never to be granted.
            let buried = Lease {
                member: String::new(),
                granted: 0,
                spent: Some(0),
            };
            self.leases.insert(request.lease_id.clone(), buried);
            return Err(fault::status(Code::NotFound, "lease_unknown", []));
        };
        if let Some(spent) = lease.spent {
            assert_eq!(spent, request.spent, "chat changed its mind");
            return Ok(lease.granted - spent);
        }
        assert!(
            request.spent <= lease.granted,
            "chat spent more than it was lent"
        );
        lease.spent = Some(request.spent);
        let back = lease.granted - request.spent;
        *self.balances.get_mut(&lease.member).unwrap() += back;
        Ok(back)
    }
}

/// Billing's internal service, with the book of its stage.
pub(crate) struct FakeBilling(Arc<Book>);

impl Service for FakeBilling {
    const NAME: &'static str = "billing";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let book = BOOK.with(Arc::clone);
        host.grpc(BillingInternalServiceServer::new(Self(book)));
        Ok(())
    }
}

fn away() -> Status {
    fault::status(Code::Unavailable, "peer_away", [])
}

#[tonic::async_trait]
impl BillingInternalService for FakeBilling {
    async fn grant_lease(
        &self,
        request: Request<wire::GrantLeaseRequest>,
    ) -> Result<Response<wire::GrantLeaseResponse>, Status> {
        Caller::of(&request)?.only_service(&["chat"])?;
        let mut pages = self.0.pages();
        if pages.away {
            return Err(away());
        }
        let granted = pages.grant(&request.into_inner())?;
        if pages.mute {
            return Err(away());
        }
        let paid = granted;
        Ok(Response::new(wire::GrantLeaseResponse { granted, paid }))
    }

    async fn close_lease(
        &self,
        request: Request<wire::CloseLeaseRequest>,
    ) -> Result<Response<wire::CloseLeaseResponse>, Status> {
        Caller::of(&request)?.only_service(&["chat"])?;
        let mut pages = self.0.pages();
        if pages.away {
            return Err(away());
        }
        let returned = pages.close(&request.into_inner())?;
        if pages.mute {
            return Err(away());
        }
        Ok(Response::new(wire::CloseLeaseResponse { returned }))
    }

    async fn get_member_wallet(
        &self,
        _: Request<wire::GetMemberWalletRequest>,
    ) -> Result<Response<wire::GetMemberWalletResponse>, Status> {
        Err(Status::unimplemented("chat does not ask this"))
    }
    async fn get_discount_code(
        &self,
        _: Request<wire::GetDiscountCodeRequest>,
    ) -> Result<Response<wire::GetDiscountCodeResponse>, Status> {
        Err(Status::unimplemented("chat does not ask this"))
    }
    async fn receive_webhook(
        &self,
        _: Request<wire::ReceiveWebhookRequest>,
    ) -> Result<Response<wire::ReceiveWebhookResponse>, Status> {
        Err(Status::unimplemented("chat does not ask this"))
    }
}
