//! The languages mails are written in, and a span of time in words.

use time::Duration;

/// A language that mails are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    Da,
    De,
    En,
    Es,
    Fi,
    Fr,
    It,
    Nb,
    Nl,
    Pl,
    Sv,
}

impl Language {
    /// Every language there are texts in.
    pub const ALL: [Self; 11] = [
        Self::Da,
        Self::De,
        Self::En,
        Self::Es,
        Self::Fi,
        Self::Fr,
        Self::It,
        Self::Nb,
        Self::Nl,
        Self::Pl,
        Self::Sv,
    ];

    /// ISO 639-1 code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Da => "da",
            Self::De => "de",
            Self::En => "en",
            Self::Es => "es",
            Self::Fi => "fi",
            Self::Fr => "fr",
            Self::It => "it",
            Self::Nb => "nb",
            Self::Nl => "nl",
            Self::Pl => "pl",
            Self::Sv => "sv",
        }
    }

    /// The member's language, else that of the site's language tag, else English.
    #[must_use]
    pub fn choose(member: &str, site: &str) -> Self {
        Self::of_tag(member)
            .or_else(|| Self::of_tag(site))
            .unwrap_or(Self::En)
    }

    fn of_tag(tag: &str) -> Option<Self> {
        let code = tag.split(['-', '_']).next()?;
        Self::ALL
            .into_iter()
            .find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Form of a noun after the whole number `n` (CLDR's plural rules).
    #[must_use]
    pub fn plural(self, n: i64) -> Plural {
        match (self, n) {
            (Self::Fr, 0) | (_, 1) => Plural::One,
            (Self::Pl, n) if matches!(n % 10, 2..=4) && !matches!(n % 100, 12..=14) => Plural::Few,
            _ => Plural::Other,
        }
    }
}

/// Form of a noun after a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plural {
    One,
    Few,
    Other,
}

/// A span of time as people say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    Minutes(i64),
    Hours(i64),
    Days(i64),
}

impl Lasts {
    /// The nearest whole number of the unit that fits: a link minted for half an
    /// hour lasts "30 minutes", although some milliseconds of it have gone.
    #[must_use]
    pub fn from(span: Duration) -> Self {
        let nearest = |unit: Duration| {
            let unit = unit.whole_seconds();
            (span.whole_seconds() + unit / 2) / unit
        };
        if span >= Duration::hours(47) {
            Self::Days(nearest(Duration::DAY))
        } else if span >= Duration::minutes(119) {
            Self::Hours(nearest(Duration::HOUR))
        } else {
            Self::Minutes(nearest(Duration::MINUTE).max(1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polish_counts_in_three_forms() {
        let forms = |n| Language::Pl.plural(n);
        assert_eq!(
            [1, 2, 4, 22].map(forms),
            [Plural::One, Plural::Few, Plural::Few, Plural::Few]
        );
        assert_eq!([0, 5, 12, 14, 30, 112].map(forms), [Plural::Other; 6]);
    }

    #[test]
    fn others_count_in_two() {
        assert_eq!(
            [0, 2, 30].map(|n| Language::Nl.plural(n)),
            [Plural::Other; 3]
        );
        assert_eq!(Language::Nl.plural(1), Plural::One);
        assert_eq!(Language::Fr.plural(0), Plural::One);
    }

    #[test]
    fn a_span_is_said_in_the_unit_that_fits() {
        let said = |span: Duration| Lasts::from(span);
        assert_eq!(
            said(Duration::minutes(30) - Duration::milliseconds(40)),
            Lasts::Minutes(30)
        );
        assert_eq!(
            said(Duration::days(14) - Duration::seconds(2)),
            Lasts::Days(14)
        );
        assert_eq!(
            said(Duration::hours(2) - Duration::seconds(2)),
            Lasts::Hours(2)
        );
        assert_eq!(said(Duration::hours(24)), Lasts::Hours(24));
        assert_eq!(
            said(Duration::hours(48) - Duration::seconds(2)),
            Lasts::Days(2)
        );
        assert_eq!(said(Duration::seconds(-5)), Lasts::Minutes(1));
    }

    #[test]
    fn the_member_chooses_before_the_site() {
        assert_eq!(Language::choose("pl", "nl-NL"), Language::Pl);
        assert_eq!(Language::choose("", "nl-NL"), Language::Nl);
        assert_eq!(Language::choose("xx", "zz"), Language::En);
        assert_eq!(Language::choose("NB-no", "en"), Language::Nb);
    }
}
