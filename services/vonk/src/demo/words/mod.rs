//! What the demonstration's members say of themselves and to each other, in their own languages.
//!
//! Texts are put together from sentences: `{town}` is the writer's town, `{name}` whom they write to.

mod dutch;
mod french;
mod german;

pub(crate) use dutch::DUTCH;
pub(crate) use french::FRENCH;
pub(crate) use german::GERMAN;

use super::dice::Dice;

/// The sentences of a language.
pub(crate) struct Words {
    /// Who I am; mentions no interest.
    pub(crate) openings: &'static [&'static str],
    /// What I like: the slug of an interest, and what is said of it.
    pub(crate) likings: &'static [(&'static str, &'static str)],
    /// Whom I hope to meet.
    pub(crate) wishes: &'static [&'static str],
    /// The last words.
    pub(crate) closings: &'static [&'static str],
    /// What one talks about: what is said first, what is answered, and so on by turns.
    pub(crate) topics: &'static [Topic],
    /// How a talk of any topic goes on, by turns.
    pub(crate) endings: &'static [Topic],
}

/// Ways to say each turn of a topic.
const WAYS: usize = 3;

/// Turns; for each some ways to say it, which fit the same way of the turns before.
pub(crate) type Topic = &'static [&'static [&'static str]];

impl Words {
    /// A text about oneself, true to one's interests.
    pub(crate) fn about(&self, dice: &mut Dice, town: &str, interests: &[&str]) -> String {
        let mut sentences = vec![dice.one(self.openings)];
        let told = dice.between(1, 2);
        sentences.extend(
            interests
                .iter()
                .filter_map(|slug| self.likings.iter().find(|(of, _)| of == slug))
                .map(|(_, sentence)| *sentence)
                .take(told),
        );
        if dice.happens(85) {
            sentences.push(dice.one(self.wishes));
        }
        if dice.happens(55) {
            sentences.push(dice.one(self.closings));
        }
        let paragraph = if dice.happens(25) { "\n\n" } else { " " };
        let (begin, end) = sentences.split_at(sentences.len() - 1);
        let text = format!("{}{paragraph}{}", begin.join(" "), end.join(" "));
        text.replace("{town}", town)
    }

    /// What two say to each other by turns, from `least` to `most` messages.
    pub(crate) fn talk(
        &self,
        dice: &mut Dice,
        (least, most): (usize, usize),
        (first, second): ((&str, &str), (&str, &str)),
    ) -> Vec<String> {
        let count = dice.between(least, most);
        let topic = dice.one(self.topics);
        let ending = dice.one(self.endings);
        // What is said one way is answered the same way.
        let (way, last_way) = (dice.below(WAYS), dice.below(WAYS));
        // An ending begins where the one who began has the word.
        let even = topic.len() - topic.len() % 2;
        let turns = topic[..even].iter().map(|turn| turn[way % turn.len()]);
        let last_turns = ending.iter().map(|turn| turn[last_way % turn.len()]);
        turns
            .chain(last_turns)
            .take(count)
            .enumerate()
            .map(|(turn, text)| {
                let ((_, town), (name, _)) = if turn % 2 == 0 {
                    (first, second)
                } else {
                    (second, first)
                };
                text.replace("{town}", town).replace("{name}", name)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [&Words; 3] = [&DUTCH, &FRENCH, &GERMAN];

    #[test]
    fn texts_are_many_and_nothing_stays_open() {
        for words in ALL {
            let mut seen = std::collections::HashSet::new();
            for index in 0..400 {
                let mut dice = Dice::of(1, "about", index);
                let text = words.about(&mut dice, "Zwolle", &["cooking", "travel", "dogs"]);
                assert!((40..=1000).contains(&text.chars().count()), "{text}");
                assert!(!text.contains(['{', '}', '@']), "{text}");
                seen.insert(text);
            }
            assert!(seen.len() > 300, "{}", seen.len());
        }
    }

    #[test]
    fn talks_are_many_and_go_by_turns() {
        for words in ALL {
            let mut seen = std::collections::HashSet::new();
            for index in 0..400 {
                let mut dice = Dice::of(1, "talk", index);
                let talk = words.talk(&mut dice, (3, 9), (("Anna", "Ede"), ("Bram", "Gouda")));
                assert!((3..=9).contains(&talk.len()), "{talk:?}");
                for text in &talk {
                    assert!((2..=300).contains(&text.chars().count()), "{text}");
                    assert!(!text.contains(['{', '}']), "{text}");
                }
                seen.insert(talk.join("\n"));
            }
            assert!(seen.len() > 120, "{}", seen.len());
        }
    }
}
