//! Legal and help pages: which there are, and what their text may hold.

use std::{fmt, str::FromStr};

use proto::settings::v1 as contract;
use time::OffsetDateTime;

use crate::{
    fault::Fault,
    field::{self, ensure},
    locale::Language,
};

/// Which page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slug {
    /// What member and company promise each other.
    Terms,
    /// What is stored, why and for how long.
    Privacy,
    /// What lies in the browser.
    Cookies,
    /// What ends a membership.
    Ban,
    /// Withdrawing from an order.
    ReturnPolicy,
    /// Questions and answers.
    Faq,
    /// How to reach somebody.
    Service,
}

impl Slug {
    /// Every page a site has.
    pub const ALL: [Self; 7] = [
        Self::Terms,
        Self::Privacy,
        Self::Cookies,
        Self::Ban,
        Self::ReturnPolicy,
        Self::Faq,
        Self::Service,
    ];

    /// The last part of the page's address.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Terms => "terms",
            Self::Privacy => "privacy",
            Self::Cookies => "cookies",
            Self::Ban => "ban",
            Self::ReturnPolicy => "return-policy",
            Self::Faq => "faq",
            Self::Service => "service",
        }
    }
}

/// The text names no page.
#[derive(Debug)]
pub struct NoSlug;

impl FromStr for Slug {
    type Err = NoSlug;

    fn from_str(text: &str) -> Result<Self, NoSlug> {
        Self::ALL
            .into_iter()
            .find(|slug| slug.as_str() == text)
            .ok_or(NoSlug)
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// A text to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Which page.
    pub slug: Slug,
    /// In which language.
    pub language: Language,
    /// The version it will be; none: the next one.
    pub version: Option<i32>,
    /// Heading and window title.
    pub title: String,
    /// The text below the heading.
    pub markdown: String,
    /// Shown from then on; none: see [`in_force_from`].
    pub valid_from: Option<OffsetDateTime>,
}

impl TryFrom<contract::Page> for Draft {
    type Error = Fault;

    fn try_from(raw: contract::Page) -> Result<Self, Fault> {
        Ok(Self {
            slug: field::parsed("slug", &raw.slug)?,
            language: field::parsed("language", &raw.language)?,
            version: version("version", raw.version)?,
            title: field::line("title", raw.title, 1..=120)?,
            markdown: markdown("markdown", raw.markdown)?,
            valid_from: raw
                .valid_from
                .map(|from| field::moment("valid_from", from))
                .transpose()?,
        })
    }
}

/// Number of a version; 0 means none in particular.
pub(crate) fn version(field: &'static str, raw: u32) -> Result<Option<i32>, Fault> {
    let version = i32::try_from(raw).map_err(|_| field::invalid(field))?;
    Ok((version > 0).then_some(version))
}

/// When a version comes into force.
///
/// Terms never count from before the company's own terms date, and a site's first terms count
/// from that date, so that they cover every member; any other text counts from `now`.
#[must_use]
pub(crate) fn in_force_from(
    draft: &Draft,
    version: i32,
    terms_date: OffsetDateTime,
    now: OffsetDateTime,
) -> OffsetDateTime {
    match (draft.slug, draft.valid_from) {
        (Slug::Terms, Some(stated)) => stated.max(terms_date),
        (Slug::Terms, None) if version == 1 => terms_date,
        (_, stated) => stated.unwrap_or(now),
    }
}

/// Markdown without HTML, images or links that run code.
///
/// The page that shows it renders no HTML either; one wall may have a hole, two rarely at the
/// same place.
fn markdown(field: &'static str, text: String) -> Result<String, Fault> {
    let sized = !text.trim().is_empty() && text.len() <= 100_000;
    let plain = !text
        .chars()
        .any(|c| c == '<' || (c != '\n' && field::hidden(c)));
    // A reference definition (`[word]: target`) would hide a target from the check below.
    let in_sight = !text.contains("]:") && !text.contains("![");
    let safe = text.split("](").skip(1).all(is_safe_target);
    ensure(field, sized && plain && in_sight && safe)?;
    Ok(text)
}

fn is_safe_target(rest: &str) -> bool {
    let within_site = rest.starts_with('/') && !rest.starts_with("//") && !rest.starts_with("/\\");
    within_site
        || ["https://", "mailto:", "tel:"]
            .iter()
            .any(|scheme| rest.starts_with(scheme))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;

    const TERMS_DATE: OffsetDateTime = datetime!(2023-12-01 12:00 UTC);
    const NOW: OffsetDateTime = datetime!(2026-11-20 13:00 UTC);

    fn draft(slug: Slug, valid_from: Option<OffsetDateTime>) -> Draft {
        Draft {
            slug,
            language: Language::Nl,
            version: None,
            title: "Voorwaarden".to_owned(),
            markdown: "Tekst.".to_owned(),
            valid_from,
        }
    }

    #[test]
    fn the_first_terms_count_from_the_terms_date() {
        assert_eq!(
            in_force_from(&draft(Slug::Terms, None), 1, TERMS_DATE, NOW),
            TERMS_DATE
        );
        let early = draft(Slug::Terms, Some(datetime!(2019-01-01 0:00 UTC)));
        assert_eq!(in_force_from(&early, 1, TERMS_DATE, NOW), TERMS_DATE);
    }

    #[test]
    fn later_terms_and_other_texts_count_from_what_they_state_or_from_now() {
        let stated = datetime!(2027-01-01 0:00 UTC);
        assert_eq!(
            in_force_from(&draft(Slug::Terms, None), 2, TERMS_DATE, NOW),
            NOW
        );
        assert_eq!(
            in_force_from(&draft(Slug::Faq, None), 1, TERMS_DATE, NOW),
            NOW
        );
        for slug in Slug::ALL {
            assert_eq!(
                in_force_from(&draft(slug, Some(stated)), 2, TERMS_DATE, NOW),
                stated
            );
        }
    }

    #[test]
    fn a_slug_reads_as_it_prints() {
        for slug in Slug::ALL {
            assert_eq!(slug.to_string().parse::<Slug>().unwrap(), slug);
        }
        for wrong in [
            "",
            "Terms",
            "imprint",
            "../terms",
            "terms\0",
            "terms' or 1=1 --",
        ] {
            assert!(wrong.parse::<Slug>().is_err(), "{wrong:?} passed");
        }
    }

    #[test]
    fn markdown_holds_no_code() {
        for good in [
            "A *text*, with [a page](/pages/faq), [a site](https://ec.europa.eu/) and \
             [a mail](mailto:service@vonk.example).\n\n- one\n- [x] two\n\n> a quotation",
            "1 > 0, and 100% \"safe\" & sound",
        ] {
            assert!(
                markdown("markdown", good.to_owned()).is_ok(),
                "{good:?} refused"
            );
        }
        for bad in [
            "",
            " \n",
            "<script>alert(1)</script>",
            "a <b>bold</b> word",
            "<javascript:alert(1)>",
            "[x](javascript:alert(1))",
            "[x]( javascript:alert(1))",
            "[x](&#106;avascript:alert(1))",
            "[x](data:text/html,hello)",
            "[x](//evil.example)",
            "[x](/\\evil.example)",
            "[x](http://plain.example)",
            "[x][y]\n\n[y]: javascript:alert(1)",
            "[x][y]\n\n> [y]: javascript:alert(1)",
            "![a picture](https://tracker.example/pixel.png)",
            "a\0b",
            "a\u{202e}b",
            "a\tb",
        ] {
            assert!(
                markdown("markdown", bad.to_owned()).is_err(),
                "{bad:?} passed"
            );
        }
        assert!(markdown("markdown", "a".repeat(100_001)).is_err());
    }

    proptest! {
        #[test]
        fn whatever_passes_has_no_tag_and_no_foreign_scheme(
            text in "(\\[a\\]|\\(|\\)|:|javascript|data|/|https://|\n| |<|!|[a-z]){1,40}",
        ) {
            if let Ok(text) = markdown("markdown", text) {
                prop_assert!(!text.contains('<'));
                for target in text.split("](").skip(1) {
                    prop_assert!(!target.trim_start().starts_with("javascript"));
                    prop_assert!(!target.trim_start().starts_with("data"));
                }
            }
        }
    }
}
