use kit::SiteId;
use proto::chat::v1::{Gift, ListGiftsResponse};

use super::Api;
use crate::fault::Fault;

pub(crate) async fn list_gifts(
    api: &Api,
    site: SiteId,
    language: &str,
) -> Result<ListGiftsResponse, Fault> {
    let rules = *api.sites.get(site).await?;
    let gifts = api.gifts.0.iter().map(|gift| Gift {
        id: gift.id.clone(),
        name: gift.name(language).to_owned(),
        price: api.gifts.price_of(gift, &rules),
    });
    Ok(ListGiftsResponse {
        gifts: gifts.collect(),
    })
}
