//! Two sites, their company and all their pages, to look at and to test with.
//!
//! `vonk demo` stores them through the same calls as any other, so every rule holds for them.

use proto::settings::v1::{Company, MessageCosts, Page, Signups, Site};
use time::macros::datetime;

use crate::field;

/// Id of the Dutch site.
pub const VONK: &str = "01890000-0000-7000-8000-000000000001";
/// Id of the site in eleven languages.
pub const SPARK: &str = "01890000-0000-7000-8000-000000000002";
/// Id of the company that runs both.
pub const COMPANY: &str = "01890000-0000-7000-8000-00000000000c";

/// The Dutch site at `localhost` and the international one beside it, new, on the port `origin_port`.
#[must_use]
pub fn sites(origin_port: u16) -> Vec<Site> {
    vec![vonk(origin_port), spark(origin_port)]
}

/// The company that runs the demo sites.
#[must_use]
pub fn company() -> Company {
    Company {
        id: COMPANY.to_owned(),
        name: "Vonk Voorbeeld B.V.".to_owned(),
        address: "Voorbeeldstraat 1".to_owned(),
        kvk: "00000000".to_owned(),
        city: "1000 AA Amsterdam".to_owned(),
        country: "NL".to_owned(),
        tradenames: texts(&["Vonk", "Spark"]),
        vat_numbers: texts(&["NL000000000B00"]),
        support_phone: "+31 88 000 00 00".to_owned(),
        delete_discount: 25,
        added: Some(field::timestamp(datetime!(2023-06-01 9:00 UTC))),
    }
}

/// Every page in every language, for both sites.
#[must_use]
pub fn pages() -> Vec<Page> {
    TEXTS
        .iter()
        .flatten()
        .map(|&(language, slug, text)| page(language, slug, text))
        .collect()
}

fn vonk(port: u16) -> Site {
    Site {
        id: VONK.to_owned(),
        name: "Vonk".to_owned(),
        domain: "localhost".to_owned(),
        origin: format!("http://localhost:{port}"),
        domain_language: "nl-NL".to_owned(),
        languages: texts(&["nl"]),
        index_title: "Vonk: daten en chatten met mensen bij jou in de buurt".to_owned(),
        description: "Maak gratis een profiel, ontdek wie er bij je past en begin een gesprek. \
            Dit is een demonstratie: de leden zijn verzonnen, hun portretten getekend."
            .to_owned(),
        countries: texts(&["NL"]),
        minimum_message_costs: vec![euro("NL", 53)],
        support_phone: "+31 88 000 00 00".to_owned(),
        geoip_selected_country: "NL".to_owned(),
        fictional_warning: "Dit is een fictief profiel: het wordt door ons bedrijf beheerd, voor \
            vermaak. Je kunt met deze persoon niet afspreken."
            .to_owned(),
        fictional_singular: "fictief profiel".to_owned(),
        fictional_plural: "fictieve profielen".to_owned(),
        mail_name: "Vonk".to_owned(),
        mail_address: "bericht@vonk.example".to_owned(),
        time_zone: "Europe/Amsterdam".to_owned(),
        ..shared()
    }
}

fn spark(port: u16) -> Site {
    let countries = [
        "NL", "BE", "DE", "FR", "PL", "GB", "IE", "DK", "SE", "NO", "FI", "ES", "IT", "AT",
    ];
    Site {
        id: SPARK.to_owned(),
        name: "Spark".to_owned(),
        domain: "international.localhost".to_owned(),
        origin: format!("http://international.localhost:{port}"),
        domain_language: "en-GB".to_owned(),
        languages: texts(&[
            "en", "da", "de", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv",
        ]),
        index_title: "Spark: meet and chat with people near you".to_owned(),
        description: "Make a free profile, discover who suits you and start a conversation. \
            This is a demonstration: its members are made up, their portraits drawn."
            .to_owned(),
        countries: texts(&countries),
        minimum_message_costs: vec![
            euro("NL", 53),
            euro("BE", 53),
            MessageCosts {
                country: "GB".to_owned(),
                costs: 47,
                currency: "GBP".to_owned(),
            },
            MessageCosts {
                country: "PL".to_owned(),
                costs: 229,
                currency: "PLN".to_owned(),
            },
        ],
        support_phone: "+31 88 000 00 00".to_owned(),
        geoip_selected_country: "GB".to_owned(),
        fictional_warning: "This is a fictional profile: our company runs it, for entertainment. \
            You cannot meet this person."
            .to_owned(),
        fictional_singular: "fictional profile".to_owned(),
        fictional_plural: "fictional profiles".to_owned(),
        mail_name: "Spark".to_owned(),
        mail_address: "message@spark.example".to_owned(),
        time_zone: "Europe/London".to_owned(),
        ..shared()
    }
}

/// What both sites have in common.
fn shared() -> Site {
    Site {
        cdn_prefix: "/photos/".to_owned(),
        niche: 1,
        visible_profile_fields: texts(&[
            "age",
            "gender",
            "country",
            "region",
            "city",
            "relationship_status",
            "body_type",
            "hair_colour",
            "eye_colour",
            "tattoos",
            "interests",
        ]),
        visible_profile_notes: texts(&["about_me", "looking_for"]),
        search_fields: texts(&["relationship_status", "body_type", "interests"]),
        message_credits: 10,
        photo_credits: 20,
        gift_credits: 10,
        signup_credits: 0,
        message_length: 1000,
        support_email: "service@vonk.example".to_owned(),
        enable_site_entry_popup: true,
        // No key: push needs its private half, which an operator makes.
        push_public_key: String::new(),
        // The international site serves Germany; the Dutch one keeps to the same promise.
        fictional_enabled: false,
        fictional_icon: "drama-masks".to_owned(),
        refund_days: 14,
        signups: Signups::All.into(),
        logged_out_search: true,
        logged_out_search_trafficsource: true,
        member_resell: false,
        company_id: COMPANY.to_owned(),
        min_age: 18,
        disclose_membership: false,
        ..Site::default()
    }
}

fn texts(values: &[&str]) -> Vec<String> {
    values.iter().map(|&value| value.to_owned()).collect()
}

fn euro(country: &str, cents: i64) -> MessageCosts {
    MessageCosts {
        country: country.to_owned(),
        costs: cents,
        currency: "EUR".to_owned(),
    }
}

/// A page whose first line is its title.
fn page(language: &str, slug: &str, text: &str) -> Page {
    let (title, markdown) = text.split_once('\n').unwrap_or((text, ""));
    Page {
        slug: slug.to_owned(),
        language: language.to_owned(),
        title: title.trim_start_matches("# ").to_owned(),
        markdown: markdown.trim().to_owned(),
        ..Page::default()
    }
}

/// A language's seven texts, as language, slug and text.
macro_rules! texts_of {
    ($language:literal) => {
        texts_of!($language: "terms", "privacy", "cookies", "ban", "return-policy", "faq", "service")
    };
    ($language:literal: $($slug:literal),+) => {
        [$((
            $language,
            $slug,
            include_str!(concat!("../demo/pages/", $language, "/", $slug, ".md")),
        )),+]
    };
}

const TEXTS: [[(&str, &str, &str); 7]; 11] = [
    texts_of!("da"),
    texts_of!("de"),
    texts_of!("en"),
    texts_of!("es"),
    texts_of!("fi"),
    texts_of!("fr"),
    texts_of!("it"),
    texts_of!("nb"),
    texts_of!("nl"),
    texts_of!("pl"),
    texts_of!("sv"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{company, locale::Language, page::Draft, page::Slug, site};

    #[test]
    fn everything_of_the_demo_keeps_the_rules() {
        for site in sites(8080) {
            let name = site.name.clone();
            assert!(site::Site::try_from(site).is_ok(), "{name}");
        }
        assert!(company::Company::try_from(company()).is_ok());
        for page in pages() {
            let name = format!("{}/{}", page.language, page.slug);
            assert!(Draft::try_from(page).is_ok(), "{name}");
        }
    }

    #[test]
    fn every_page_is_there_in_every_language_with_a_title_and_a_text() {
        let pages = pages();
        assert_eq!(pages.len(), 77);
        for language in Language::ALL {
            for slug in Slug::ALL {
                let page = pages
                    .iter()
                    .find(|page| page.language == language.code() && page.slug == slug.as_str())
                    .unwrap_or_else(|| panic!("{language}/{slug} is missing"));
                let words = page.markdown.split_whitespace().count();
                assert!(
                    !page.title.is_empty() && !page.title.starts_with('#'),
                    "{language}/{slug}"
                );
                assert!(
                    (90..=600).contains(&words),
                    "{language}/{slug} has {words} words"
                );
            }
        }
    }

    #[test]
    fn a_page_in_one_language_has_the_parts_it_has_in_every_other() {
        let parts = |page: &Page| {
            page.markdown
                .lines()
                .filter(|line| line.starts_with("## "))
                .count()
        };
        for slug in Slug::ALL {
            let counts: Vec<_> = pages()
                .iter()
                .filter(|page| page.slug == slug.as_str())
                .map(parts)
                .collect();
            assert!(
                counts.iter().all(|count| *count == counts[0]),
                "{slug}: {counts:?}"
            );
        }
    }

    #[test]
    fn every_language_names_every_cookie() {
        for page in pages().iter().filter(|page| page.slug == "cookies") {
            for cookie in ["auth.session", "auth.device", "i18n_redirected"] {
                assert!(
                    page.markdown.contains(cookie),
                    "{} misses {cookie}",
                    page.language
                );
            }
        }
    }

    #[test]
    fn no_field_of_a_demo_site_was_forgotten() {
        for site in sites(8080) {
            for (field, text) in [
                ("cdn_prefix", &site.cdn_prefix),
                ("description", &site.description),
                ("support_phone", &site.support_phone),
                ("geoip_selected_country", &site.geoip_selected_country),
                ("fictional_warning", &site.fictional_warning),
                ("fictional_singular", &site.fictional_singular),
                ("fictional_plural", &site.fictional_plural),
                ("fictional_icon", &site.fictional_icon),
            ] {
                assert!(!text.is_empty(), "{field} of {}", site.name);
            }
            assert!(!site.fictional_enabled && !site.member_resell && !site.disclose_membership);
        }
    }
}
