//! The words of the mails, one file of `texts/` per language.

use std::collections::BTreeMap;

use anyhow::Context as _;
use serde::Deserialize;

use crate::{
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
    duration: Units,
    activation: Wording,
    already_registered: Wording,
    password_reset: Wording,
    mail_change: Wording,
    mail_change_notice: Wording,
    deletion: Wording,
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
    /// What to do when somebody else asked for it.
    pub not_you: String,
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
struct Forms {
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
        let form = match language.plural(n) {
            Plural::One => &forms.one,
            Plural::Few => forms.few.as_ref().unwrap_or(&forms.other),
            Plural::Other => &forms.other,
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
                assert_eq!(wording.more.is_some(), kind == Kind::AlreadyRegistered);
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
