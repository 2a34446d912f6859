use kit::{MemberId, SiteId};
use proto::billing::v1::{ListPackagesRequest, ListPackagesResponse};

use super::Api;
use crate::{
    discount::{self, Buyer, Code, TIME_BONUS},
    fault::Fault,
    method::offers,
    store::{discounts, members, packages},
};

/// The site's packages with the discount in effect: the code that was typed, else the time bonus.
pub(crate) async fn list_packages(
    api: &Api,
    (site_id, member): (SiteId, Option<MemberId>),
    request: &ListPackagesRequest,
) -> Result<ListPackagesResponse, Fault> {
    let site = api.sites.get(site_id).await?;
    api.set_up(site_id).await?;
    let now = api.clock.now();
    let country = match member {
        Some(member) => members::find(api.db.pool(), member)
            .await?
            .and_then(|member| member.country),
        None => None,
    };
    let code = match member {
        Some(member) => in_effect(api, (site_id, member), &request.discount_code).await?,
        None => None,
    };
    let packages = packages::list(api.db.pool(), site_id).await?;
    let discount = code.as_ref().map(|(code, _)| code);
    let currency = packages.first().map(|package| package.price.currency);
    Ok(ListPackagesResponse {
        packages: packages
            .iter()
            .map(|package| package.to_wire(discount, site.message_credits))
            .collect(),
        methods: if api.payments.provider.is_some() {
            offers(country.as_deref()).map(Into::into).collect()
        } else {
            Vec::new()
        },
        discount: code
            .as_ref()
            .zip(currency)
            .and_then(|((code, buyer), currency)| code.to_wire(buyer, now, currency)),
    })
}

/// The code that a member typed, else the time bonus while it is theirs.
async fn in_effect(
    api: &Api,
    (site, member): (SiteId, MemberId),
    typed_code: &str,
) -> Result<Option<(Code, Buyer)>, Fault> {
    let typed = !typed_code.trim().is_empty();
    let wanted = if typed {
        discount::normal(typed_code).ok_or(Fault::CodeUnknown)?
    } else {
        TIME_BONUS.to_owned()
    };
    let Some(code) = discounts::find(api.db.pool(), site, &wanted).await? else {
        return if typed {
            Err(Fault::CodeUnknown)
        } else {
            Ok(None)
        };
    };
    let buyer = api.buyer(member, code.id).await?;
    match code.admits(&buyer, api.clock.now()) {
        Ok(()) => Ok(Some((code, buyer))),
        Err(fault) if typed => Err(fault),
        Err(_) => Ok(None),
    }
}
