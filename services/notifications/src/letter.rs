//! Writes a mail: subject, HTML and plain text in the member's language.

use anyhow::Context as _;
use minijinja::{Environment, UndefinedBehavior, Value, context};

use crate::{
    bill::Bill,
    kind::{Kind, Links},
    language::{Language, Lasts},
    receipt::Receipt,
    texts::{Library, Texts, library},
};

const MJML: &str = include_str!("../templates/layout.mjml");
const PLAIN: &str = include_str!("../templates/layout.txt");

/// What a mail is about, and for whom.
pub struct Occasion<'a> {
    pub kind: Kind,
    pub language: Language,
    /// The member's profile name.
    pub name: &'a str,
    /// The site's name.
    pub site: &'a str,
    /// The site's name in mails.
    pub mail_name: &'a str,
    /// Empty when the site has none.
    pub support_email: &'a str,
    /// Who runs the site: name, address, country. Empty when not known.
    pub company: &'a [String],
    pub links: &'a Links,
    /// How long the link works.
    pub lasts: Option<Lasts>,
    /// Whom news is about.
    pub other: Option<Other<'a>>,
    /// What a receipt tells.
    pub bill: Option<Bill<'a>>,
}

/// Whom news is about.
#[derive(Clone, Copy)]
pub struct Other<'a> {
    /// Profile name.
    pub name: &'a str,
    /// What the site calls profiles run by the company, when it is one: it never stands without.
    pub label: Option<&'a str>,
    /// How many members it is about, this one included.
    pub count: i64,
}

/// A mail, ready to be addressed.
#[derive(Clone)]
pub struct Letter {
    pub subject: String,
    pub html: String,
    pub text: String,
}

impl std::fmt::Debug for Letter {
    // It holds a name and a link with a token.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Letter { .. }")
    }
}

/// All that is needed to write mails.
#[derive(Debug)]
pub struct Desk {
    library: Library,
    environment: Environment<'static>,
}

/// Which of the two parts of a mail is being written.
#[derive(Clone, Copy)]
enum Part {
    Html,
    Plain,
}

impl Part {
    /// Names end in what decides on escaping.
    fn name(self) -> &'static str {
        match self {
            Self::Html => "text.html",
            Self::Plain => "text.txt",
        }
    }
}

impl Desk {
    /// Reads texts and layout, and writes one mail of every kind in every
    /// language, so that a mistake in them stops the start and not a mail.
    pub fn open() -> anyhow::Result<Self> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        // MJML first, values later: what a member wrote never meets the MJML parser.
        let page = mrml::parse(MJML)
            .context("templates/layout.mjml")?
            .element
            .render(&mrml::prelude::render::RenderOptions::default())
            .context("templates/layout.mjml")?;
        environment
            .add_template_owned("layout.html", page)
            .context("templates/layout.mjml")?;
        environment
            .add_template("layout.txt", PLAIN)
            .context("templates/layout.txt")?;
        let desk = Self {
            library: library()?,
            environment,
        };
        let links = Links {
            main: String::new(),
            more: Some(String::new()),
            preferences: Some(String::new()),
        };
        for language in Language::ALL {
            for kind in Kind::ALL {
                let receipt = Receipt::blank(kind);
                desk.write(&Occasion {
                    kind,
                    language,
                    name: "",
                    site: "",
                    mail_name: "",
                    support_email: "",
                    company: &[],
                    links: &links,
                    lasts: Some(Lasts::Days(1)),
                    other: Some(Other {
                        name: "",
                        label: None,
                        count: 1,
                    }),
                    bill: receipt.as_ref().map(|receipt| Bill {
                        receipt,
                        time_zone: "",
                        registration: "",
                        vat_numbers: &[],
                    }),
                })
                .with_context(|| format!("{} in {}", kind.word(), language.code()))?;
            }
        }
        Ok(desk)
    }

    /// Writes a mail.
    pub fn write(&self, occasion: &Occasion<'_>) -> anyhow::Result<Letter> {
        let texts = self
            .library
            .get(&occasion.language)
            .context("no texts in this language")?;
        let values = values(texts, occasion);
        let wording = texts.wording(occasion.kind);
        let subject = self.fill(Part::Plain, &wording.subject, &values)?;
        Ok(Letter {
            html: self.part(Part::Html, texts, occasion, &values)?,
            text: self.part(Part::Plain, texts, occasion, &values)?,
            subject,
        })
    }

    /// The sentence of a push: it names nobody. None when the kind is no news.
    #[must_use]
    pub fn sentence(
        &self,
        (kind, language): (Kind, Language),
        count: i64,
        label: Option<&str>,
    ) -> Option<String> {
        let texts = self.library.get(&language)?;
        let said = texts.push(language, kind, count)?;
        Some(match label.map(one_line) {
            None => said,
            Some(label) if label.is_empty() => format!("{said} ({})", texts.fictional),
            Some(label) => format!("{said} ({label})"),
        })
    }

    fn part(
        &self,
        part: Part,
        texts: &Texts,
        occasion: &Occasion<'_>,
        values: &Value,
    ) -> anyhow::Result<String> {
        let wording = texts.wording(occasion.kind);
        // What is filled in was escaped while it was; the layout takes it as it is.
        let fill = |text: &str| -> anyhow::Result<Value> {
            let filled = self.fill(part, text, values)?;
            Ok(match part {
                Part::Html => Value::from_safe_string(filled),
                Part::Plain => filled.into(),
            })
        };
        let address = |link: &str| match part {
            // Built by `url`, which leaves no character that HTML minds; escaping
            // its slashes as well would only confuse mail programs.
            Part::Html if !link.contains(['<', '>', '"', '\'', '&']) => {
                Value::from_safe_string(link.to_owned())
            }
            _ => link.into(),
        };
        let count = occasion.other.map_or(1, |other| other.count);
        let body = wording
            .body(occasion.language, count)
            .iter()
            .map(|text| fill(text))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let notes = occasion
            .bill
            .map_or_else(Vec::new, |bill| texts.receipt.notes(bill.receipt))
            .into_iter()
            .map(fill)
            .collect::<anyhow::Result<Vec<_>>>()?;
        let more = wording
            .more
            .as_deref()
            .filter(|_| occasion.links.more.is_some());
        let layout = match part {
            Part::Html => "layout.html",
            Part::Plain => "layout.txt",
        };
        let page = self.environment.get_template(layout)?.render(context! {
            language => occasion.language.code(),
            subject => fill(&wording.subject)?,
            preview => fill(&wording.preview)?,
            site => one_line(occasion.site),
            heading => fill(&wording.heading)?,
            greeting => fill(&texts.greeting)?,
            body,
            rows => occasion.bill.map_or_else(Vec::new, |bill| {
                texts.receipt.rows(occasion.language, &bill, occasion.company)
            }),
            notes,
            button => fill(&wording.button)?,
            link => address(&occasion.links.main),
            link_hint => fill(&texts.link_hint)?,
            expiry => occasion.lasts.map(|_| fill(&texts.expiry)).transpose()?,
            more => more.map(fill).transpose()?,
            more_link => occasion.links.more.as_deref().map(address),
            not_you => wording.not_you.as_deref().map(fill).transpose()?,
            preferences => fill(&texts.preferences)?,
            preferences_link => occasion.links.preferences.as_deref().map(address),
            closing => fill(&texts.closing)?,
            signature => fill(&texts.signature)?,
            support => (!occasion.support_email.is_empty())
                .then(|| fill(&texts.support))
                .transpose()?,
            automatic => fill(&texts.automatic)?,
            imprint => imprint(occasion),
        })?;
        Ok(page)
    }

    fn fill(&self, part: Part, text: &str, values: &Value) -> anyhow::Result<String> {
        Ok(self
            .environment
            .render_named_str(part.name(), text, values.clone())?)
    }
}

#[cfg(test)]
impl Desk {
    /// With a layout that does whatever `defect` does with the mail's greeting.
    pub(crate) fn defective(
        mut self,
        defect: fn(String) -> Result<String, minijinja::Error>,
    ) -> anyhow::Result<Self> {
        self.environment.add_function("defect", defect);
        self.environment
            .add_template("layout.html", "{{ defect(greeting) }}")?;
        Ok(self)
    }
}

fn values(texts: &Texts, occasion: &Occasion<'_>) -> Value {
    let duration = occasion
        .lasts
        .map(|lasts| texts.duration(occasion.language, lasts));
    context! {
        name => one_line(occasion.name),
        site => one_line(occasion.site),
        mail_name => one_line(occasion.mail_name),
        support_email => one_line(occasion.support_email),
        other => occasion.other.map_or_else(String::new, |other| named(texts, other)),
        duration,
        bill => occasion.bill.map(|bill| texts.receipt.blanks(&bill)),
    }
}

/// A name, and in words whether a person stands behind it.
fn named(texts: &Texts, other: Other<'_>) -> String {
    let name = one_line(other.name);
    match other.label.map(one_line) {
        None => name,
        Some(label) if label.is_empty() => format!("{name} ({})", texts.fictional),
        Some(label) => format!("{name} ({label})"),
    }
}

/// Site and company, for the foot of the page.
fn imprint(occasion: &Occasion<'_>) -> String {
    let mut parts = vec![one_line(occasion.site)];
    parts.extend(occasion.company.iter().map(|part| one_line(part)));
    parts.retain(|part| !part.is_empty());
    parts.dedup();
    parts.join(" · ")
}

/// A value without what could start a line of its own or turn the writing around.
#[must_use]
pub fn one_line(text: &str) -> String {
    let breaks = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.split(breaks)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .trim()
        .to_owned()
}

#[cfg(test)]
#[path = "letter_test.rs"]
mod tests;
