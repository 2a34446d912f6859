//! Who likes whom, and what they write. Each does so with members of smaller numbers, so that
//! whoever joins later changes nothing of what was.

use std::collections::HashMap;

use uuid::Uuid;

use super::{dice::Dice, person::Person};

/// Conversations in which a member writes for free.
const CONVERSATIONS: usize = 2;
/// Members of smaller numbers keep one of them for those who are known.
pub(crate) const KEPT: usize = 100;
/// Messages of a conversation: five of each side are free.
const MESSAGES: (usize, usize) = (2, 10);
/// Members looked at for each like.
const LOOKS: usize = 40;
/// Years between two who like each other.
const YEARS: i32 = 12;

/// What two members have to do with each other.
#[derive(Clone, Debug)]
pub(crate) struct Acquaintance {
    /// Number of whoever second first, and of the other.
    pub(crate) first: usize,
    pub(crate) second: usize,
    /// The other likes back.
    pub(crate) mutual: bool,
    /// By turns, the first one first.
    pub(crate) messages: Vec<(Uuid, String)>,
}

/// What all have to do with each other.
pub(crate) fn acquaintances(seed: u64, people: &[Person]) -> Vec<Acquaintance> {
    let mut writing: HashMap<usize, usize> = HashMap::new();
    let mut all = Vec::new();
    for person in people {
        let number = u64::try_from(person.index).unwrap_or(0);
        let mut dice = Dice::of(seed, "likes", number);
        let wanted = dice.weighted(&[(0, 18), (1, 30), (2, 26), (3, 16), (5, 8), (8, 2)]);
        let mut known: Vec<usize> = Vec::new();
        for _ in 0..wanted {
            let Some(other) = somebody(&mut dice, people, person, &known) else {
                continue;
            };
            known.push(other);
            let mutual = dice.happens(36);
            let free = |index| {
                let most = CONVERSATIONS - usize::from(index < KEPT);
                writing.get(&index).copied().unwrap_or(0) < most
            };
            let talks = mutual && dice.happens(75) && free(person.index) && free(other);
            let messages = if talks {
                *writing.entry(person.index).or_default() += 1;
                *writing.entry(other).or_default() += 1;
                talk(&mut dice, person, &people[other])
            } else {
                Vec::new()
            };
            all.push(Acquaintance {
                first: person.index,
                second: other,
                mutual,
                messages,
            });
        }
    }
    all
}

/// The best of some that fit: near in age, of the same country and language.
fn somebody(dice: &mut Dice, people: &[Person], person: &Person, known: &[usize]) -> Option<usize> {
    (0..LOOKS)
        .filter(|_| person.index > 0)
        .map(|_| dice.below(person.index))
        .filter(|index| !known.contains(index))
        .filter(|index| {
            let other = &people[*index];
            person.fits(other)
                && (person.age() - other.age()).abs() <= YEARS
                && person.language == other.language
        })
        .max_by_key(|index| {
            let other = &people[*index];
            let nearness = i32::from(person.town == other.town) * 4
                + i32::from(person.country == other.country) * 4
                + i32::from(other.photos > 0) * 3;
            nearness - (person.age() - other.age()).abs() / 3
        })
}

/// A talk of two, with ids of its own.
pub(crate) fn talk(dice: &mut Dice, one: &Person, other: &Person) -> Vec<(Uuid, String)> {
    let texts = one.words().talk(
        dice,
        MESSAGES,
        ((&one.name, one.town), (&other.name, other.town)),
    );
    texts
        .into_iter()
        .zip(0..)
        .map(|(text, order)| (dice.id(order), text))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(count: usize) -> Vec<Person> {
        let sites = [settings::demo::VONK, settings::demo::SPARK].map(|id| id.parse().unwrap());
        (0..count)
            .map(|index| Person::new(1, index, sites))
            .collect()
    }

    #[test]
    fn nobody_writes_more_than_is_free_or_to_strangers() {
        let people = people(1_000);
        let all = acquaintances(1, &people);
        let mut writing: HashMap<usize, usize> = HashMap::new();
        for one in &all {
            assert!(one.second < one.first, "{one:?}");
            assert!(people[one.first].fits(&people[one.second]), "{one:?}");
            assert!(one.messages.is_empty() || one.mutual, "{one:?}");
            assert!(one.messages.len() <= MESSAGES.1, "{one:?}");
            if !one.messages.is_empty() {
                *writing.entry(one.first).or_default() += 1;
                *writing.entry(one.second).or_default() += 1;
            }
        }
        for (index, count) in writing {
            assert!(
                count <= CONVERSATIONS - usize::from(index < KEPT),
                "{index}"
            );
        }
        let talks = all.iter().filter(|one| !one.messages.is_empty()).count();
        let matches = all.iter().filter(|one| one.mutual).count();
        assert!(
            all.len() > 1_000 && matches > 300 && talks > 150,
            "{} {matches} {talks}",
            all.len()
        );
    }

    #[test]
    fn whoever_joins_later_changes_nothing_of_what_was() {
        let people = people(300);
        let few = acquaintances(1, &people[..100]);
        let many = acquaintances(1, &people);
        assert_eq!(format!("{few:?}"), format!("{:?}", &many[..few.len()]));
    }
}
