//! One file per call; here stands who may make it.

mod close_lease;
mod create_order;
mod get_discount_code;
mod get_member_wallet;
mod get_order;
mod get_wallet;
mod grant_lease;
mod list_packages;
mod list_transactions;
mod receive_webhook;
mod set_spending_limit;
mod withdraw;

use kit::{Caller, Chance, Clock, Db, MemberId, SiteId, Transport, fault::reply};
use proto::{
    billing::v1::{
        self as wire, billing_internal_service_server::BillingInternalService,
        billing_service_server::BillingService,
    },
    chat::v1::chat_internal_service_client::ChatInternalServiceClient,
};
use time::OffsetDateTime;
use tonic::{Request, Response, Status};

use crate::{
    book::Pen,
    config::Config,
    discount::Buyer,
    fault::Fault,
    looks::Looks,
    payments::Payments,
    site::Sites,
    store::{discounts, members, packages},
    vat::Rates,
};

/// What the calls work with.
#[derive(Clone, Debug)]
pub(crate) struct Api {
    pub(crate) db: Db,
    pub(crate) clock: Clock,
    pub(crate) chance: Chance,
    pub(crate) sites: Sites,
    pub(crate) payments: Payments,
    pub(crate) looks: Looks,
    pub(crate) chat: Chat,
    pub(crate) vat_rates: Rates,
    pub(crate) config: Config,
}

/// The way to chat.
#[derive(Clone)]
pub(crate) struct Chat(pub(crate) ChatInternalServiceClient<Transport>);

impl std::fmt::Debug for Chat {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Chat")
    }
}

impl Chat {
    /// Closes the member's purse, so that what was not spent is back here.
    pub(crate) async fn recall_purse(&self, member: MemberId) -> Result<(), Fault> {
        let request = kit::idempotent(proto::chat::v1::RecallPurseRequest {
            member_id: member.to_string(),
        });
        let mut chat = self.0.clone();
        chat.recall_purse(request).await.map_err(Fault::Chat)?;
        Ok(())
    }
}

impl Api {
    fn pen(&self, now: OffsetDateTime) -> Pen<'_> {
        (&self.chance, now)
    }

    /// Gives a site its packages on its first use.
    async fn set_up(&self, site: SiteId) -> Result<(), Fault> {
        if packages::is_set_up(self.db.pool(), site).await? {
            return Ok(());
        }
        // Not for a site that nobody configured.
        self.sites.get(site).await?;
        let mut tx = self.db.begin().await?;
        packages::set_up(&mut tx, site).await?;
        Ok(tx.commit().await?)
    }

    /// What counts of a member who asks for the discount `code`.
    async fn buyer(&self, member: MemberId, code: i64) -> Result<Buyer, Fault> {
        let known = members::find(self.db.pool(), member).await?;
        let held = discounts::held(self.db.pool(), code, member).await?;
        Ok(Buyer {
            member,
            country: known.as_ref().and_then(|member| member.country.clone()),
            signed_up_at: known.as_ref().and_then(|member| member.signed_up_at),
            paid_user: known.is_some_and(|member| member.premium_since.is_some()),
            used: held == Some(false),
            held: held == Some(true),
        })
    }
}

/// Reads an id; reason `value_invalid` for what is none.
fn id<I: From<uuid::Uuid>>(text: &str, field: &'static str) -> Result<I, Fault> {
    let id: uuid::Uuid = text.parse().map_err(|_| Fault::ValueInvalid(field))?;
    Ok(id.into())
}

/// Calls of members. Site and member come from the token.
#[tonic::async_trait]
impl BillingService for Api {
    async fn list_packages(
        &self,
        request: Request<wire::ListPackagesRequest>,
    ) -> Result<Response<wire::ListPackagesResponse>, Status> {
        let caller = Caller::of(&request)?;
        let (site, member) = (caller.visitor_site()?, caller.member);
        reply(list_packages::list_packages(self, (site, member), &request.into_inner()).await)
    }

    async fn create_order(
        &self,
        request: Request<wire::CreateOrderRequest>,
    ) -> Result<Response<wire::CreateOrderResponse>, Status> {
        let caller = Caller::of(&request)?;
        let whose = caller.member()?;
        let request = request.into_inner();
        reply(create_order::create_order(self, whose, caller.locale, &request).await)
    }

    async fn get_order(
        &self,
        request: Request<wire::GetOrderRequest>,
    ) -> Result<Response<wire::GetOrderResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(get_order::get_order(self, whose, &request.into_inner()).await)
    }

    async fn list_transactions(
        &self,
        request: Request<wire::ListTransactionsRequest>,
    ) -> Result<Response<wire::ListTransactionsResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(list_transactions::list_transactions(self, whose, &request.into_inner()).await)
    }

    async fn get_wallet(
        &self,
        request: Request<wire::GetWalletRequest>,
    ) -> Result<Response<wire::GetWalletResponse>, Status> {
        let (_, member) = Caller::of(&request)?.member()?;
        reply(get_wallet::get_wallet(self, member).await)
    }

    async fn withdraw(
        &self,
        request: Request<wire::WithdrawRequest>,
    ) -> Result<Response<wire::WithdrawResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(withdraw::withdraw(self, whose, &request.into_inner()).await)
    }

    async fn set_spending_limit(
        &self,
        request: Request<wire::SetSpendingLimitRequest>,
    ) -> Result<Response<wire::SetSpendingLimitResponse>, Status> {
        let whose = Caller::of(&request)?.member()?;
        reply(set_spending_limit::set_spending_limit(self, whose, request.into_inner()).await)
    }
}

/// Calls of other services on their own behalf.
#[tonic::async_trait]
impl BillingInternalService for Api {
    async fn grant_lease(
        &self,
        request: Request<wire::GrantLeaseRequest>,
    ) -> Result<Response<wire::GrantLeaseResponse>, Status> {
        Caller::of(&request)?.only_service(&["chat"])?;
        reply(grant_lease::grant_lease(self, &request.into_inner()).await)
    }

    async fn close_lease(
        &self,
        request: Request<wire::CloseLeaseRequest>,
    ) -> Result<Response<wire::CloseLeaseResponse>, Status> {
        Caller::of(&request)?.only_service(&["chat"])?;
        reply(close_lease::close_lease(self, &request.into_inner()).await)
    }

    async fn get_member_wallet(
        &self,
        request: Request<wire::GetMemberWalletRequest>,
    ) -> Result<Response<wire::GetMemberWalletResponse>, Status> {
        let allowed = [
            "gateway",
            "chat",
            "profiles",
            "matching",
            "accounts",
            "notifications",
        ];
        Caller::of(&request)?.only_service(&allowed)?;
        reply(get_member_wallet::get_member_wallet(self, &request.into_inner()).await)
    }

    async fn get_discount_code(
        &self,
        request: Request<wire::GetDiscountCodeRequest>,
    ) -> Result<Response<wire::GetDiscountCodeResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(get_discount_code::get_discount_code(self, &request.into_inner()).await)
    }

    async fn receive_webhook(
        &self,
        request: Request<wire::ReceiveWebhookRequest>,
    ) -> Result<Response<wire::ReceiveWebhookResponse>, Status> {
        Caller::of(&request)?.only_service(&["gateway"])?;
        reply(receive_webhook::receive_webhook(self, &request.into_inner()).await)
    }
}
