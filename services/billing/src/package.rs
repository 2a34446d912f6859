//! What can be bought.

use proto::billing::v1 as wire;

use crate::{discount::Code, money::Money};

/// Packages of a site that set none of its own: id, credits, cents. Euro, VAT included.
pub(crate) const DEFAULTS: [(&str, i32, i64); 4] = [
    ("credits-100", 100, 999),
    ("credits-250", 250, 1_999),
    ("credits-600", 600, 3_999),
    ("credits-1500", 1_500, 7_999),
];

/// Credits for a price.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    pub(crate) id: String,
    pub(crate) credits: u32,
    pub(crate) price: Money,
}

impl Package {
    /// What a message costs with this package, rounded up to the cent.
    #[must_use]
    fn per_message(&self, message_credits: u32) -> Money {
        let cents = i128::from(self.price.minor) * i128::from(message_credits);
        let credits = i128::from(self.credits.max(1));
        let minor = (cents + credits - 1) / credits;
        self.price.with(i64::try_from(minor).unwrap_or(i64::MAX))
    }

    /// The package as a member sees it.
    #[must_use]
    pub(crate) fn to_wire(&self, discount: Option<&Code>, message_credits: u32) -> wire::Package {
        let discounted = discount
            .filter(|code| {
                let method = code.methods.first().map_or("", String::as_str);
                code.covers(self.price, method).is_ok()
            })
            .map_or(self.price, |code| code.apply(self.price));
        wire::Package {
            id: self.id.clone(),
            credits: self.credits,
            price: Some(self.price.into()),
            discounted: Some(discounted.into()),
            per_message: Some(self.per_message(message_credits).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_costs_its_share_of_the_package() {
        let package = Package {
            id: "credits-600".to_owned(),
            credits: 600,
            price: Money {
                minor: 3_999,
                currency: "EUR".parse().unwrap(),
            },
        };
        assert_eq!(package.per_message(10).minor, 67);
        assert_eq!(package.to_wire(None, 10).discounted.unwrap().minor, 3_999);
    }
}
