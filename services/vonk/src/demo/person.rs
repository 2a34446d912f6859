//! Who the demonstration's members are. A seed and a number make always the same person, however
//! many there are.

use kit::{MemberId, SiteId};
use proto::accounts::v1 as accounts;
use time::{Date, Duration, macros::date};

use super::{
    dice::Dice,
    names::{self, Given, Names},
    towns::{self, Towns},
    words::{self, Words},
};

/// The day from which ages are thrown; those thrown 18 are adults ever after.
const TODAY: Date = date!(2026 - 11 - 01);
/// Whoever is born from this year on has a name of the young.
const YOUNG: i32 = 1980;

/// As accounts and profiles number them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Gender {
    Woman,
    Man,
    Nonbinary,
}

impl Gender {
    /// The number on the wire.
    pub(crate) fn wire(self) -> i32 {
        match self {
            Self::Woman => accounts::Gender::Woman,
            Self::Man => accounts::Gender::Man,
            Self::Nonbinary => accounts::Gender::Nonbinary,
        }
        .into()
    }
}

/// A country's part where one language is spoken.
struct Culture {
    country: &'static str,
    language: &'static str,
    given: &'static Given,
    towns: Towns,
    words: &'static Words,
}

static DUTCH: Culture = Culture {
    country: "NL",
    language: "nl",
    given: &names::DUTCH,
    towns: towns::NETHERLANDS,
    words: &words::DUTCH,
};
static FLEMISH: Culture = Culture {
    country: "BE",
    language: "nl",
    given: &names::FLEMISH,
    towns: towns::FLANDERS,
    words: &words::DUTCH,
};
static WALLOON: Culture = Culture {
    country: "BE",
    language: "fr",
    given: &names::WALLOON,
    towns: towns::WALLONIA,
    words: &words::FRENCH,
};
static GERMAN: Culture = Culture {
    country: "DE",
    language: "de",
    given: &names::GERMAN,
    towns: towns::GERMANY,
    words: &words::GERMAN,
};

/// Slugs of profiles' interests, the common ones more often.
const INTERESTS: [(&str, usize); 44] = [
    ("travel", 9),
    ("cooking", 9),
    ("dining_out", 7),
    ("wine", 5),
    ("coffee", 6),
    ("baking", 4),
    ("music", 9),
    ("concerts", 6),
    ("festivals", 5),
    ("dancing", 5),
    ("making_music", 3),
    ("films", 8),
    ("series", 7),
    ("theatre", 3),
    ("museums", 4),
    ("art", 3),
    ("photography", 4),
    ("reading", 7),
    ("writing", 2),
    ("board_games", 4),
    ("gaming", 4),
    ("puzzles", 2),
    ("crafts", 2),
    ("gardening", 4),
    ("nature", 8),
    ("hiking", 8),
    ("camping", 4),
    ("beach", 6),
    ("cycling", 7),
    ("running", 5),
    ("fitness", 6),
    ("yoga", 4),
    ("swimming", 4),
    ("football", 5),
    ("tennis", 3),
    ("winter_sports", 3),
    ("motorcycles", 2),
    ("animals", 5),
    ("dogs", 5),
    ("cats", 4),
    ("languages", 2),
    ("history", 3),
    ("volunteering", 2),
    ("sailing", 2),
];

/// A member of a demonstration.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) index: usize,
    pub(crate) site: SiteId,
    pub(crate) member: MemberId,
    pub(crate) email: String,
    pub(crate) name: String,
    pub(crate) birth_date: Date,
    pub(crate) gender: Gender,
    pub(crate) seeking: Vec<Gender>,
    pub(crate) country: &'static str,
    pub(crate) language: &'static str,
    pub(crate) town: &'static str,
    /// Words of profiles' fields.
    pub(crate) attributes: Vec<(&'static str, &'static str)>,
    pub(crate) interests: Vec<&'static str>,
    pub(crate) about: String,
    /// Portraits.
    pub(crate) photos: usize,
    /// How long ago the member was last here.
    pub(crate) away: Duration,
}

impl Person {
    /// The person of a number: three of five live in the Netherlands and are on the first site.
    pub(crate) fn new(seed: u64, index: usize, sites: [SiteId; 2]) -> Self {
        let number = u64::try_from(index).unwrap_or(u64::MAX);
        let mut dice = Dice::of(seed, "person", number);
        let first = index % 5 < 3;
        let culture = if first {
            &DUTCH
        } else {
            dice.weighted(&[(&DUTCH, 3), (&FLEMISH, 4), (&WALLOON, 3), (&GERMAN, 10)])
        };
        let member = MemberId::new(dice.id(number));
        let birth_date = born(&mut dice);
        let gender = dice.weighted(&[
            (Gender::Woman, 48),
            (Gender::Man, 49),
            (Gender::Nonbinary, 3),
        ]);
        let seeking = seeking(&mut dice, gender);
        let name = name(&mut dice, culture.given, gender, birth_date);
        let town = dice.weighted(culture.towns);
        let age = age(birth_date);
        let attributes = attributes(&mut dice, gender, age);
        let interests = interests(&mut dice);
        let about = culture.words.about(&mut dice, town, &interests);
        Self {
            index,
            site: sites[usize::from(!first)],
            member,
            email: format!("member-{index:06}@demo.vonk.test"),
            name,
            birth_date,
            gender,
            seeking,
            country: culture.country,
            language: culture.language,
            town,
            attributes,
            interests,
            about,
            photos: dice.weighted(&[(1, 78), (2, 9), (3, 3), (0, 10)]),
            away: away(&mut dice),
        }
    }

    /// The words of the person's language.
    pub(crate) fn words(&self) -> &'static Words {
        match self.language {
            "fr" => &words::FRENCH,
            "de" => &words::GERMAN,
            _ => &words::DUTCH,
        }
    }

    /// Whole years on the first day of the demonstration.
    pub(crate) fn age(&self) -> i32 {
        age(self.birth_date)
    }

    /// The word of a field.
    pub(crate) fn attribute(&self, field: &str) -> &'static str {
        let found = self.attributes.iter().find(|(name, _)| *name == field);
        found.map_or("", |(_, word)| word)
    }

    /// Each is whom the other looks for, on one site.
    pub(crate) fn fits(&self, other: &Self) -> bool {
        self.site == other.site
            && self.seeking.contains(&other.gender)
            && other.seeking.contains(&self.gender)
    }
}

fn age(born: Date) -> i32 {
    let had_birthday = (TODAY.month() as u8, TODAY.day()) >= (born.month() as u8, born.day());
    TODAY.year() - born.year() - i32::from(!had_birthday)
}

/// 18 to 78 years ago, most between 25 and 45.
fn born(dice: &mut Dice) -> Date {
    let (youngest, oldest) = dice.weighted(&[
        ((18, 24), 14),
        ((25, 34), 31),
        ((35, 44), 24),
        ((45, 54), 17),
        ((55, 64), 9),
        ((65, 78), 5),
    ]);
    let days = dice.between(youngest * 366, (oldest + 1) * 365 - 1);
    TODAY - Duration::days(i64::try_from(days).unwrap_or(0))
}

fn seeking(dice: &mut Dice, gender: Gender) -> Vec<Gender> {
    use Gender::{Man, Nonbinary, Woman};
    let (other, same) = match gender {
        Woman => (Man, Woman),
        Man => (Woman, Man),
        Nonbinary => {
            let whom: [&[Gender]; 3] = [&[Woman, Man, Nonbinary], &[Woman], &[Man]];
            return dice.one(&whom).to_vec();
        }
    };
    let whom: [(&[Gender], usize); 4] = [
        (&[other], 83),
        (&[same], 7),
        (&[Woman, Man], 6),
        (&[Woman, Man, Nonbinary], 4),
    ];
    dice.weighted(&whom).to_vec()
}

/// A first name of three letters at least, sometimes with an initial.
fn name(dice: &mut Dice, given: &Given, gender: Gender, born: Date) -> String {
    let of = |names: &Names| {
        if born.year() >= YOUNG {
            names.young
        } else {
            names.older
        }
    };
    let list = match gender {
        Gender::Woman => of(&given.women),
        Gender::Man => of(&given.men),
        Gender::Nonbinary => given.anybody,
    };
    let names: Vec<&str> = list
        .split_whitespace()
        .filter(|name| name.chars().count() >= 3)
        .collect();
    let first = dice.one(&names);
    if dice.happens(16) {
        let initials: Vec<char> = "ABDEFGHJKLMNPRSTVW".chars().collect();
        return format!("{first} {}.", dice.one(&initials));
    }
    first.to_owned()
}

fn attributes(dice: &mut Dice, gender: Gender, age: i32) -> Vec<(&'static str, &'static str)> {
    let relationship = match age {
        ..=29 => dice.weighted(&[("single", 94), ("open_relationship", 6)]),
        30..=44 => dice.weighted(&[
            ("single", 70),
            ("divorced", 15),
            ("separated", 8),
            ("open_relationship", 7),
        ]),
        45..=59 => dice.weighted(&[
            ("single", 35),
            ("divorced", 46),
            ("separated", 12),
            ("widowed", 7),
        ]),
        60.. => dice.weighted(&[("single", 22), ("divorced", 45), ("widowed", 33)]),
    };
    let figure = if gender == Gender::Man {
        dice.weighted(&[
            ("slim", 18),
            ("average", 42),
            ("athletic", 22),
            ("muscular", 8),
            ("full_figured", 10),
        ])
    } else {
        dice.weighted(&[
            ("slim", 22),
            ("average", 38),
            ("athletic", 14),
            ("curvy", 18),
            ("full_figured", 8),
        ])
    };
    let greying = usize::try_from((age - 42).clamp(0, 30)).unwrap_or(0);
    let bald = if gender == Gender::Man && age > 30 {
        9
    } else {
        0
    };
    let hair = dice.weighted(&[
        ("brown", 40),
        ("blond", 28),
        ("black", 16),
        ("red", 6),
        ("dyed", if age < 35 { 5 } else { 1 }),
        ("grey", greying * 3),
        ("white", greying),
        ("bald", bald),
    ]);
    let eyes = dice.weighted(&[
        ("blue", 36),
        ("brown", 34),
        ("green", 14),
        ("hazel", 8),
        ("grey", 7),
        ("amber", 1),
    ]);
    let tattoos = if age < 50 {
        dice.weighted(&[("none", 58), ("a_few", 34), ("many", 8)])
    } else {
        dice.weighted(&[("none", 84), ("a_few", 14), ("many", 2)])
    };
    let mut all = vec![
        ("relationship_status", relationship),
        ("body_type", figure),
        ("hair_colour", hair),
        ("eye_colour", eyes),
        ("tattoos", tattoos),
    ];
    // Not everybody tells everything.
    for field in ["tattoos", "body_type", "eye_colour"] {
        if dice.happens(12) {
            all.retain(|(name, _)| *name != field);
        }
    }
    all
}

fn interests(dice: &mut Dice) -> Vec<&'static str> {
    let count = dice.between(3, 7);
    let mut chosen: Vec<&'static str> = Vec::with_capacity(count);
    while chosen.len() < count {
        let slug = dice.weighted(&INTERESTS);
        if !chosen.contains(&slug) {
            chosen.push(slug);
        }
    }
    chosen
}

/// A few minutes for some, weeks for others.
fn away(dice: &mut Dice) -> Duration {
    let days = -8.0 * (1.0 - dice.fraction()).ln();
    let longest = if dice.happens(8) { 0.006 } else { 60.0 };
    Duration::seconds_f64(days.min(longest) * 86_400.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn people(seed: u64, count: usize) -> Vec<Person> {
        let sites = [settings::demo::VONK, settings::demo::SPARK].map(|id| id.parse().unwrap());
        (0..count)
            .map(|index| Person::new(seed, index, sites))
            .collect()
    }

    #[test]
    fn a_seed_gives_the_same_members_however_many() {
        let few = people(27, 50);
        let many = people(27, 400);
        assert_eq!(format!("{few:?}"), format!("{:?}", &many[..50]));
        assert_ne!(format!("{few:?}"), format!("{:?}", people(28, 50)));
        let ids: HashSet<_> = many.iter().map(|person| person.member).collect();
        assert_eq!(ids.len(), 400);
    }

    #[test]
    fn people_are_as_people_are() {
        let people = people(1, 2_000);
        for person in &people {
            assert!((18..=79).contains(&person.age()), "{person:?}");
            assert!(
                (3..=20).contains(&person.name.chars().count()),
                "{person:?}"
            );
            assert!((3..=7).contains(&person.interests.len()));
            assert!(!person.seeking.is_empty() && !person.about.is_empty());
        }
        let share = |of: &dyn Fn(&Person) -> bool| {
            people.iter().filter(|person| of(person)).count() * 100 / people.len()
        };
        assert!((43..=53).contains(&share(&|person| person.gender == Gender::Woman)));
        assert!((50..=80).contains(&share(&|person| (25..=49).contains(&person.age()))));
        for country in ["NL", "BE", "DE"] {
            assert!(
                share(&|person| person.country == country) >= 10,
                "{country}"
            );
        }
        let names: HashSet<_> = people.iter().map(|person| &person.name).collect();
        assert!(names.len() > 400, "{}", names.len());
        let texts: HashSet<_> = people.iter().map(|person| &person.about).collect();
        assert!(texts.len() > 1_900, "{}", texts.len());
    }

    #[test]
    fn whom_one_likes_to_meet_likes_to_meet_one() {
        let people = people(1, 200);
        for one in &people {
            for other in &people {
                assert_eq!(one.fits(other), other.fits(one));
            }
        }
    }
}
