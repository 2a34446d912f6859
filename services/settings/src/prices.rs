//! What things cost on a site.

use std::ops::RangeInclusive;

use proto::settings::v1 as contract;
use serde::{Deserialize, Serialize};

use crate::{
    country::Country,
    fault::Fault,
    field::{self, invalid},
    money::{Credits, Money},
};

const CREDITS: RangeInclusive<u32> = 0..=10_000;

/// Prices in credits, and what a message costs in money.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prices {
    /// Of a chat message; 0 is free.
    pub message: Credits,
    /// Of a photo in a chat.
    pub photo: Credits,
    /// Of the cheapest gift.
    pub gift: Credits,
    /// Given at sign-up.
    pub signup: Credits,
    /// What a message costs at least, shown beside its price in credits.
    pub minimum_message_costs: Vec<MessageCosts>,
}

/// The least that a message costs in a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageCosts {
    /// Where.
    pub country: Country,
    /// How much; at least one minor unit.
    pub costs: Money,
}

impl Prices {
    /// Reads the prices of a site.
    pub fn read(raw: &contract::Site) -> Result<Self, Fault> {
        let credits = |field, amount| field::number(field, amount, CREDITS).map(Credits);
        let minimum_message_costs = field::list(
            "minimum_message_costs",
            raw.minimum_message_costs.clone(),
            MessageCosts::try_from,
        )?;
        let mut countries: Vec<_> = minimum_message_costs
            .iter()
            .map(|costs| costs.country.code())
            .collect();
        countries.sort_unstable();
        field::ensure(
            "minimum_message_costs",
            countries.windows(2).all(|pair| pair[0] != pair[1]),
        )?;
        Ok(Self {
            message: credits("message_credits", raw.message_credits)?,
            photo: credits("photo_credits", raw.photo_credits)?,
            gift: credits("gift_credits", raw.gift_credits)?,
            signup: credits("signup_credits", raw.signup_credits)?,
            minimum_message_costs,
        })
    }
}

impl TryFrom<contract::MessageCosts> for MessageCosts {
    type Error = Fault;

    fn try_from(raw: contract::MessageCosts) -> Result<Self, Fault> {
        const FIELD: &str = "minimum_message_costs";
        if !(1..=1_000_000).contains(&raw.costs) {
            return Err(invalid(FIELD));
        }
        let costs = Money {
            minor: raw.costs,
            currency: field::parsed(FIELD, &raw.currency)?,
        };
        Ok(Self {
            country: field::parsed(FIELD, &raw.country)?,
            costs,
        })
    }
}

impl From<MessageCosts> for contract::MessageCosts {
    fn from(costs: MessageCosts) -> Self {
        Self {
            country: costs.country.to_string(),
            costs: costs.costs.minor,
            currency: costs.costs.currency.to_string(),
        }
    }
}
