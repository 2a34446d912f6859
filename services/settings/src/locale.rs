//! The eleven languages, and which of them each country speaks.

use std::{fmt, str::FromStr};

use crate::{as_text::as_text, country::Country};

/// A language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Danish.
    Da,
    /// German.
    De,
    /// English.
    En,
    /// Spanish.
    Es,
    /// Finnish.
    Fi,
    /// French.
    Fr,
    /// Italian.
    It,
    /// Norwegian Bokmål.
    Nb,
    /// Dutch.
    Nl,
    /// Polish.
    Pl,
    /// Swedish.
    Sv,
}

use Language::{Da, De, En, Es, Fi, Fr, It, Nb, Nl, Pl, Sv};

impl Language {
    /// All eleven.
    pub const ALL: [Self; 11] = [Da, De, En, Es, Fi, Fr, It, Nb, Nl, Pl, Sv];

    /// Two letters of ISO 639-1.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Da => "da",
            De => "de",
            En => "en",
            Es => "es",
            Fi => "fi",
            Fr => "fr",
            It => "it",
            Nb => "nb",
            Nl => "nl",
            Pl => "pl",
            Sv => "sv",
        }
    }

    /// Languages a country's visitors may expect, the commonest first; none for a country that
    /// the product was not made for.
    #[must_use]
    pub fn of_country(country: Country) -> &'static [Self] {
        match country.code() {
            "US" => &[En, Es],
            "NL" => &[Nl],
            "BE" => &[Nl, Fr, De],
            "FR" => &[Fr],
            "IT" => &[It],
            "ES" => &[Es],
            "DE" | "AT" => &[De],
            "IE" | "GB" | "AU" | "NZ" => &[En],
            "CA" => &[En, Fr],
            "PL" => &[Pl],
            "CH" => &[De, It, Fr, En],
            "DK" => &[Da],
            "FI" => &[Fi, Sv],
            "NO" => &[Nb],
            "SE" => &[Sv],
            _ => &[],
        }
    }
}

/// The text is no language of ours.
#[derive(Debug)]
pub struct NoLanguage;

impl FromStr for Language {
    type Err = NoLanguage;

    fn from_str(text: &str) -> Result<Self, NoLanguage> {
        Self::ALL
            .into_iter()
            .find(|language| language.code() == text)
            .ok_or(NoLanguage)
    }
}

impl fmt::Display for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

/// A language as a country speaks it, for example `nl-BE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locale {
    /// The tag's first two letters.
    pub language: Language,
    /// The country after the hyphen.
    pub region: Option<Country>,
}

impl FromStr for Locale {
    type Err = NoLanguage;

    fn from_str(text: &str) -> Result<Self, NoLanguage> {
        let Some((language, region)) = text.split_once('-') else {
            return Ok(Self {
                language: text.parse()?,
                region: None,
            });
        };
        let language = language.parse()?;
        let region: Country = region.parse().map_err(|_| NoLanguage)?;
        let spoken = Language::of_country(region).contains(&language);
        spoken
            .then_some(Self {
                language,
                region: Some(region),
            })
            .ok_or(NoLanguage)
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.region {
            Some(region) => write!(formatter, "{}-{region}", self.language),
            None => self.language.fmt(formatter),
        }
    }
}

as_text!(Language, Locale);

#[cfg(test)]
mod tests {
    use super::*;

    fn of(country: &str) -> Vec<&'static str> {
        let country = country.parse().unwrap();
        Language::of_country(country)
            .iter()
            .map(|language| language.code())
            .collect()
    }

    #[test]
    fn each_country_speaks_what_the_specification_says() {
        let specified = "US en/es, NL nl, BE nl/fr/de, FR fr, IT it, ES es, DE de, AT de, IE en, \
            GB en, CA en/fr, PL pl, AU en, NZ en, CH de/it/fr/en, DK da, FI fi/sv, NO nb, SE sv";
        for entry in specified.split(", ") {
            let (country, languages) = entry.split_once(' ').unwrap();
            assert_eq!(
                of(country),
                languages.split('/').collect::<Vec<_>>(),
                "{country}"
            );
        }
        assert!(of("PT").is_empty());
    }

    #[test]
    fn a_language_reads_as_it_prints() {
        for language in Language::ALL {
            assert_eq!(language.to_string().parse::<Language>().unwrap(), language);
        }
        for wrong in ["", "NL", "no", "nn", "pt", "dutch"] {
            assert!(wrong.parse::<Language>().is_err(), "{wrong:?} passed");
        }
    }

    #[test]
    fn a_locale_reads_as_it_prints_and_its_country_speaks_it() {
        for text in ["nl", "nl-NL", "nl-BE", "fr-CH", "nb-NO"] {
            assert_eq!(text.parse::<Locale>().unwrap().to_string(), text);
        }
        for wrong in [
            "", "-", "nl-", "nl_NL", "nl-nl", "nl-PL", "nl-NL-x", "en-XX",
        ] {
            assert!(wrong.parse::<Locale>().is_err(), "{wrong:?} passed");
        }
    }
}
