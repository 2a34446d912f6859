//! Hostile values in every field: a named refusal, and nothing changed.

use proto::settings::v1::{
    Company, ListSiteVersionsRequest, ListSitesRequest, MessageCosts, Page, PutSiteRequest, Site,
};
use settings::demo;

use crate::desk::{Desk, vonk, why};

/// What no text field takes: control characters, header injection, markup, direction, length.
fn hostile() -> Vec<String> {
    [
        "\0",
        "a\0b",
        "a\r\nBcc: b@evil.example",
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "abc\u{202e}fed",
        "\u{feff}abc",
        "a\u{7f}",
    ]
    .map(str::to_owned)
    .into_iter()
    .chain([" ".repeat(20), "x".repeat(100_001), "é".repeat(600_000)])
    .collect()
}

type Text = (&'static str, fn(&mut Site) -> &mut String);

macro_rules! texts {
    ($($field:ident),+ $(,)?) => { [$((stringify!($field), (|site| &mut site.$field) as fn(&mut Site) -> &mut String)),+] };
}

/// Every text field of a site.
fn texts() -> [Text; 20] {
    texts![
        id,
        name,
        domain,
        origin,
        domain_language,
        cdn_prefix,
        index_title,
        description,
        support_email,
        support_phone,
        geoip_selected_country,
        push_public_key,
        fictional_warning,
        fictional_singular,
        fictional_plural,
        fictional_icon,
        company_id,
        mail_name,
        mail_address,
        time_zone,
    ]
}

type List = (&'static str, fn(&mut Site) -> &mut Vec<String>);

fn lists() -> [List; 5] {
    [
        ("languages", |site| &mut site.languages),
        ("countries", |site| &mut site.countries),
        ("visible_profile_fields", |site| {
            &mut site.visible_profile_fields
        }),
        ("visible_profile_notes", |site| {
            &mut site.visible_profile_notes
        }),
        ("search_fields", |site| &mut site.search_fields),
    ]
}

type Number = (&'static str, fn(&mut Site) -> &mut u32);

fn numbers() -> [Number; 8] {
    [
        ("niche", |site| &mut site.niche),
        ("message_credits", |site| &mut site.message_credits),
        ("photo_credits", |site| &mut site.photo_credits),
        ("gift_credits", |site| &mut site.gift_credits),
        ("signup_credits", |site| &mut site.signup_credits),
        ("message_length", |site| &mut site.message_length),
        ("refund_days", |site| &mut site.refund_days),
        ("min_age", |site| &mut site.min_age),
    ]
}

/// Puts a value into the field of its name.
type Spoil<M> = (&'static str, fn(&mut M, String));

async fn refused(desk: &Desk, site: Site, field: &str) {
    let status = desk.put_site(site, 1).await.expect_err(field);
    assert_eq!(why(&status), ("value_invalid".to_owned(), field.to_owned()));
}

/// Everything that could have changed.
async fn picture(desk: &Desk) -> (Vec<Site>, usize, usize) {
    let sites = desk
        .operator()
        .list_sites(ListSitesRequest {})
        .await
        .unwrap()
        .into_inner()
        .sites;
    let request = ListSiteVersionsRequest {
        site_id: demo::VONK.to_owned(),
    };
    let versions = desk
        .operator()
        .list_site_versions(request)
        .await
        .unwrap()
        .into_inner()
        .versions;
    (sites, versions.len(), desk.told().await.len())
}

#[tokio::test]
async fn in_every_text_of_a_site() {
    let desk = Desk::furnished().await;
    let before = picture(&desk).await;
    for value in hostile() {
        for (field, text) in texts() {
            let mut site = vonk();
            text(&mut site).clone_from(&value);
            refused(&desk, site, field).await;
        }
        for (field, list) in lists() {
            let mut site = vonk();
            list(&mut site).push(value.clone());
            refused(&desk, site, field).await;
        }
        let country = MessageCosts {
            country: value.clone(),
            costs: 1,
            currency: "EUR".to_owned(),
        };
        let currency = MessageCosts {
            country: "NL".to_owned(),
            costs: 1,
            currency: value.clone(),
        };
        for costs in [country, currency] {
            let site = Site {
                minimum_message_costs: vec![costs],
                ..vonk()
            };
            refused(&desk, site, "minimum_message_costs").await;
        }
    }
    assert_eq!(picture(&desk).await, before);
}

#[tokio::test]
async fn in_every_number_of_a_site() {
    let desk = Desk::furnished().await;
    let before = picture(&desk).await;
    for (field, number) in numbers() {
        for value in [u32::MAX, 1 << 31, 20_000] {
            let mut site = vonk();
            *number(&mut site) = value;
            refused(&desk, site, field).await;
        }
    }
    for costs in [i64::MIN, -1, 0, i64::MAX] {
        let costs = MessageCosts {
            country: "NL".to_owned(),
            costs,
            currency: "EUR".to_owned(),
        };
        let site = Site {
            minimum_message_costs: vec![costs],
            ..vonk()
        };
        refused(&desk, site, "minimum_message_costs").await;
    }
    refused(
        &desk,
        Site {
            signups: i32::MIN,
            ..vonk()
        },
        "signups",
    )
    .await;
    refused(
        &desk,
        Site {
            countries: vec!["NL".to_owned(); 100_000],
            ..vonk()
        },
        "countries",
    )
    .await;
    assert_eq!(picture(&desk).await, before);
}

#[tokio::test]
async fn in_what_surrounds_a_site() {
    let desk = Desk::furnished().await;
    let before = picture(&desk).await;
    let good = PutSiteRequest {
        site: Some(vonk()),
        expected_version: 1,
        author: "operator".to_owned(),
        note: String::new(),
    };
    for value in hostile() {
        let author = PutSiteRequest {
            author: value.clone(),
            ..good.clone()
        };
        let note = PutSiteRequest {
            note: value,
            ..good.clone()
        };
        for (request, field) in [(author, "author"), (note, "note")] {
            let status = desk.operator().put_site(request).await.unwrap_err();
            assert_eq!(why(&status), ("value_invalid".to_owned(), field.to_owned()));
        }
    }
    let empty = PutSiteRequest {
        site: None,
        ..good.clone()
    };
    let status = desk.operator().put_site(empty).await.unwrap_err();
    assert_eq!(
        why(&status),
        ("value_invalid".to_owned(), "site".to_owned())
    );
    let anonymous = PutSiteRequest {
        author: String::new(),
        ..good
    };
    let status = desk.operator().put_site(anonymous).await.unwrap_err();
    assert_eq!(
        why(&status),
        ("value_invalid".to_owned(), "author".to_owned())
    );
    assert_eq!(picture(&desk).await, before);
}

#[tokio::test]
async fn in_every_field_of_a_company() {
    let desk = Desk::furnished().await;
    let before = picture(&desk).await;
    let spoils: [Spoil<Company>; 9] = [
        ("id", |company, value| company.id = value),
        ("name", |company, value| company.name = value),
        ("address", |company, value| company.address = value),
        ("kvk", |company, value| company.kvk = value),
        ("city", |company, value| company.city = value),
        ("country", |company, value| company.country = value),
        ("tradenames", |company, value| {
            company.tradenames.push(value);
        }),
        ("vat_numbers", |company, value| {
            company.vat_numbers.push(value);
        }),
        ("support_phone", |company, value| {
            company.support_phone = value;
        }),
    ];
    for value in hostile() {
        for (field, spoil) in spoils {
            let mut company = demo::company();
            spoil(&mut company, value.clone());
            let status = desk.put_company(company).await.unwrap_err();
            assert_eq!(why(&status), ("value_invalid".to_owned(), field.to_owned()));
        }
    }
    assert_eq!(picture(&desk).await, before);
}

#[tokio::test]
async fn in_every_field_of_a_page() {
    let desk = Desk::furnished().await;
    let before = picture(&desk).await;
    let spoils: [Spoil<Page>; 4] = [
        ("slug", |page, value| page.slug = value),
        ("language", |page, value| page.language = value),
        ("title", |page, value| page.title = value),
        ("markdown", |page, value| page.markdown = value),
    ];
    for value in hostile() {
        for (field, spoil) in spoils {
            let mut page = demo::pages().remove(0);
            spoil(&mut page, value.clone());
            let status = desk.put_page(demo::VONK, page).await.unwrap_err();
            assert_eq!(why(&status), ("value_invalid".to_owned(), field.to_owned()));
        }
    }
    assert_eq!(picture(&desk).await, before);
}

#[tokio::test]
async fn a_message_of_ten_megabytes_is_refused_before_it_is_read() {
    let desk = Desk::furnished().await;
    let before = picture(&desk).await;
    let huge = Site {
        description: "x".repeat(10 << 20),
        ..vonk()
    };
    let status = desk.put_site(huge, 1).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::OutOfRange);
    assert_eq!(picture(&desk).await, before);
}

#[tokio::test]
async fn sql_in_a_text_is_only_a_text() {
    let desk = Desk::furnished().await;
    let text = "'; drop table sites; -- $1 {{7*7}} ${7*7} %s";
    let site = Site {
        description: text.to_owned(),
        ..vonk()
    };
    desk.put_site(site, 1).await.unwrap();
    assert_eq!(desk.site(demo::VONK).await.unwrap().description, text);
}
