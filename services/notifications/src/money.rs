//! Amounts and rates as a language writes them (CLDR's patterns).

use crate::{language::Language, receipt::Money};

/// Keeps a number and what belongs to it on one line.
const HARD_SPACE: &str = "\u{a0}";

impl Money {
    /// The amount in words of the language, for example "€ 7,49".
    #[must_use]
    pub(crate) fn said(&self, language: Language) -> String {
        let places = places(&self.currency);
        let digits = format!("{:0>width$}", self.minor.unsigned_abs(), width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        let mut number = grouped(language, whole);
        if places > 0 {
            number.push_str(decimal_mark(language));
            number.push_str(fraction);
        }
        let sign = if self.minor < 0 { "-" } else { "" };
        let currency = symbol(language, &self.currency);
        let closed_up = currency.chars().all(|letter| !letter.is_alphabetic());
        match language {
            Language::En if closed_up => format!("{sign}{currency}{number}"),
            Language::En => format!("{sign}{currency}{HARD_SPACE}{number}"),
            Language::Nl => format!("{currency}{HARD_SPACE}{sign}{number}"),
            _ => format!("{sign}{number}{HARD_SPACE}{currency}"),
        }
    }
}

/// A rate given in thousandths as a percentage, for example "25,5 %".
#[must_use]
pub(crate) fn percentage(language: Language, permille: u32) -> String {
    let (whole, tenth) = (permille / 10, permille % 10);
    let number = match tenth {
        0 => whole.to_string(),
        _ => format!("{whole}{}{tenth}", decimal_mark(language)),
    };
    let space = match language {
        Language::En | Language::It | Language::Nl | Language::Pl => "",
        Language::Fr => "\u{202f}",
        _ => HARD_SPACE,
    };
    format!("{number}{space}%")
}

/// Decimal places of an amount (ISO 4217).
fn places(currency: &str) -> usize {
    match currency {
        "BIF" | "CLP" | "ISK" | "JPY" | "KRW" | "PYG" | "UGX" | "VND" | "XAF" | "XOF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

fn decimal_mark(language: Language) -> &'static str {
    match language {
        Language::En => ".",
        _ => ",",
    }
}

/// Whole digits in groups of three.
fn grouped(language: Language, digits: &str) -> String {
    let (mark, least) = match language {
        Language::En => (",", 4),
        Language::Da | Language::De | Language::Nl => (".", 4),
        Language::Es | Language::It => (".", 5),
        Language::Fi | Language::Nb | Language::Sv => (HARD_SPACE, 4),
        Language::Fr => ("\u{202f}", 4),
        Language::Pl => (HARD_SPACE, 5),
    };
    if digits.len() < least {
        return digits.to_owned();
    }
    let first = digits.len() % 3;
    let mut parts: Vec<&str> = Vec::new();
    if first > 0 {
        parts.push(&digits[..first]);
    }
    parts.extend(
        (first..digits.len())
            .step_by(3)
            .map(|at| &digits[at..at + 3]),
    );
    parts.join(mark)
}

/// The sign where everybody reads it alike, else the code of ISO 4217.
fn symbol(language: Language, currency: &str) -> &str {
    match (language, currency) {
        (_, "EUR") => "€",
        (_, "GBP") => "£",
        (Language::Pl, "PLN") => "zł",
        (Language::Sv, "SEK") | (Language::Nb, "NOK") => "kr",
        (Language::Da, "DKK") => "kr.",
        (_, code) => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(language: Language, minor: i64, currency: &str) -> String {
        let currency = currency.to_owned();
        Money { minor, currency }
            .said(language)
            .replace(HARD_SPACE, "_")
    }

    #[test]
    fn an_amount_is_written_as_the_language_writes_it() {
        assert_eq!(said(Language::Nl, 749, "EUR"), "€_7,49");
        assert_eq!(said(Language::En, 749, "EUR"), "€7.49");
        assert_eq!(said(Language::Pl, 749, "EUR"), "7,49_€");
        assert_eq!(said(Language::De, 7_999, "EUR"), "79,99_€");
        assert_eq!(said(Language::Nl, 5, "EUR"), "€_0,05");
        assert_eq!(said(Language::En, 0, "GBP"), "£0.00");
        assert_eq!(said(Language::En, 7_999, "SEK"), "SEK_79.99");
        assert_eq!(said(Language::Sv, 7_999, "SEK"), "79,99_kr");
        assert_eq!(said(Language::Pl, 7_999, "PLN"), "79,99_zł");
        assert_eq!(said(Language::De, 120, "JPY"), "120_JPY");
        assert_eq!(said(Language::En, 1_005, "KWD"), "KWD_1.005");
    }

    #[test]
    fn large_amounts_are_grouped() {
        assert_eq!(said(Language::Nl, 123_456, "EUR"), "€_1.234,56");
        assert_eq!(said(Language::En, 123_456_789, "EUR"), "€1,234,567.89");
        assert_eq!(said(Language::Es, 123_456, "EUR"), "1234,56_€");
        assert_eq!(said(Language::Es, 1_234_567, "EUR"), "12.345,67_€");
        assert_eq!(said(Language::Fr, 123_456, "EUR"), "1\u{202f}234,56_€");
        assert_eq!(said(Language::Pl, 12_345_678, "EUR"), "123_456,78_€");
    }

    #[test]
    fn a_rate_is_a_percentage() {
        assert_eq!(percentage(Language::Nl, 210), "21%");
        assert_eq!(percentage(Language::Fi, 255), "25,5\u{a0}%");
        assert_eq!(percentage(Language::Fr, 200), "20\u{202f}%");
    }
}
