//! Amounts: money in minor units with its currency, and credits.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::as_text::as_text;

/// ISO 4217, currencies in circulation as of 2026.
const CODES: &str = "\
AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN \
BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD \
FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY \
KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP \
MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR \
RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT \
TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR \
ZMW ZWG";

/// A currency of ISO 4217.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Currency(&'static str);

impl Currency {
    /// The three letters, upper case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.0
    }
}

/// The text is no currency.
#[derive(Debug)]
pub struct NoCurrency;

impl FromStr for Currency {
    type Err = NoCurrency;

    fn from_str(text: &str) -> Result<Self, NoCurrency> {
        CODES
            .split(' ')
            .find(|code| *code == text)
            .map(Self)
            .ok_or(NoCurrency)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

as_text!(Currency);

/// An amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    /// Minor units, for example cents.
    pub minor: i64,
    /// What they are units of.
    pub currency: Currency,
}

/// A number of credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Credits(pub u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_upper_case_code_is_a_currency() {
        assert_eq!("EUR".parse::<Currency>().unwrap().code(), "EUR");
        for wrong in ["", "eur", "EURO", "XXX", "DEM", "\u{20ac}", "EUR GBP"] {
            assert!(wrong.parse::<Currency>().is_err(), "{wrong:?} passed");
        }
    }
}
