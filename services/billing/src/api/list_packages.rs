use kit::{MemberId, SiteId};
use proto::billing::v1::{ListPackagesRequest, ListPackagesResponse};

use super::Api;
use crate::{
    discount::{self, TIME_BONUS},
    fault::Fault,
    method::offers,
    store::{discounts, members, packages},
};

/// The site's packages with the discount in effect: the code that was typed, else the time bonus.
pub(crate) async fn list_packages(
    api: &Api,
    (site_id, member): (SiteId, MemberId),
    request: &ListPackagesRequest,
) -> Result<ListPackagesResponse, Fault> {
    let site = api.sites.get(site_id).await?;
    api.set_up(site_id).await?;
    let now = api.clock.now();
    let typed = !request.discount_code.trim().is_empty();
    let wanted = if typed {
        discount::normal(&request.discount_code).ok_or(Fault::CodeUnknown)?
    } else {
        TIME_BONUS.to_owned()
    };
    let found = discounts::find(api.db.pool(), site_id, &wanted).await?;
    let code = match found {
        None if typed => return Err(Fault::CodeUnknown),
        None => None,
        Some(code) => {
            let buyer = api.buyer(member, code.id).await?;
            match code.admits(&buyer, now) {
                Ok(()) => Some((code, buyer)),
                Err(fault) if typed => return Err(fault),
                Err(_) => None,
            }
        }
    };
    let packages = packages::list(api.db.pool(), site_id).await?;
    let country = members::find(api.db.pool(), member)
        .await?
        .and_then(|member| member.country);
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
            .map(|((code, buyer), currency)| code.to_wire(buyer, now, currency)),
    })
}
