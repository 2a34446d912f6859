//! VAT that prices include.

use std::collections::BTreeMap;

use anyhow::ensure;
use proto::billing::v1 as wire;

/// Standard rates of the European Union in thousandths, by the buyer's country, where services
/// sold over the net are taxed (directive 2006/112/EC, article 58). As of 2026; a rate that changes,
/// or of another country, is set by `vat_permille`.
const STANDARD: [(&str, u32); 27] = [
    ("AT", 200),
    ("BE", 210),
    ("BG", 200),
    ("CY", 190),
    ("CZ", 210),
    ("DE", 190),
    ("DK", 250),
    ("EE", 240),
    ("ES", 210),
    ("FI", 255),
    ("FR", 200),
    ("GR", 240),
    ("HR", 250),
    ("HU", 270),
    ("IE", 230),
    ("IT", 220),
    ("LT", 210),
    ("LU", 170),
    ("LV", 210),
    ("MT", 180),
    ("NL", 210),
    ("PL", 230),
    ("PT", 230),
    ("RO", 210),
    ("SE", 250),
    ("SI", 220),
    ("SK", 230),
];

/// Whose VAT an order's price includes, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Vat {
    /// ISO 3166-1 alpha-2.
    pub(crate) country: String,
    /// Thousandths of the price without VAT.
    pub(crate) permille: u32,
}

impl Vat {
    /// The VAT in an amount, in its minor unit, rounded half up.
    #[must_use]
    fn within(&self, minor: i64) -> i64 {
        let (minor, rate) = (i128::from(minor), i128::from(self.permille));
        let whole = 1_000 + rate;
        i64::try_from((minor * rate * 2 + whole) / (whole * 2)).unwrap_or(i64::MAX)
    }

    /// The VAT in an amount, for the world.
    #[must_use]
    pub(crate) fn to_wire(&self, minor: i64) -> wire::Vat {
        wire::Vat {
            country: self.country.clone(),
            permille: self.permille,
            minor: self.within(minor),
        }
    }
}

/// Rates by country.
#[derive(Clone, Debug)]
pub(crate) struct Rates(BTreeMap<String, u32>);

impl Rates {
    /// The standard rates, and an operator's own before them.
    pub(crate) fn new(own: &BTreeMap<String, u32>) -> anyhow::Result<Self> {
        let mut rates: BTreeMap<String, u32> = STANDARD
            .iter()
            .map(|&(country, permille)| (country.to_owned(), permille))
            .collect();
        for (country, permille) in own {
            let code = country.to_ascii_uppercase();
            let known = code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_uppercase());
            ensure!(known, "vat_permille: {country} is no country's two letters");
            ensure!(*permille < 1_000, "vat_permille: {permille} is no rate");
            rates.insert(code, *permille);
        }
        Ok(Self(rates))
    }

    /// What a buyer of this country pays; none when the country or its rate is not known.
    #[must_use]
    pub(crate) fn of(&self, country: Option<&str>) -> Option<Vat> {
        let country = country?;
        let permille = *self.0.get(country)?;
        Some(Vat {
            country: country.to_owned(),
            permille,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn own(country: &str, permille: u32) -> anyhow::Result<Rates> {
        Rates::new(&BTreeMap::from([(country.to_owned(), permille)]))
    }

    #[test]
    fn a_buyer_pays_the_rate_of_the_own_country() {
        let rates = Rates::new(&BTreeMap::new()).unwrap();
        let within = |country: &str, minor| rates.of(Some(country)).unwrap().within(minor);
        assert_eq!(within("NL", 999), 173);
        assert_eq!(within("DE", 1_190), 190);
        assert_eq!(within("FI", 1_255), 255);
        assert_eq!(rates.of(Some("US")), None);
        assert_eq!(rates.of(None), None);
    }

    #[test]
    fn an_operators_rate_comes_before_the_standard_one() {
        assert_eq!(
            own("nl", 220).unwrap().of(Some("NL")).unwrap().permille,
            220
        );
        assert_eq!(
            own("NO", 250).unwrap().of(Some("NO")).unwrap().permille,
            250
        );
        for (country, permille) in [("NLD", 210), ("N1", 210), ("", 210), ("NL", 1_000)] {
            assert!(own(country, permille).is_err(), "{country} {permille}");
        }
    }

    proptest! {
        #[test]
        fn vat_is_a_part_of_the_price(minor in 0..i64::MAX / 4, permille in 0..1_000_u32) {
            let vat = Vat { country: "NL".to_owned(), permille };
            let within = vat.within(minor);
            prop_assert!((0..=minor / 2 + 1).contains(&within));
            if permille == 0 {
                prop_assert_eq!(within, 0);
            }
        }
    }
}
