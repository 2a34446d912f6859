//! What members may be interested in.

use std::collections::HashMap;

use crate::fault::Fault;

/// Interests a member may name.
pub(crate) const MAX: usize = 12;

/// An interest and what it is called.
#[derive(Debug)]
pub(crate) struct Interest {
    /// Bit of `profiles.interests`.
    pub(crate) id: i32,
    pub(crate) slug: String,
    /// By ISO 639-1 language.
    names: HashMap<String, String>,
}

/// All interests, as the database lists them.
#[derive(Debug, Default)]
pub(crate) struct Interests(Vec<Interest>);

impl Interests {
    /// Gathers rows of id, slug, language and name, sorted by id.
    #[must_use]
    pub(crate) fn gather(rows: impl IntoIterator<Item = (i32, String, String, String)>) -> Self {
        let mut all: Vec<Interest> = Vec::new();
        for (id, slug, language, name) in rows {
            if all.last().is_none_or(|last| last.id != id) {
                all.push(Interest {
                    id,
                    slug,
                    names: HashMap::new(),
                });
            }
            if let Some(last) = all.last_mut() {
                last.names.insert(language, name);
            }
        }
        Self(all)
    }

    /// Each with its name in a language, or in English; by name.
    #[must_use]
    pub(crate) fn named(&self, language: &str) -> Vec<(&Interest, &str)> {
        let mut named: Vec<(&Interest, &str)> = self
            .0
            .iter()
            .map(|interest| {
                let name = interest
                    .names
                    .get(language)
                    .or_else(|| interest.names.get("en"));
                (
                    interest,
                    name.map_or(interest.slug.as_str(), String::as_str),
                )
            })
            .collect();
        named.sort_by_key(|(_, name)| name.to_lowercase());
        named
    }

    /// The bits of slugs; each must be known, and there may be 12.
    pub(crate) fn mask(&self, slugs: &[String]) -> Result<i64, Fault> {
        let mut mask = 0;
        for slug in slugs {
            let known = self.0.iter().find(|interest| interest.slug == *slug);
            mask |= 1_i64 << known.ok_or(Fault::InterestUnknown)?.id;
        }
        if mask.count_ones() > u32::try_from(MAX).unwrap_or(0) {
            return Err(Fault::TooManyInterests { max: MAX });
        }
        Ok(mask)
    }

    /// The slugs of bits.
    #[must_use]
    pub(crate) fn slugs(&self, mask: i64) -> Vec<String> {
        self.0
            .iter()
            .filter(|interest| mask >> interest.id & 1 == 1)
            .map(|interest| interest.slug.clone())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn few() -> Interests {
        let row = |id, slug: &str, language: &str, name: &str| {
            (id, slug.to_owned(), language.to_owned(), name.to_owned())
        };
        Interests::gather([
            row(0, "travel", "en", "Travel"),
            row(0, "travel", "nl", "Reizen"),
            row(62, "art", "en", "Art"),
        ])
    }

    #[test]
    fn slugs_become_bits_and_slugs_again() {
        let both = ["travel".to_owned(), "art".to_owned(), "art".to_owned()];
        let mask = few().mask(&both).unwrap();
        assert_eq!(mask, 1 | 1 << 62);
        assert_eq!(few().slugs(mask), ["travel", "art"]);
        assert!(matches!(
            few().mask(&["shoes".to_owned()]),
            Err(Fault::InterestUnknown)
        ));
    }

    #[test]
    fn a_language_without_a_name_reads_english() {
        let few = few();
        let names: Vec<_> = few.named("nl").into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["Art", "Reizen"]);
    }

    #[test]
    fn twelve_are_enough() {
        let rows = (0..13).map(|id| (id, format!("i{id}"), "en".to_owned(), String::new()));
        let many = Interests::gather(rows);
        let slugs: Vec<String> = (0..13).map(|id| format!("i{id}")).collect();
        assert!(many.mask(&slugs[..12]).is_ok());
        assert!(matches!(
            many.mask(&slugs),
            Err(Fault::TooManyInterests { max: 12 })
        ));
    }
}
