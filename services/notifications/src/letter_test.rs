use super::*;

const TOKEN_LINK: &str = "http://localhost:8080/activate?token=t0ken";
const SECOND_LINK: &str = "http://localhost:8080/reset-password";

fn links() -> Links {
    Links {
        main: TOKEN_LINK.to_owned(),
        more: Some(SECOND_LINK.to_owned()),
    }
}

fn write(desk: &Desk, change: impl FnOnce(&mut Occasion<'_>)) -> Letter {
    let links = links();
    let company = ["Vonk Online B.V.".to_owned(), "Amsterdam, NL".to_owned()];
    let mut occasion = Occasion {
        kind: Kind::Activation,
        language: Language::Nl,
        name: "Anna",
        site: "Vonk",
        mail_name: "Team V",
        support_email: "hulp@vonk.example",
        company: &company,
        links: &links,
        lasts: Some(Lasts::Minutes(30)),
    };
    change(&mut occasion);
    desk.write(&occasion).unwrap()
}

/// Every kind in every language.
fn all() -> impl Iterator<Item = (Language, Kind)> {
    Language::ALL
        .into_iter()
        .flat_map(|language| Kind::ALL.map(|kind| (language, kind)))
}

#[test]
fn every_kind_reads_well_in_every_language() {
    let desk = Desk::open().unwrap();
    for (language, kind) in all() {
        let letter = write(&desk, |occasion| {
            occasion.language = language;
            occasion.kind = kind;
        });
        let what = format!("{} in {}: {letter:?}", kind.word(), language.code());
        let wording = desk.library[&language].wording(kind);
        let duration = desk.library[&language].duration(language, Lasts::Minutes(30));
        assert_eq!(
            letter.subject,
            wording.subject.replace("{{ mail_name }}", "Team V"),
            "{what}"
        );
        for part in [&letter.html, &letter.text] {
            assert!(!part.contains("{{") && !part.contains("{%"), "{what}");
            assert!(
                !part.contains("undefined") && !part.contains("none\n"),
                "{what}"
            );
            for expected in [
                TOKEN_LINK,
                wording.not_you.as_str(),
                wording.button.as_str(),
                duration.as_str(),
                "Anna",
                "hulp@vonk.example",
                "Vonk · Vonk Online B.V. · Amsterdam, NL",
            ] {
                assert!(part.contains(expected), "{expected} is missing in {what}");
            }
            for text in wording.body.iter().chain(&wording.more) {
                assert!(
                    part.contains(&text.replace("{{ site }}", "Vonk")),
                    "{text} in {what}"
                );
            }
        }
        let html = &letter.html;
        assert!(
            html.contains(&format!("<html lang=\"{}\"", language.code())),
            "{what}"
        );
        assert!(html.contains(&format!("href=\"{TOKEN_LINK}\"")), "{what}");
        assert!(html.contains("prefers-color-scheme: dark"), "{what}");
        assert!(
            html.contains(&format!("<title>{}</title>", letter.subject)),
            "{what}"
        );
        assert!(
            !html.contains("<script") && !html.contains("<img"),
            "{what}"
        );
    }
}

#[test]
fn the_second_link_stands_where_a_kind_has_one() {
    let desk = Desk::open().unwrap();
    for (language, kind) in all() {
        let letter = write(&desk, |occasion| {
            occasion.language = language;
            occasion.kind = kind;
        });
        let has = kind == Kind::AlreadyRegistered;
        assert_eq!(letter.text.contains(SECOND_LINK), has, "{kind:?}");
        assert_eq!(letter.html.contains(SECOND_LINK), has, "{kind:?}");
    }
}

#[test]
fn without_expiry_and_support_their_sentences_are_gone() {
    let desk = Desk::open().unwrap();
    let letter = write(&desk, |occasion| {
        occasion.lasts = None;
        occasion.support_email = "";
        occasion.company = &[];
    });
    for part in [&letter.html, &letter.text] {
        assert!(!part.contains("De link werkt nog") && !part.contains("We helpen je graag"));
        assert!(part.contains("Vonk"));
    }
}

#[test]
fn a_hostile_name_stays_a_name() {
    let desk = Desk::open().unwrap();
    let evil = "<script>alert(1)</script><a href=\"https://evil.example\">{{ 7 * 7 }}</a>";
    for (language, kind) in all() {
        let letter = write(&desk, |occasion| {
            occasion.language = language;
            occasion.kind = kind;
            occasion.name = evil;
            occasion.site = evil;
            occasion.mail_name = evil;
            occasion.support_email = evil;
        });
        assert!(!letter.html.contains("<script"), "{language:?} {kind:?}");
        assert!(
            !letter.html.contains("<a href=\"https://evil"),
            "{language:?} {kind:?}"
        );
        assert!(
            letter.html.contains("&lt;script&gt;"),
            "{language:?} {kind:?}"
        );
        assert!(letter.html.contains("{{ 7 * 7 }}") && !letter.html.contains("49"));
        assert!(letter.text.contains(evil), "{language:?} {kind:?}");
    }
}

#[test]
fn a_hostile_link_cannot_leave_its_attribute() {
    let desk = Desk::open().unwrap();
    let links = Links {
        main: "https://x.example/\"><script>&".to_owned(),
        more: None,
    };
    let links: &'static Links = Box::leak(Box::new(links));
    let letter = write(&desk, |occasion| occasion.links = links);
    assert!(!letter.html.contains("<script"));
}

#[test]
fn a_value_is_one_line() {
    assert_eq!(one_line("a\r\nBcc: b\0c"), "a Bcc: b c");
    assert_eq!(one_line("\u{202e}gnp.exe\u{2028}x"), "gnp.exe x");
    assert_eq!(one_line("  Zoë O’Neill 🌸 "), "Zoë O’Neill 🌸");
    let desk = Desk::open().unwrap();
    let letter = write(&desk, |occasion| {
        occasion.name = "Anna\r\n\r\nhttps://evil.example";
        occasion.mail_name = "V\nBcc: x@example.org";
    });
    assert!(!letter.subject.contains(['\r', '\n']));
    assert!(letter.text.contains("Hoi Anna https://evil.example,"));
}

#[test]
fn a_letter_shows_nothing_in_debug_text() {
    let letter = write(&Desk::open().unwrap(), |_| {});
    assert_eq!(format!("{letter:?}"), "Letter { .. }");
}
