use kit::{MemberId, SiteId};
use proto::billing::v1::{GetDiscountCodeRequest, GetDiscountCodeResponse};

use super::{Api, id};
use crate::{
    discount::{self, Buyer, TIME_BONUS},
    fault::Fault,
    package::Package,
    store::{discounts, packages},
};

/// A code as a member or visitor sees it. `welcome`: the time bonus while it runs.
pub(crate) async fn get_discount_code(
    api: &Api,
    request: &GetDiscountCodeRequest,
) -> Result<GetDiscountCodeResponse, Fault> {
    let site: SiteId = id(&request.site_id, "site_id")?;
    let member: Option<MemberId> = if request.member_id.is_empty() {
        None
    } else {
        Some(id(&request.member_id, "member_id")?)
    };
    let wanted = if request.welcome {
        Some(TIME_BONUS.to_owned())
    } else {
        discount::normal(&request.code)
    };
    let none = GetDiscountCodeResponse { code: None };
    let Some(wanted) = wanted else {
        return Ok(none);
    };
    api.set_up(site).await?;
    let Some(code) = discounts::find(api.db.pool(), site, &wanted).await? else {
        return Ok(none);
    };
    let buyer = match member {
        Some(member) => api.buyer(member, code.id).await?,
        None => Buyer::visitor(&code),
    };
    let now = api.clock.now();
    if request.welcome && code.admits(&buyer, now).is_err() {
        return Ok(none);
    }
    let packages = packages::list(api.db.pool(), site).await?;
    let Some(Package { price, .. }) = packages.first() else {
        return Ok(none);
    };
    // A code of somebody else, or for another country, looks like none.
    Ok(GetDiscountCodeResponse {
        code: code.to_wire(&buyer, now, price.currency),
    })
}
