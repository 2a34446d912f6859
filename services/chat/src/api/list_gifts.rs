use proto::chat::v1::{Gift, ListGiftsResponse};

use super::Api;

pub(crate) fn list_gifts(api: &Api, language: &str) -> ListGiftsResponse {
    let gifts = api.gifts.0.iter().map(|gift| Gift {
        id: gift.id.clone(),
        name: gift.name(language).to_owned(),
        price: gift.price,
    });
    ListGiftsResponse {
        gifts: gifts.collect(),
    }
}
