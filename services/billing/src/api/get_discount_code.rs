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
        None => Buyer {
            member: MemberId::new(uuid::Uuid::nil()),
            country: None,
            signed_up_at: None,
            paid_user: false,
            used: false,
        },
    };
    let now = api.clock.now();
    let shown = match code.admits(&buyer, now) {
        Ok(()) => true,
        Err(Fault::CodeUsed | Fault::CodeExpired | Fault::CodeCountry) => !request.welcome,
        // Somebody else's code looks like none.
        Err(_) => false,
    };
    let packages = packages::list(api.db.pool(), site).await?;
    let Some(Package { price, .. }) = packages.first().filter(|_| shown) else {
        return Ok(none);
    };
    Ok(GetDiscountCodeResponse {
        code: Some(code.to_wire(&buyer, now, price.currency)),
    })
}
