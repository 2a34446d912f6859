//! Pages: each version stays, the newest in force is read.

use std::time::Duration;

use prost_types::Timestamp;
use proto::settings::v1::{Company, GetPageRequest, Page, PutPageRequest};
use settings::demo;
use time::macros::datetime;

use crate::desk::{Desk, Internal, Public, reason, why};

fn page(slug: &str, language: &str, markdown: &str) -> Page {
    Page {
        slug: slug.to_owned(),
        language: language.to_owned(),
        title: "Een titel".to_owned(),
        markdown: markdown.to_owned(),
        ..Page::default()
    }
}

fn stamp(moment: time::OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: moment.unix_timestamp(),
        nanos: 0,
    }
}

#[tokio::test]
async fn a_new_version_is_read_and_the_old_one_stays_as_it_was() {
    let desk = Desk::furnished().await;
    let first = desk
        .put_page(demo::VONK, page("faq", "nl", "Eerst."))
        .await
        .unwrap();
    let second = desk
        .put_page(demo::VONK, page("faq", "nl", "Later."))
        .await
        .unwrap();
    assert_eq!((first.version, second.version), (1, 2));
    assert_eq!(desk.page(demo::VONK, "faq", "nl", 0).await.unwrap(), second);
    assert_eq!(desk.page(demo::VONK, "faq", "nl", 1).await.unwrap(), first);
    assert_eq!(
        reason(desk.page(demo::VONK, "faq", "nl", 3).await),
        "page_unknown"
    );
}

#[tokio::test]
async fn a_version_is_never_rewritten() {
    let desk = Desk::furnished().await;
    desk.put_page(demo::VONK, page("faq", "nl", "Eerst."))
        .await
        .unwrap();
    let taken = Page {
        version: 1,
        ..page("faq", "nl", "Anders.")
    };
    assert_eq!(
        reason(desk.put_page(demo::VONK, taken).await),
        "version_conflict"
    );
    let skipping = Page {
        version: 3,
        ..page("faq", "nl", "Anders.")
    };
    assert_eq!(
        reason(desk.put_page(demo::VONK, skipping).await),
        "version_conflict"
    );
    let db = desk.host.db("settings");
    for statement in ["update pages set markdown = 'Anders.'", "delete from pages"] {
        let refused = sqlx::raw_sql(statement)
            .execute(db.pool())
            .await
            .unwrap_err();
        assert!(refused.to_string().contains("never changed"), "{refused}");
    }
    assert_eq!(
        desk.page(demo::VONK, "faq", "nl", 1)
            .await
            .unwrap()
            .markdown,
        "Eerst."
    );
}

#[tokio::test]
async fn the_same_text_again_adds_no_version_and_tells_nothing() {
    let desk = Desk::furnished().await;
    let before = desk.told().await.len();
    let first = desk
        .put_page(demo::VONK, page("faq", "nl", "Eerst."))
        .await
        .unwrap();
    desk.host.clock.advance(Duration::from_hours(1));
    let again = desk
        .put_page(demo::VONK, page("faq", "nl", "Eerst."))
        .await
        .unwrap();
    assert_eq!(again, first);
    assert_eq!(desk.told().await.len(), before + 1);
}

#[tokio::test]
async fn terms_said_to_be_older_than_the_company_are_repeated_like_any_text() {
    let desk = Desk::furnished().await;
    let early = Page {
        valid_from: Some(stamp(datetime!(2020-01-01 0:00 UTC))),
        ..page("terms", "nl", "Afspraken.")
    };
    let first = desk.put_page(demo::VONK, early.clone()).await.unwrap();
    assert_eq!(desk.put_page(demo::VONK, early).await.unwrap(), first);
}

#[tokio::test]
async fn versions_added_at_once_count_one_after_the_other() {
    let desk = Desk::furnished().await;
    let before = desk.told().await.len();
    let texts: Vec<_> = (0..8)
        .map(|n| page("faq", "nl", &format!("Tekst {n}.")))
        .collect();
    let added = texts
        .into_iter()
        .map(|text| desk.put_page(demo::VONK, text));
    let mut versions: Vec<_> = futures::future::join_all(added)
        .await
        .into_iter()
        .map(|outcome| outcome.unwrap().version)
        .collect();
    versions.sort_unstable();
    assert_eq!(versions, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(desk.told().await.len(), before + 8);
}

#[tokio::test]
async fn a_missing_language_is_answered_in_the_default_one() {
    let desk = Desk::furnished().await;
    desk.put_page(demo::SPARK, page("faq", "en", "English."))
        .await
        .unwrap();
    desk.put_page(demo::SPARK, page("faq", "pl", "Po polsku."))
        .await
        .unwrap();
    for (asked, answered) in [
        ("pl", "pl"),
        ("en", "en"),
        ("sv", "en"),
        ("pt", "en"),
        ("", "en"),
    ] {
        let page = desk.page(demo::SPARK, "faq", asked, 0).await.unwrap();
        assert_eq!(page.language, answered, "asked for {asked:?}");
    }
}

#[tokio::test]
async fn a_version_is_read_from_the_day_it_comes_into_force() {
    let desk = Desk::furnished().await;
    let tomorrow = desk.host.clock.now() + Duration::from_hours(24);
    desk.put_page(demo::VONK, page("privacy", "nl", "Nu."))
        .await
        .unwrap();
    let coming = Page {
        valid_from: Some(stamp(tomorrow)),
        ..page("privacy", "nl", "Morgen.")
    };
    desk.put_page(demo::VONK, coming).await.unwrap();
    assert_eq!(
        desk.page(demo::VONK, "privacy", "nl", 0)
            .await
            .unwrap()
            .markdown,
        "Nu."
    );
    assert_eq!(
        reason(desk.page(demo::VONK, "privacy", "nl", 2).await),
        "page_unknown"
    );
    desk.host.clock.advance(Duration::from_hours(24));
    assert_eq!(
        desk.page(demo::VONK, "privacy", "nl", 0)
            .await
            .unwrap()
            .markdown,
        "Morgen."
    );
}

#[tokio::test]
async fn the_terms_count_from_the_terms_date_or_from_a_later_company() {
    let desk = Desk::furnished().await;
    let terms = desk
        .put_page(demo::VONK, page("terms", "nl", "Afspraken."))
        .await
        .unwrap();
    assert_eq!(
        terms.valid_from,
        Some(stamp(datetime!(2023-12-01 12:00 UTC)))
    );

    let young = datetime!(2026-01-15 8:30 UTC);
    desk.put_company(Company {
        added: Some(stamp(young)),
        ..demo::company()
    })
    .await
    .unwrap();
    let terms = desk
        .put_page(demo::SPARK, page("terms", "en", "Promises."))
        .await
        .unwrap();
    assert_eq!(terms.valid_from, Some(stamp(young)));
    let early = Page {
        valid_from: Some(stamp(datetime!(2020-01-01 0:00 UTC))),
        ..page("terms", "pl", "Umowa.")
    };
    assert_eq!(
        desk.put_page(demo::SPARK, early).await.unwrap().valid_from,
        Some(stamp(young))
    );
}

#[tokio::test]
async fn a_page_belongs_to_its_site() {
    let desk = Desk::furnished().await;
    desk.put_page(demo::VONK, page("faq", "nl", "Van Vonk."))
        .await
        .unwrap();
    assert_eq!(
        reason(desk.page(demo::SPARK, "faq", "nl", 0).await),
        "page_unknown"
    );
    assert_eq!(
        reason(desk.put_page(demo::COMPANY, page("faq", "nl", "?")).await),
        "site_unknown"
    );
}

#[tokio::test]
async fn a_service_is_no_visitor_and_a_visitor_is_no_service() {
    let desk = Desk::furnished().await;
    let mut service = Public::new(desk.host.service("settings", "gateway"));
    assert_eq!(
        reason(service.get_page(GetPageRequest::default()).await),
        "site_unknown"
    );
    let mut visitor = Internal::new(
        desk.host
            .visitor("settings", crate::desk::site_id(demo::VONK)),
    );
    assert_eq!(
        reason(visitor.put_page(PutPageRequest::default()).await),
        "not_allowed"
    );
}

#[tokio::test]
async fn a_reader_who_asks_nonsense_is_told_which() {
    let desk = Desk::furnished().await;
    for (slug, language, version, field) in [
        ("../terms", "nl", 0, "slug"),
        ("terms\0", "nl", 0, "slug"),
        ("", "nl", 0, "slug"),
        ("terms", "nl' or 1=1 --", 0, "language"),
        ("terms", "NL", 0, "language"),
        ("terms", "\0\0", 0, "language"),
        ("terms", "nl", u32::MAX, "version"),
    ] {
        let status = desk
            .page(demo::VONK, slug, language, version)
            .await
            .unwrap_err();
        assert_eq!(why(&status), ("value_invalid".to_owned(), field.to_owned()));
    }
}

#[tokio::test]
async fn the_demo_has_all_seven_pages_in_all_eleven_languages() {
    let desk = Desk::furnished().await;
    for page in demo::pages() {
        desk.put_page(demo::SPARK, page).await.unwrap();
    }
    let mut read = 0;
    for language in [
        "da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv",
    ] {
        for slug in [
            "terms",
            "privacy",
            "cookies",
            "ban",
            "return-policy",
            "faq",
            "service",
        ] {
            let page = desk.page(demo::SPARK, slug, language, 0).await.unwrap();
            assert_eq!(
                (page.language.as_str(), page.slug.as_str()),
                (language, slug)
            );
            assert!(
                !page.title.is_empty() && !page.title.starts_with('#'),
                "{language}/{slug}"
            );
            assert!(page.markdown.len() > 500, "{language}/{slug}");
            read += 1;
        }
    }
    assert_eq!(read, 77);
}
