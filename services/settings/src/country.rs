//! Countries, by their two letters.

use std::{fmt, str::FromStr};

use crate::as_text::as_text;

/// ISO 3166-1 alpha-2, as of 2026.
const CODES: &str = "\
AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ \
BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM \
DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS \
GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN \
KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ \
MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM \
PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV \
SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI \
VN VU WF WS YE YT ZA ZM ZW";

/// A country of ISO 3166-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country(&'static str);

impl Country {
    /// Germany: its courts hold no notice of fictional profiles clear enough.
    pub const GERMANY: Self = Self("DE");

    /// The two letters, upper case.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.0
    }
}

/// The text is no country.
#[derive(Debug)]
pub struct NoCountry;

impl FromStr for Country {
    type Err = NoCountry;

    fn from_str(text: &str) -> Result<Self, NoCountry> {
        CODES
            .split(' ')
            .find(|code| *code == text)
            .map(Self)
            .ok_or(NoCountry)
    }
}

impl fmt::Display for Country {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

as_text!(Country);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_249_countries_of_two_letters() {
        assert_eq!(CODES.split(' ').count(), 249);
        assert!(CODES.split(' ').all(|code| code.len() == 2));
    }

    #[test]
    fn only_the_upper_case_code_is_a_country() {
        assert_eq!("NL".parse::<Country>().unwrap().code(), "NL");
        for wrong in ["", "nl", "NLD", "XX", "EU", " NL", "NL BE"] {
            assert!(wrong.parse::<Country>().is_err(), "{wrong:?} passed");
        }
    }
}
