use proptest::prelude::*;

use super::*;
use crate::demo;

/// The demo's Dutch site, which keeps every rule.
fn good() -> contract::Site {
    demo::sites(8080).remove(0)
}

fn refusal(spoil: impl FnOnce(&mut contract::Site)) -> Fault {
    let mut site = good();
    spoil(&mut site);
    Site::try_from(site).unwrap_err()
}

fn refused_field(spoil: impl FnOnce(&mut contract::Site)) -> &'static str {
    match refusal(spoil) {
        Fault::ValueInvalid { field } => field,
        other => panic!("expected value_invalid, got {other:?}"),
    }
}

fn texts(values: &[&str]) -> Vec<String> {
    values.iter().map(|&value| value.to_owned()).collect()
}

#[test]
fn a_site_reads_as_it_is_told() {
    for told in demo::sites(8080) {
        let site = Site::try_from(told.clone()).unwrap();
        assert_eq!(site.at_version(told.version), told);
    }
}

#[test]
fn a_site_is_stored_as_it_was() {
    for told in demo::sites(8080) {
        let site = Site::try_from(told).unwrap();
        let document = serde_json::to_value(&site).unwrap();
        assert_eq!(document["domain"], site.domain.as_str());
        assert_eq!(serde_json::from_value::<Site>(document).unwrap(), site);
    }
}

#[test]
fn the_id_is_a_uuid() {
    assert_eq!(refused_field(|site| site.id = "1".to_owned()), "id");
    assert_eq!(refused_field(|site| site.company_id.clear()), "company_id");
}

#[test]
fn the_origin_is_of_the_domain() {
    assert_eq!(
        refused_field(|site| site.domain = "Vonk.example".to_owned()),
        "domain"
    );
    assert_eq!(
        refused_field(|site| site.origin = "https://evil.example".to_owned()),
        "origin"
    );
    assert_eq!(refused_field(|site| site.origin.push('/')), "origin");
    let refused = refused_field(|site| {
        site.domain = "vonk.example".to_owned();
        site.origin = "http://vonk.example".to_owned();
    });
    assert_eq!(
        refused, "origin",
        "members' passwords would travel in the clear"
    );
}

#[test]
fn the_languages_are_of_the_eleven_and_hold_the_default_one() {
    assert_eq!(refused_field(|site| site.languages.clear()), "languages");
    assert_eq!(
        refused_field(|site| site.languages = texts(&["nl", "pt"])),
        "languages"
    );
    assert_eq!(
        refused_field(|site| site.languages = texts(&["nl", "nl"])),
        "languages"
    );
    assert_eq!(
        refused_field(|site| site.languages = texts(&["en"])),
        "languages"
    );
    assert_eq!(
        refused_field(|site| site.domain_language = "nl-PL".to_owned()),
        "domain_language"
    );
}

#[test]
fn the_countries_are_countries() {
    assert_eq!(refused_field(|site| site.countries.clear()), "countries");
    assert_eq!(
        refused_field(|site| site.countries = texts(&["Holland"])),
        "countries"
    );
    assert_eq!(
        refused_field(|site| site.countries = texts(&["NL", "NL"])),
        "countries"
    );
    let elsewhere = |site: &mut contract::Site| site.geoip_selected_country = "FR".to_owned();
    assert_eq!(refused_field(elsewhere), "geoip_selected_country");
}

#[test]
fn the_date_of_birth_is_never_shown() {
    let shown = |site: &mut contract::Site| site.visible_profile_fields = texts(&["birth_date"]);
    assert_eq!(refused_field(shown), "visible_profile_fields");
    let searched = |site: &mut contract::Site| site.search_fields = texts(&["birth_date"]);
    assert_eq!(refused_field(searched), "search_fields");
    let noted = |site: &mut contract::Site| site.visible_profile_notes = texts(&["About me"]);
    assert_eq!(refused_field(noted), "visible_profile_notes");
}

#[test]
fn a_price_names_its_country_and_currency_once() {
    const FIELD: &str = "minimum_message_costs";
    assert_eq!(
        refused_field(|site| site.minimum_message_costs[0].costs = 0),
        FIELD
    );
    assert_eq!(
        refused_field(|site| site.minimum_message_costs[0].country.clear()),
        FIELD
    );
    assert_eq!(
        refused_field(|site| site.minimum_message_costs[0].currency = "ECU".to_owned()),
        FIELD
    );
    let twice = |site: &mut contract::Site| {
        let mut again = site.minimum_message_costs[0].clone();
        again.costs += 1;
        site.minimum_message_costs.push(again);
    };
    assert_eq!(refused_field(twice), FIELD);
}

#[test]
fn a_push_key_is_a_point_or_nothing() {
    let compressed = |site: &mut contract::Site| {
        site.push_public_key = BASE64_URL_SAFE_NO_PAD.encode([3; 65]);
    };
    assert_eq!(refused_field(compressed), "push_public_key");
    assert_eq!(
        refused_field(|site| site.push_public_key = "B".repeat(86)),
        "push_public_key"
    );
    let mut site = good();
    let mut point = [7; 65];
    point[0] = 4;
    site.push_public_key = BASE64_URL_SAFE_NO_PAD.encode(point);
    assert!(Site::try_from(site).is_ok());
}

#[test]
fn who_may_sign_up_is_said() {
    assert_eq!(refused_field(|site| site.signups = 0), "signups");
    assert_eq!(refused_field(|site| site.signups = 99), "signups");
}

#[test]
fn fictional_profiles_need_every_text() {
    let spoils: [fn(&mut contract::Site); 4] = [
        |site| site.fictional_warning.clear(),
        |site| site.fictional_singular.clear(),
        |site| site.fictional_plural.clear(),
        |site| site.fictional_icon.clear(),
    ];
    for spoil in spoils {
        let refused = refusal(|site| {
            site.fictional_enabled = true;
            spoil(site);
        });
        assert!(matches!(refused, Fault::FictionalRefused));
    }
    let mut site = good();
    site.fictional_enabled = true;
    assert!(
        Site::try_from(site).is_ok(),
        "a Dutch site with every text may have them"
    );
}

#[test]
fn a_site_of_germany_has_no_fictional_profiles() {
    let spoils: [fn(&mut contract::Site); 3] = [
        |site| site.countries.push("DE".to_owned()),
        |site| {
            site.domain_language = "de-DE".to_owned();
            site.languages.push("de".to_owned());
        },
        |site| {
            site.domain = "funke.de".to_owned();
            site.origin = "https://funke.de".to_owned();
        },
    ];
    for spoil in spoils {
        let refused = refusal(|site| {
            site.fictional_enabled = true;
            spoil(site);
        });
        assert!(matches!(refused, Fault::FictionalRefused));
        let mut honest = good();
        spoil(&mut honest);
        assert!(
            Site::try_from(honest).is_ok(),
            "without them it is an ordinary site"
        );
    }
}

proptest! {
    #[test]
    fn numbers_keep_the_limits_of_law_and_product(
        niche: u32, min_age in 0_u32..130, refund_days in 0_u32..500, message_length in 0_u32..20_000,
    ) {
        let site = contract::Site { niche, min_age, refund_days, message_length, ..good() };
        let keeps = (1..=7).contains(&niche)
            && (18..=99).contains(&min_age)
            && (14..=365).contains(&refund_days)
            && (1..=10_000).contains(&message_length);
        prop_assert_eq!(Site::try_from(site).is_ok(), keeps);
    }

    #[test]
    fn every_niche_of_the_specification_is_one(niche in 1_u32..=7, min_age in 18_u32..=99, refund_days in 14_u32..=365) {
        let site = contract::Site { niche, min_age, refund_days, ..good() };
        prop_assert!(Site::try_from(site).is_ok());
    }

    #[test]
    fn a_text_passes_whole_or_not_at_all(text: String) {
        let told = contract::Site { description: text, ..good() };
        if let Ok(site) = Site::try_from(told.clone()) {
            prop_assert_eq!(site.at_version(told.version), told);
        }
    }
}
