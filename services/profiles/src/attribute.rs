//! The fields of a profile that are chosen from a closed list of words.
//!
//! Each word of each field is one bit of `profiles.traits`, in the order below: append, never
//! insert, move or remove. A field has at most one bit set.

/// A field and its words.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) words: &'static [&'static str],
    /// Bit of the first word.
    first: u32,
}

/// Every field there is; a site shows those of its `visible_profile_fields`.
pub(crate) const FIELDS: [Field; 6] = [
    Field {
        name: "sexuality",
        words: &[
            "straight",
            "gay",
            "lesbian",
            "bisexual",
            "pansexual",
            "asexual",
        ],
        first: 0,
    },
    Field {
        name: "relationship_status",
        words: &[
            "single",
            "divorced",
            "widowed",
            "separated",
            "in_a_relationship",
            "open_relationship",
            "married",
        ],
        first: 8,
    },
    Field {
        name: "body_type",
        words: &[
            "slim",
            "average",
            "athletic",
            "muscular",
            "curvy",
            "full_figured",
        ],
        first: 16,
    },
    Field {
        name: "hair_colour",
        words: &[
            "black", "brown", "blond", "red", "grey", "white", "dyed", "bald",
        ],
        first: 24,
    },
    Field {
        name: "eye_colour",
        words: &["brown", "blue", "green", "hazel", "grey", "amber"],
        first: 34,
    },
    Field {
        name: "tattoos",
        words: &["none", "a_few", "many"],
        first: 42,
    },
];

impl Field {
    /// The field of a name.
    #[must_use]
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name == name)
    }

    /// The bit of a word.
    #[must_use]
    pub(crate) fn bit(&self, word: &str) -> Option<i64> {
        let index = self.words.iter().position(|one| *one == word)?;
        Some(1 << (self.first + u32::try_from(index).ok()?))
    }

    /// Every bit of the field.
    #[must_use]
    pub(crate) fn mask(&self) -> i64 {
        self.words
            .iter()
            .filter_map(|word| self.bit(word))
            .fold(0, |mask, bit| mask | bit)
    }

    /// The word that is chosen.
    #[must_use]
    pub(crate) fn chosen(&self, traits: i64) -> Option<&'static str> {
        self.words
            .iter()
            .copied()
            .find(|word| self.bit(word).is_some_and(|bit| traits & bit != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_has_a_bit_of_its_own() {
        let mut taken = 0_i64;
        for field in &FIELDS {
            for word in field.words {
                let bit = field.bit(word).unwrap();
                assert_eq!(taken & bit, 0, "{}.{word}", field.name);
                assert!(bit > 0, "{}.{word}", field.name);
                assert_eq!(field.chosen(bit), Some(*word));
                taken |= bit;
            }
        }
        assert_eq!(
            taken,
            FIELDS.iter().fold(0, |all, field| all | field.mask())
        );
    }

    #[test]
    fn words_stay_where_they_were_stored() {
        assert_eq!(
            Field::named("body_type").unwrap().bit("slim"),
            Some(1 << 16)
        );
        assert_eq!(Field::named("tattoos").unwrap().bit("many"), Some(1 << 44));
        assert_eq!(Field::named("eye_colour").unwrap().bit("pink"), None);
        assert!(Field::named("shoe_size").is_none());
    }
}
