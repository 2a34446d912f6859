//! The words of the mails and pushes, one file of `texts/` per language.

use std::collections::BTreeMap;

use anyhow::Context as _;
use serde::Deserialize;

use crate::{
    bill::Words,
    kind::Kind,
    language::{Language, Lasts, Plural},
};

const FILES: [(Language, &str); 11] = [
    (Language::Da, include_str!("../texts/da.toml")),
    (Language::De, include_str!("../texts/de.toml")),
    (Language::En, include_str!("../texts/en.toml")),
    (Language::Es, include_str!("../texts/es.toml")),
    (Language::Fi, include_str!("../texts/fi.toml")),
    (Language::Fr, include_str!("../texts/fr.toml")),
    (Language::It, include_str!("../texts/it.toml")),
    (Language::Nb, include_str!("../texts/nb.toml")),
    (Language::Nl, include_str!("../texts/nl.toml")),
    (Language::Pl, include_str!("../texts/pl.toml")),
    (Language::Sv, include_str!("../texts/sv.toml")),
];

/// Every text in every language.
pub(crate) type Library = BTreeMap<Language, Texts>;

/// Reads the files that are built in; a missing or unknown text names itself.
pub(crate) fn library() -> anyhow::Result<Library> {
    FILES
        .into_iter()
        .map(|(language, file)| {
            let texts =
                toml::from_str(file).with_context(|| format!("texts/{}.toml", language.code()))?;
            Ok((language, texts))
        })
        .collect()
}

/// The words of one language; `{{ .. }}` stands for what a mail fills in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Texts {
    pub greeting: String,
    /// How long the link works.
    pub expiry: String,
    pub link_hint: String,
    pub closing: String,
    pub signature: String,
    pub automatic: String,
    pub support: String,
    /// Introduces the page where the member chooses what to hear of.
    pub preferences: String,
    /// What a profile run by the company is called where its site does not say.
    pub fictional: String,
    duration: Units,
    activation: Wording,
    already_registered: Wording,
    password_reset: Wording,
    mail_change: Wording,
    mail_change_notice: Wording,
    deletion: Wording,
    new_conversation: Wording,
    new_message: Wording,
    like: Wording,
    r#match: Wording,
    purchase: Wording,
    withdrawal: Wording,
    refund: Wording,
    /// What receipts have in common.
    pub receipt: Words,
    push: Pushes,
}

/// What one kind of mail says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wording {
    /// Shown on lock screens, as is `preview`: neither may tell what kind of site it is.
    pub subject: String,
    pub preview: String,
    pub heading: String,
    pub body: Vec<String>,
    pub button: String,
    /// Introduces the second link, for kinds that have one.
    pub more: Option<String>,
    /// Stands for the body when it is about several members.
    several: Option<Several>,
    /// What to do when somebody else asked for it; not in news, which nobody asks for.
    pub not_you: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Several {
    few: Option<String>,
    other: String,
}

/// What a push says: no name, nothing of what was written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pushes {
    new_conversation: String,
    new_message: String,
    like: Forms,
    r#match: String,
}

impl Wording {
    /// The text about one member or, where there is such a text, about several.
    #[must_use]
    pub(crate) fn body(&self, language: Language, count: i64) -> Vec<String> {
        match &self.several {
            Some(several) if count > 1 => {
                let few = several.few.as_ref();
                let form = match language.plural(count) {
                    Plural::Few => few.unwrap_or(&several.other),
                    Plural::One | Plural::Other => &several.other,
                };
                vec![form.replace("{{ n }}", &count.to_string())]
            }
            _ => self.body.clone(),
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    minutes: Forms,
    hours: Forms,
    days: Forms,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Forms {
    one: String,
    few: Option<String>,
    other: String,
}

impl Texts {
    /// What a kind of mail says.
    #[must_use]
    pub(crate) fn wording(&self, kind: Kind) -> &Wording {
        match kind {
            Kind::Activation => &self.activation,
            Kind::AlreadyRegistered => &self.already_registered,
            Kind::PasswordReset => &self.password_reset,
            Kind::MailChange => &self.mail_change,
            Kind::MailChangeNotice => &self.mail_change_notice,
            Kind::Deletion => &self.deletion,
            Kind::Purchase => &self.purchase,
            Kind::Withdrawal => &self.withdrawal,
            Kind::Refund => &self.refund,
            Kind::NewConversation => &self.new_conversation,
            Kind::NewMessage => &self.new_message,
            Kind::Like => &self.like,
            Kind::Match => &self.r#match,
        }
    }

    /// The sentence of a push; none when the kind is no news.
    #[must_use]
    pub(crate) fn push(&self, language: Language, kind: Kind, count: i64) -> Option<String> {
        match kind {
            Kind::NewConversation => Some(self.push.new_conversation.clone()),
            Kind::NewMessage => Some(self.push.new_message.clone()),
            Kind::Like => Some(self.push.like.with(language, count)),
            Kind::Match => Some(self.push.r#match.clone()),
            _ => None,
        }
    }

    /// A span of time in words, for example "14 dagen".
    #[must_use]
    pub(crate) fn duration(&self, language: Language, lasts: Lasts) -> String {
        let (n, forms) = match lasts {
            Lasts::Minutes(n) => (n, &self.duration.minutes),
            Lasts::Hours(n) => (n, &self.duration.hours),
            Lasts::Days(n) => (n, &self.duration.days),
        };
        forms.with(language, n)
    }
}

impl Forms {
    /// The form that goes with a number, and the number in it.
    #[must_use]
    pub(crate) fn with(&self, language: Language, n: i64) -> String {
        let form = match language.plural(n) {
            Plural::One => &self.one,
            Plural::Few => self.few.as_ref().unwrap_or(&self.other),
            Plural::Other => &self.other,
        };
        form.replace("{{ n }}", &n.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_text() {
        let library = library().unwrap();
        assert_eq!(library.keys().copied().collect::<Vec<_>>(), Language::ALL);
        for (language, texts) in &library {
            for kind in Kind::ALL {
                let wording = texts.wording(kind);
                assert!(!wording.body.is_empty(), "{language:?} {kind:?}");
                let more = matches!(kind, Kind::AlreadyRegistered | Kind::Purchase);
                assert_eq!(wording.more.is_some(), more, "{kind:?}");
                assert_eq!(wording.not_you.is_none(), kind.news().is_some(), "{kind:?}");
                assert_eq!(wording.several.is_some(), kind == Kind::Like, "{kind:?}");
                let push = texts.push(*language, kind, 1);
                assert_eq!(push.is_some(), kind.news().is_some(), "{kind:?}");
                let names = wording.body.concat().contains("{{ other }}");
                assert_eq!(names, kind.news().is_some(), "{language:?} {kind:?}");
            }
        }
    }

    #[test]
    fn no_text_was_left_in_another_language() {
        let library = library().unwrap();
        for kind in Kind::ALL {
            let mut bodies: Vec<_> = library
                .values()
                .map(|texts| texts.wording(kind).body.concat())
                .collect();
            bodies.sort_unstable();
            bodies.dedup();
            assert_eq!(bodies.len(), Language::ALL.len(), "{kind:?}");
        }
    }

    #[test]
    fn pushes_name_nobody_and_count_in_the_language() {
        let library = library().unwrap();
        let likes = |language, count| library[&language].push(language, Kind::Like, count);
        assert_eq!(likes(Language::Nl, 1).unwrap(), "Iemand vindt je leuk.");
        assert_eq!(likes(Language::En, 3).unwrap(), "3 people like you.");
        assert_eq!(likes(Language::Pl, 3).unwrap(), "3 osoby lubią Cię.");
        assert_eq!(likes(Language::Pl, 5).unwrap(), "5 osób lubi Cię.");
        for (language, texts) in &library {
            for kind in Kind::ALL.into_iter().filter(|kind| kind.news().is_some()) {
                for count in [1, 2, 5] {
                    let said = texts.push(*language, kind, count).unwrap();
                    assert!(!said.contains("{{") && !said.is_empty(), "{said}");
                    let told = texts.wording(kind).body(*language, count).concat();
                    let several = kind == Kind::Like && count > 1;
                    assert_eq!(told.contains("{{ other }}"), !several, "{told}");
                    assert_eq!(told.contains(&count.to_string()), several, "{told}");
                }
            }
        }
    }

    #[test]
    fn spans_are_said_in_the_language() {
        let library = library().unwrap();
        let said = |language: Language, lasts| library[&language].duration(language, lasts);
        assert_eq!(said(Language::Nl, Lasts::Minutes(30)), "30 minuten");
        assert_eq!(said(Language::En, Lasts::Hours(1)), "1 hour");
        assert_eq!(said(Language::Pl, Lasts::Minutes(22)), "22 minuty");
        assert_eq!(said(Language::Pl, Lasts::Days(14)), "14 dni");
        assert_eq!(said(Language::Fi, Lasts::Days(1)), "1 päivän");
    }

    #[test]
    fn what_a_lock_screen_shows_tells_nothing() {
        let revealing = [
            "dating", "flirt", "single", "love", "match", "profil", "chat", "relatie", "partner",
        ];
        for texts in library().unwrap().values() {
            for kind in Kind::ALL {
                let wording = texts.wording(kind);
                let shown = format!("{} {}", wording.subject, wording.preview).to_lowercase();
                assert!(
                    revealing.iter().all(|word| !shown.contains(word)),
                    "{shown}"
                );
                assert!(
                    wording.subject.contains("{{ mail_name }}"),
                    "{}",
                    wording.subject
                );
                assert!(!wording.preview.contains("{{"), "{}", wording.preview);
            }
        }
    }
}
