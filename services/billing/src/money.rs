//! Money: minor units and a currency, never a fraction.

use std::{fmt, str::FromStr};

use proto::billing::v1 as wire;

/// An ISO 4217 currency.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Currency([u8; 3]);

/// No three capital letters, or no amount of its currency.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("no money")]
pub(crate) struct NoMoney;

impl Currency {
    /// The three letters.
    #[must_use]
    pub(crate) fn code(&self) -> &str {
        str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Decimal places of an amount.
    #[must_use]
    fn places(self) -> usize {
        match &self.0 {
            b"BIF" | b"CLP" | b"ISK" | b"JPY" | b"KRW" | b"PYG" | b"UGX" | b"VND" | b"XAF"
            | b"XOF" => 0,
            b"BHD" | b"IQD" | b"JOD" | b"KWD" | b"LYD" | b"OMR" | b"TND" => 3,
            _ => 2,
        }
    }
}

impl FromStr for Currency {
    type Err = NoMoney;

    fn from_str(code: &str) -> Result<Self, NoMoney> {
        let bytes: [u8; 3] = code.as_bytes().try_into().map_err(|_| NoMoney)?;
        if bytes.iter().all(u8::is_ascii_uppercase) {
            return Ok(Self(bytes));
        }
        Err(NoMoney)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

/// An amount in the minor unit of its currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Money {
    /// Cents.
    pub(crate) minor: i64,
    pub(crate) currency: Currency,
}

impl Money {
    /// The same currency, another amount.
    #[must_use]
    pub(crate) fn with(self, minor: i64) -> Self {
        Self { minor, ..self }
    }

    /// A decimal number with exactly the places of the currency, as providers write it.
    #[must_use]
    pub(crate) fn decimal(self) -> String {
        let places = self.currency.places();
        let sign = if self.minor < 0 { "-" } else { "" };
        let digits = format!("{:0>width$}", self.minor.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if places == 0 {
            return format!("{sign}{whole}");
        }
        format!("{sign}{whole}.{fraction}")
    }

    /// Reads a decimal number that has exactly the places of the currency and no sign.
    pub(crate) fn parse(decimal: &str, currency: &str) -> Result<Self, NoMoney> {
        let currency: Currency = currency.parse()?;
        let (whole, fraction) = match decimal.split_once('.') {
            Some((whole, fraction)) => (whole, fraction),
            None => (decimal, ""),
        };
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || fraction.len() != currency.places() {
            return Err(NoMoney);
        }
        if !digits(whole) || !digits(fraction) || (currency.places() == 0 && decimal.contains('.'))
        {
            return Err(NoMoney);
        }
        let minor = format!("{whole}{fraction}").parse().map_err(|_| NoMoney)?;
        Ok(Self { minor, currency })
    }
}

impl From<Money> for wire::Money {
    fn from(money: Money) -> Self {
        Self {
            minor: money.minor,
            currency: money.currency.to_string(),
        }
    }
}

/// `part` of `whole` of an amount, rounded half up.
#[must_use]
pub(crate) fn share(minor: i64, part: u32, whole: u32) -> i64 {
    if whole == 0 {
        return 0;
    }
    let (minor, part, whole) = (i128::from(minor), i128::from(part), i128::from(whole));
    i64::try_from((minor * part * 2 + whole) / (whole * 2)).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amounts_are_written_with_the_places_of_their_currency() {
        let written = |minor, currency: &str| {
            Money {
                minor,
                currency: currency.parse().unwrap(),
            }
            .decimal()
        };
        assert_eq!(written(999, "EUR"), "9.99");
        assert_eq!(written(5, "EUR"), "0.05");
        assert_eq!(written(0, "EUR"), "0.00");
        assert_eq!(written(120, "JPY"), "120");
        assert_eq!(written(1_005, "KWD"), "1.005");
    }

    #[test]
    fn what_is_no_amount_of_its_currency_is_refused() {
        for (decimal, currency) in [
            ("9.9", "EUR"),
            ("9.999", "EUR"),
            ("9", "EUR"),
            (".99", "EUR"),
            ("-9.99", "EUR"),
            ("+9.99", "EUR"),
            ("9,99", "EUR"),
            ("9.99 ", "EUR"),
            ("9.99", "eur"),
            ("9.99", "EURO"),
            ("120.", "JPY"),
            ("99999999999999999999.99", "EUR"),
            ("", "EUR"),
        ] {
            assert_eq!(
                Money::parse(decimal, currency),
                Err(NoMoney),
                "{decimal} {currency}"
            );
        }
    }

    proptest! {
        #[test]
        fn amounts_survive_the_wire(minor in 0..i64::MAX / 10, currency in "EUR|JPY|KWD|PLN") {
            let money = Money { minor, currency: currency.parse().unwrap() };
            prop_assert_eq!(Money::parse(&money.decimal(), &currency), Ok(money));
        }

        #[test]
        fn a_share_is_never_more_than_the_whole(minor in 0..i64::MAX / 4, whole in 1..100_000_u32, part in 0..100_000_u32) {
            let part = part.min(whole);
            let share = share(minor, part, whole);
            prop_assert!((0..=minor).contains(&share));
            if part == whole {
                prop_assert_eq!(share, minor);
            }
        }
    }
}
