//! A change and its event happen together or not at all.

use proto::settings::v1::{Site, SiteChanged};
use settings::demo;
use tonic::Code;

use crate::desk::{Desk, reason, vonk};

#[tokio::test]
async fn each_change_is_told_once_and_in_order() {
    let desk = Desk::furnished().await;
    desk.put_site(
        Site {
            min_age: 21,
            ..vonk()
        },
        1,
    )
    .await
    .unwrap();
    desk.put_site(
        Site {
            min_age: 22,
            ..vonk()
        },
        2,
    )
    .await
    .unwrap();
    let told = desk.told().await;
    let vonk: Vec<_> = told
        .into_iter()
        .filter(|event| event.site_id == demo::VONK)
        .collect();
    let expected = [1, 2, 3].map(|version| SiteChanged {
        site_id: demo::VONK.to_owned(),
        domain: "localhost".to_owned(),
        version,
    });
    assert_eq!(vonk, expected);
}

#[tokio::test]
async fn what_is_not_committed_is_not_told() {
    let desk = Desk::furnished().await;
    let before = desk.told().await;
    // Fails at the very end: after the change and its event were written.
    sqlx::raw_sql(
        "
        create function fail() returns trigger language plpgsql as
            $$ begin raise exception 'power cut'; end $$;
        create constraint trigger fail after insert or update on sites
            deferrable initially deferred for each row execute function fail();
        create constraint trigger fail after insert on pages
            deferrable initially deferred for each row execute function fail();
        create constraint trigger fail after insert or update on companies
            deferrable initially deferred for each row execute function fail();
        ",
    )
    .execute(desk.host.db("settings").pool())
    .await
    .unwrap();

    let mut company = demo::company();
    company.city = "Nergens".to_owned();
    let failures = [
        desk.put_site(
            Site {
                min_age: 21,
                ..vonk()
            },
            1,
        )
        .await
        .map(drop),
        desk.put_page(demo::VONK, demo::pages().remove(0))
            .await
            .map(drop),
        desk.put_company(company).await.map(drop),
    ];
    for failure in failures {
        let status = failure.unwrap_err();
        assert_eq!(status.code(), Code::Internal);
        assert!(
            !format!("{status:?}").contains("power cut"),
            "internal text left the service"
        );
    }
    assert_eq!(desk.told().await, before);
    assert_eq!(desk.site(demo::VONK).await.unwrap().min_age, 18);
    assert_eq!(
        reason(desk.page(demo::VONK, "terms", "nl", 0).await),
        "page_unknown"
    );
}

#[tokio::test]
async fn what_cannot_be_told_is_not_changed() {
    let desk = Desk::furnished().await;
    sqlx::raw_sql("alter table outbox rename to lost")
        .execute(desk.host.db("settings").pool())
        .await
        .unwrap();
    let failed = desk
        .put_site(
            Site {
                min_age: 21,
                ..vonk()
            },
            1,
        )
        .await;
    assert_eq!(failed.unwrap_err().code(), Code::Internal);
    assert_eq!(desk.site(demo::VONK).await.unwrap().min_age, 18);
}
