//! What a search narrows by first, packed into one number, so that one index serves every choice.
//!
//! Bits 0 to 2: whom the profile looks for (woman, man, nonbinary); 3 and 4: its gender; 5: has a
//! photo; 6: fictional. The database packs alike in `facet_of`.

use crate::{gender::Gender, kind::Kind};

const PHOTO: i16 = 32;
const FICTIONAL: i16 = 64;

/// Which profiles a search is about.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// Genders to find; none: all.
    pub(crate) genders: Vec<Gender>,
    /// Whom the found ones must look for; none: whomever.
    pub(crate) seeking: Option<Gender>,
    pub(crate) with_photo: bool,
    pub(crate) include_fictional: bool,
}

impl Wanted {
    /// Every facet that fits, the lowest first.
    #[must_use]
    pub(crate) fn facets(&self) -> Vec<i16> {
        let mut facets = Vec::new();
        for kind in [Kind::Member, Kind::Fictional] {
            if kind == Kind::Fictional && !self.include_fictional {
                continue;
            }
            for photo in [false, true] {
                if self.with_photo && !photo {
                    continue;
                }
                for gender in Gender::ALL {
                    if !self.genders.is_empty() && !self.genders.contains(&gender) {
                        continue;
                    }
                    facets.extend(
                        (1..8)
                            .filter(|mask| self.seeking.is_none_or(|one| mask & bit(one) != 0))
                            .map(|mask| pack(kind, photo, gender, mask)),
                    );
                }
            }
        }
        facets
    }
}

/// The bit of one gender sought.
const fn bit(gender: Gender) -> i16 {
    match gender {
        Gender::Woman => 1,
        Gender::Man => 2,
        Gender::Nonbinary => 4,
    }
}

const fn pack(kind: Kind, photo: bool, gender: Gender, seeking: i16) -> i16 {
    let kind = match kind {
        Kind::Member => 0,
        Kind::Fictional => FICTIONAL,
    };
    let gender = match gender {
        Gender::Woman => 0,
        Gender::Man => 8,
        Gender::Nonbinary => 16,
    };
    kind + gender + seeking + if photo { PHOTO } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted() -> Wanted {
        Wanted {
            genders: vec![Gender::Woman],
            seeking: Some(Gender::Man),
            with_photo: false,
            include_fictional: false,
        }
    }

    #[test]
    fn a_man_looking_for_women_finds_women_looking_for_men() {
        assert_eq!(wanted().facets(), [2, 3, 6, 7, 34, 35, 38, 39]);
    }

    #[test]
    fn fictional_ones_come_only_when_asked_for() {
        let all = Wanted {
            genders: vec![],
            seeking: None,
            ..wanted()
        };
        assert!(all.facets().iter().all(|facet| facet & FICTIONAL == 0));
        let asked = Wanted {
            include_fictional: true,
            ..all
        };
        assert_eq!(asked.facets().len(), 2 * 2 * 3 * 7);
    }

    #[test]
    fn a_photo_can_be_demanded() {
        let asked = Wanted {
            with_photo: true,
            ..wanted()
        };
        assert_eq!(asked.facets(), [34, 35, 38, 39]);
    }
}
