use kit::{MemberId, OnConstraint as _, SiteId};
use proto::billing::v1::{CreateOrderRequest, CreateOrderResponse};

use super::{Api, id};
use crate::{
    discount::{self, Code},
    fault::Fault,
    ids::OrderId,
    method::Method,
    money::Money,
    order::{Order, Status, next_check},
    store::{
        discounts,
        members::{self, Member},
        orders, packages,
    },
    vat::Vat,
};

/// What the member chose, checked and with our own price.
struct Choice {
    order: OrderId,
    package: String,
    credits: u32,
    amount: Money,
    method: Method,
    code: Option<Code>,
    vat: Option<Vat>,
}

/// Places an order, or finds the one that was placed under this id before.
pub(crate) async fn create_order(
    api: &Api,
    (site, member): (SiteId, MemberId),
    locale: String,
    request: &CreateOrderRequest,
) -> Result<CreateOrderResponse, Fault> {
    let order_id: OrderId = id(&request.order_id, "order_id")?;
    if order_id.get().get_version_num() != 7 {
        return Err(Fault::ValueInvalid("order_id"));
    }
    let whose = (site, member);
    let order = match find_or_place(api, whose, &locale, request).await {
        Err(Fault::CodeUsed) => {
            free_code(api, whose, request).await?;
            find_or_place(api, whose, &locale, request).await?
        }
        found => found?,
    };
    let order = match order.status {
        // The provider's answer is not known: asked (again), under the same key.
        Status::Created => api.payments.open(&order).await?,
        Status::Cancelled | Status::Expired | Status::Failed => {
            return Err(Fault::OrderNotPayable);
        }
        _ => order,
    };
    let site = api.sites.get(site).await?;
    let terms = (
        crate::site::refund_days(&site),
        &crate::site::calendar(&site),
    );
    Ok(CreateOrderResponse {
        checkout_url: order.pay_at(),
        order: Some(order.to_wire(terms, api.clock.now())),
    })
}

async fn find_or_place(
    api: &Api,
    whose: (SiteId, MemberId),
    locale: &str,
    request: &CreateOrderRequest,
) -> Result<Order, Fault> {
    let id: OrderId = id(&request.order_id, "order_id")?;
    if let Some(order) = orders::find(api.db.pool(), id).await? {
        return again(order, whose.1, request);
    }
    match choose_and_place(api, whose, locale.to_owned(), request).await {
        // A retry that was quicker holds the id, and the code; or somebody else does.
        Err(fault @ (Fault::OrderExists | Fault::CodeUsed)) => {
            let quicker = orders::find(api.db.pool(), id).await?;
            again(quicker.ok_or(fault)?, whose.1, request)
        }
        placed => placed,
    }
}

/// A retry is the same order; anything else under a taken id is refused.
fn again(order: Order, member: MemberId, request: &CreateOrderRequest) -> Result<Order, Fault> {
    let code = discount::normal(&request.discount_code).unwrap_or_default();
    let same = order.member == member
        && order.package == request.package_id
        && order.method == request.method
        && order.discount_code == code;
    same.then_some(order).ok_or(Fault::OrderExists)
}

/// Gives the code of the request back from the member's own order of something else, when nobody has
/// paid that and nobody will. Reason `code_used` when the code stays where it is.
async fn free_code(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: &CreateOrderRequest,
) -> Result<(), Fault> {
    let code = discount::normal(&request.discount_code).unwrap_or_default();
    let Some(holder) = discounts::holder(api.db.pool(), (site, member), &code).await? else {
        return Ok(());
    };
    if holder.to_string() == request.order_id {
        // A retry was quicker.
        return Ok(());
    }
    let holder = orders::find(api.db.pool(), holder)
        .await?
        .ok_or(Fault::CodeUsed)?;
    // The same choice is not another one: the member has it open, perhaps in another window.
    let same = holder.package == request.package_id && holder.method == request.method;
    // Nothing is given up for what would be refused all the same.
    if same || !holder.status.is_open() || choose(api, (site, member), request, true).await.is_err()
    {
        return Err(Fault::CodeUsed);
    }
    let holder = api.payments.cancel(&holder).await?;
    match holder.status {
        Status::Cancelled | Status::Expired | Status::Failed => Ok(()),
        _ => Err(Fault::CodeUsed),
    }
}

async fn choose_and_place(
    api: &Api,
    whose: (SiteId, MemberId),
    locale: String,
    request: &CreateOrderRequest,
) -> Result<Order, Fault> {
    let choice = choose(api, whose, request, false).await?;
    place(api, whose, locale, choice).await
}

/// Checks what the member chose; `freed`: as if no order held the code.
async fn choose(
    api: &Api,
    (site, member): (SiteId, MemberId),
    request: &CreateOrderRequest,
    freed: bool,
) -> Result<Choice, Fault> {
    let order = id(&request.order_id, "order_id")?;
    if !request.accept_immediate {
        return Err(Fault::ValueInvalid("accept_immediate"));
    }
    api.payments.provider()?;
    api.set_up(site).await?;
    let known = members::find(api.db.pool(), member).await?;
    let country = known.and_then(|member| member.country);
    let method = Method::offered(&request.method, country.as_deref())?;
    let packages = packages::list(api.db.pool(), site).await?;
    let package = packages
        .into_iter()
        .find(|package| package.id == request.package_id)
        .ok_or(Fault::PackageUnknown)?;
    let code = if request.discount_code.trim().is_empty() {
        None
    } else {
        let code = discount::normal(&request.discount_code).ok_or(Fault::CodeUnknown)?;
        let code = discounts::find(api.db.pool(), site, &code)
            .await?
            .ok_or(Fault::CodeUnknown)?;
        let mut buyer = api.buyer(member, code.id).await?;
        buyer.used |= buyer.held && !freed;
        code.admits(&buyer, api.clock.now())?;
        code.covers(package.price, method.word())?;
        Some(code)
    };
    Ok(Choice {
        order,
        amount: code
            .as_ref()
            .map_or(package.price, |code| code.apply(package.price)),
        package: package.id,
        credits: package.credits,
        method,
        code,
        vat: api.vat_rates.of(country.as_deref()),
    })
}

/// Writes the order down, with its discount, before anything is asked of the provider.
async fn place(
    api: &Api,
    (site, member): (SiteId, MemberId),
    locale: String,
    choice: Choice,
) -> Result<Order, Fault> {
    let now = api.clock.now();
    let settings = api.sites.get(site).await?;
    let url = |template: &str| {
        template
            .replace("{origin}", &settings.origin)
            .replace("{order}", &choice.order.to_string())
    };
    let code = choice.code.as_ref();
    let order = Order {
        id: choice.order,
        position: 0,
        member,
        site,
        status: Status::Created,
        package: choice.package,
        credits: choice.credits,
        amount: choice.amount,
        method: choice.method.word().to_owned(),
        discount_code: code.map(|code| code.name.clone()).unwrap_or_default(),
        locale,
        return_url: url(&api.config.return_url),
        webhook_url: url(&api.config.webhook_url),
        provider: api.payments.provider()?.name().to_owned(),
        provider_ref: None,
        checkout_url: None,
        created_at: now,
        paid_at: None,
        refunded_minor: 0,
        charged_back_minor: 0,
        next_check_at: next_check(Status::Created, 0, now, now),
        checks: 0,
        accepted_at: now,
        refund_days: crate::site::refund_days(&settings),
        vat: choice.vat,
        withdrawn_at: None,
    };
    let mut tx = api.db.begin().await?;
    members::ensure(&mut tx, member, site).await?;
    let owner = members::lock(&mut tx, member).await?;
    may_order(&mut tx, api, owner.as_ref(), site).await?;
    orders::insert(&mut tx, &order)
        .await
        .on_constraint("orders_pkey", Fault::OrderExists)?;
    if let Some(code) = code {
        discounts::bind(&mut tx, code, member, order.id, now).await?;
    }
    tx.commit().await?;
    Ok(order)
}

async fn may_order(
    tx: &mut kit::Tx,
    api: &Api,
    member: Option<&Member>,
    site: SiteId,
) -> Result<(), Fault> {
    let member = member.ok_or(Fault::SiteUnknown)?;
    if member.site != site || member.deleted {
        return Err(Fault::OrderNotPayable);
    }
    let open = orders::count_open(&mut **tx, member.id).await?;
    if open >= i64::from(api.config.open_orders) {
        return Err(Fault::TooManyOrders);
    }
    Ok(())
}
