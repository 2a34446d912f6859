use proto::billing::v1::Vat;

use super::*;
use crate::receipt::Money;

const TOKEN_LINK: &str = "http://localhost:8080/activate?token=t0ken";
const SECOND_LINK: &str = "http://localhost:8080/reset-password";

fn links() -> Links {
    Links {
        main: TOKEN_LINK.to_owned(),
        more: Some(SECOND_LINK.to_owned()),
        preferences: None,
    }
}

fn write(desk: &Desk, change: impl FnOnce(&mut Occasion<'_>)) -> Letter {
    let links = links();
    let company = ["Vonk Online B.V.".to_owned(), "Amsterdam, NL".to_owned()];
    let blanks = Kind::ALL.map(|kind| (kind, Receipt::blank(kind)));
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
        other: Some(Other {
            name: "Bram",
            label: None,
            count: 1,
        }),
        bill: None,
    };
    change(&mut occasion);
    if occasion.bill.is_none()
        && let Some((_, Some(receipt))) = blanks.iter().find(|(kind, _)| *kind == occasion.kind)
    {
        occasion.bill = Some(bill(receipt));
    }
    desk.write(&occasion).unwrap()
}

fn bill(receipt: &Receipt) -> Bill<'_> {
    Bill {
        receipt,
        time_zone: "Europe/Amsterdam",
        registration: "12345678",
        vat_numbers: &[],
    }
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
                wording.not_you.as_deref().unwrap_or("Bram"),
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
                    part.contains(
                        &text
                            .replace("{{ site }}", "Vonk")
                            .replace("{{ other }}", "Bram")
                    ),
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
        let has = matches!(kind, Kind::AlreadyRegistered | Kind::Purchase);
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
            occasion.other = Some(Other {
                name: evil,
                label: Some(evil),
                count: 1,
            });
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
        preferences: None,
    };
    let links: &'static Links = Box::leak(Box::new(links));
    let letter = write(&desk, |occasion| occasion.links = links);
    assert!(!letter.html.contains("<script"));
}

#[test]
fn news_says_who_it_is_about_and_what_stands_behind_the_name() {
    let desk = Desk::open().unwrap();
    let text = |kind: Kind, label: Option<&'static str>, count: i64| {
        let letter = write(&desk, |occasion| {
            occasion.kind = kind;
            occasion.other = Some(Other {
                name: "Bram",
                label,
                count,
            });
        });
        assert!(!letter.subject.contains("Bram"), "{}", letter.subject);
        letter.text
    };
    assert!(text(Kind::NewMessage, None, 1).contains("Bram heeft je geschreven."));
    assert!(text(Kind::NewMessage, Some("animatieprofiel"), 1).contains("Bram (animatieprofiel)"));
    assert!(text(Kind::NewMessage, Some(""), 1).contains("Bram (fictief profiel) heeft je"));
    assert!(text(Kind::Like, None, 1).contains("Bram vindt je leuk."));
    let several = text(Kind::Like, None, 3);
    assert!(several.contains("3 mensen vinden je leuk.") && !several.contains("Bram"));
}

#[test]
fn news_shows_where_to_switch_it_off_and_other_mails_do_not() {
    let desk = Desk::open().unwrap();
    let place = "http://localhost:8080/notifications";
    let links = |preferences| -> &'static Links {
        Box::leak(Box::new(Links {
            preferences,
            ..links()
        }))
    };
    let with = write(&desk, |occasion| {
        occasion.kind = Kind::Like;
        occasion.links = links(Some(place.to_owned()));
    });
    assert!(with.text.contains(place) && with.html.contains(&format!("href=\"{place}\"")));
    let without = write(&desk, |occasion| occasion.links = links(None));
    assert!(!without.text.contains(place) && !without.html.contains(place));
    assert!(!without.text.contains("liever niet meer per mail"));
}

#[test]
fn a_receipt_has_its_table_and_its_rights_in_every_language() {
    let desk = Desk::open().unwrap();
    for kind in Kind::ALL.into_iter().filter(|kind| kind.is_receipt()) {
        let mut receipt = Receipt::blank(kind).unwrap();
        receipt.amount = Money {
            minor: 123_456,
            currency: "EUR".to_owned(),
        };
        receipt.vat = Some(Vat {
            country: "FI".to_owned(),
            permille: 255,
            minor: 25_085,
        });
        receipt.method = "banktransfer".to_owned();
        let receipt: &'static Receipt = Box::leak(Box::new(receipt));
        let mut told = Vec::new();
        for language in Language::ALL {
            let letter = write(&desk, |occasion| {
                occasion.language = language;
                occasion.kind = kind;
                occasion.bill = Some(bill(receipt));
            });
            let text = letter.text.replace(['\u{a0}', '\u{202f}'], " ");
            let mark = if language == Language::En { '.' } else { ',' };
            for expected in [
                format!("{mark}56"),
                format!("250{mark}85"),
                format!("25{mark}5"),
                "1970".to_owned(),
                "CET, UTC+1".to_owned(),
                receipt.order.to_string(),
                "Vonk Online B.V., Amsterdam, NL".to_owned(),
                "12345678".to_owned(),
            ] {
                assert!(text.contains(&expected), "{expected} is missing in {text}");
            }
            assert!(
                !text.contains("{{") && !text.contains("banktransfer"),
                "{text}"
            );
            let lines = text.lines().filter(|line| line.contains(": ")).count();
            assert_eq!(
                letter.html.matches("<th ").count(),
                letter.html.matches("<td align=\"right\"").count()
            );
            assert!(lines >= letter.html.matches("<th ").count(), "{text}");
            told.push(text);
        }
        told.sort_unstable();
        told.dedup();
        assert_eq!(told.len(), Language::ALL.len());
    }
}

#[test]
fn what_a_receipt_tells_stays_text() {
    let desk = Desk::open().unwrap();
    let evil = "<script>\r\nBcc: x</script>{{ 7 * 7 }}";
    let mut receipt = Receipt::blank(Kind::Purchase).unwrap();
    receipt.method = evil.to_owned();
    receipt.amount.currency = evil.to_owned();
    let receipt: &'static Receipt = Box::leak(Box::new(receipt));
    let letter = write(&desk, |occasion| {
        occasion.kind = Kind::Purchase;
        occasion.bill = Some(Bill {
            time_zone: evil,
            registration: evil,
            ..bill(receipt)
        });
    });
    assert!(!letter.html.contains("<script") && letter.html.contains("&lt;script&gt;"));
    assert!(letter.html.contains("{{ 7 * 7 }}") && !letter.html.contains("49"));
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
