//! Gifts: few, and changed by migrations alone, so they are read once at start. What they cost is the
//! site's to say.

use std::collections::HashMap;

use crate::site::Rules;

/// A gift and its names.
#[derive(Debug)]
pub(crate) struct Gift {
    pub(crate) id: String,
    /// What it costs beside the others.
    pub(crate) worth: u32,
    /// By language, ISO 639-1.
    pub(crate) names: HashMap<String, String>,
}

impl Gift {
    /// Its name in a language, else in English.
    pub(crate) fn name(&self, language: &str) -> &str {
        let name = self.names.get(language).or_else(|| self.names.get("en"));
        name.unwrap_or(&self.id)
    }
}

/// All gifts in the order they are shown.
#[derive(Debug)]
pub(crate) struct Gifts(pub(crate) Vec<Gift>);

impl Gifts {
    /// Credits that a gift costs on a site; none when there is no such gift.
    pub(crate) fn price(&self, id: &str, rules: &Rules) -> Option<u32> {
        let gift = self.0.iter().find(|gift| gift.id == id)?;
        Some(self.price_of(gift, rules))
    }

    /// The cheapest gift costs what the site's setting says, the others in proportion to it, to the
    /// nearest credit.
    pub(crate) fn price_of(&self, gift: &Gift, rules: &Rules) -> u32 {
        let least = self.0.iter().map(|gift| gift.worth).min().unwrap_or(0);
        let least = u64::from(least.max(1));
        let price = (2 * u64::from(gift.worth) * u64::from(rules.gift_price) + least) / (2 * least);
        u32::try_from(price).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prices(setting: u32) -> Vec<u32> {
        let gifts = [10, 15, 50].map(|worth| Gift {
            id: worth.to_string(),
            worth,
            names: HashMap::new(),
        });
        let gifts = Gifts(gifts.into());
        let rules = Rules {
            text_price: 10,
            photo_price: 20,
            gift_price: setting,
            message_length: 1_000,
            fictional: false,
        };
        let price = |gift| gifts.price_of(gift, &rules);
        gifts.0.iter().map(price).collect()
    }

    #[test]
    fn the_cheapest_gift_costs_what_the_site_says_and_the_others_in_proportion() {
        assert_eq!(prices(10), [10, 15, 50]);
        assert_eq!(prices(15), [15, 23, 75]);
        assert_eq!(prices(1), [1, 2, 5]);
        assert_eq!(prices(0), [0, 0, 0]);
    }
}
