//! Sites: stored, found, changed over the version that was seen, and kept for the history.

use std::time::Duration;

use proto::settings::v1::{
    GetPageRequest, GetSiteByDomainRequest, ListSiteVersionsRequest, ListSitesRequest,
    PutCompanyRequest, PutPageRequest, PutSiteRequest, Site,
};
use settings::demo;
use tonic::Code;

use crate::desk::{Desk, Public, reason, site_id, somebody, vonk, why};

#[tokio::test]
async fn a_site_is_found_by_id_and_by_domain_as_it_was_put() {
    let desk = Desk::furnished().await;
    for site in demo::sites(8080) {
        let expected = Site { version: 1, ..site };
        assert_eq!(desk.site(&expected.id).await.unwrap(), expected);
        let request = GetSiteByDomainRequest {
            domain: expected.domain.clone(),
        };
        let found = desk
            .service("gateway")
            .get_site_by_domain(request)
            .await
            .unwrap();
        assert_eq!(found.into_inner().site, Some(expected));
    }
}

#[tokio::test]
async fn all_sites_are_listed_by_domain() {
    let desk = Desk::furnished().await;
    let listed = desk
        .service("gateway")
        .list_sites(ListSitesRequest {})
        .await
        .unwrap();
    let domains: Vec<_> = listed
        .into_inner()
        .sites
        .into_iter()
        .map(|site| site.domain)
        .collect();
    assert_eq!(domains, ["international.localhost", "localhost"]);
}

#[tokio::test]
async fn an_unknown_domain_has_no_site() {
    let desk = Desk::furnished().await;
    for domain in [
        "",
        "vonk.example",
        "LOCALHOST",
        "localhost:8080",
        "localhost.",
        "127.0.0.1",
        "' or domain is not null --",
        "localhost\0",
        "evil.example/localhost",
    ] {
        let request = GetSiteByDomainRequest {
            domain: domain.to_owned(),
        };
        let status = desk
            .service("gateway")
            .get_site_by_domain(request)
            .await
            .unwrap_err();
        assert_eq!(
            (status.code(), why(&status).0),
            (Code::NotFound, "site_unknown".to_owned())
        );
    }
}

#[tokio::test]
async fn a_site_changes_over_the_version_that_was_seen() {
    let desk = Desk::furnished().await;
    let changed = Site {
        min_age: 21,
        ..vonk()
    };
    let stored = desk.put_site(changed.clone(), 1).await.unwrap();
    assert_eq!(
        stored,
        Site {
            version: 2,
            ..changed
        }
    );
    assert_eq!(desk.site(demo::VONK).await.unwrap(), stored);
}

#[tokio::test]
async fn a_change_over_another_version_is_refused() {
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
    for expected in [0, 1, 3, -1, i64::MAX] {
        let late = Site {
            min_age: 30,
            ..vonk()
        };
        let status = desk.put_site(late, expected).await.unwrap_err();
        assert_eq!(status.code(), Code::Aborted);
        assert_eq!(why(&status).0, "version_conflict");
        assert_eq!(kit::fault::detail(&status, "version").as_deref(), Some("2"));
    }
    assert_eq!(desk.site(demo::VONK).await.unwrap().min_age, 21);
    assert_eq!(desk.told().await.len(), 3);
}

#[tokio::test]
async fn of_many_changes_at_once_one_is_stored() {
    let desk = Desk::furnished().await;
    let changes = (0..8).map(|offset| {
        desk.put_site(
            Site {
                min_age: 20 + offset,
                ..vonk()
            },
            1,
        )
    });
    let outcomes = futures::future::join_all(changes).await;
    let (stored, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!((stored.len(), refused.len()), (1, 7));
    assert!(
        refused
            .into_iter()
            .all(|outcome| reason(outcome) == "version_conflict")
    );
    assert_eq!(
        desk.site(demo::VONK).await.unwrap(),
        stored.into_iter().next().unwrap().unwrap()
    );
}

#[tokio::test]
async fn of_many_that_add_a_site_at_once_one_adds_it() {
    let desk = Desk::empty().await;
    desk.put_company(demo::company()).await.unwrap();
    let outcomes = futures::future::join_all((0..8).map(|_| desk.put_site(vonk(), 0))).await;
    let (stored, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!((stored.len(), refused.len()), (1, 7));
    assert!(
        refused
            .into_iter()
            .all(|outcome| reason(outcome) == "version_conflict")
    );
    assert_eq!(desk.told().await.len(), 1);
}

#[tokio::test]
async fn a_site_that_is_not_there_cannot_be_changed() {
    let desk = Desk::empty().await;
    desk.put_company(demo::company()).await.unwrap();
    assert_eq!(reason(desk.put_site(vonk(), 1).await), "site_unknown");
}

#[tokio::test]
async fn two_sites_do_not_share_a_domain() {
    let desk = Desk::furnished().await;
    let twin = Site {
        id: "01890000-0000-7000-8000-000000000003".to_owned(),
        ..vonk()
    };
    let status = desk.put_site(twin, 0).await.unwrap_err();
    assert_eq!(
        why(&status),
        ("value_invalid".to_owned(), "domain".to_owned())
    );
}

#[tokio::test]
async fn a_site_has_a_company() {
    let desk = Desk::empty().await;
    assert_eq!(reason(desk.put_site(vonk(), 0).await), "company_unknown");
    assert_eq!(reason(desk.site(demo::VONK).await), "site_unknown");
}

#[tokio::test]
async fn a_german_site_with_fictional_profiles_is_refused() {
    let desk = Desk::furnished().await;
    let spark = Site {
        fictional_enabled: true,
        ..demo::sites(8080).remove(1)
    };
    let status = desk.put_site(spark, 1).await.unwrap_err();
    assert_eq!(status.code(), Code::FailedPrecondition);
    assert_eq!(why(&status).0, "fictional_refused");
    let silent = Site {
        fictional_enabled: true,
        fictional_warning: String::new(),
        ..vonk()
    };
    assert_eq!(reason(desk.put_site(silent, 1).await), "fictional_refused");
    let honest = Site {
        fictional_enabled: true,
        ..vonk()
    };
    assert!(desk.put_site(honest, 1).await.unwrap().fictional_enabled);
}

#[tokio::test]
async fn the_history_tells_who_changed_what_when_and_why() {
    let desk = Desk::furnished().await;
    let began = desk.host.clock.now();
    desk.host.clock.advance(Duration::from_hours(1));
    let request = PutSiteRequest {
        site: Some(Site {
            min_age: 21,
            ..vonk()
        }),
        expected_version: 1,
        author: "Anna".to_owned(),
        note: "The supervisor asked for it.".to_owned(),
    };
    desk.operator().put_site(request).await.unwrap();

    let request = ListSiteVersionsRequest {
        site_id: demo::VONK.to_owned(),
    };
    let listed = desk
        .service("gateway")
        .list_site_versions(request)
        .await
        .unwrap();
    let versions = listed.into_inner().versions;
    let told: Vec<_> = versions
        .iter()
        .map(|version| {
            let site = version.site.as_ref().unwrap();
            let after = version.changed_at.unwrap().seconds - began.unix_timestamp();
            (
                version.version,
                version.author.as_str(),
                after,
                site.version,
                site.min_age,
            )
        })
        .collect();
    assert_eq!(told, [(2, "Anna", 3600, 2, 21), (1, "operator", 0, 1, 18)]);
    assert_eq!(versions[0].note, "The supervisor asked for it.");
}

#[tokio::test]
async fn the_history_is_never_rewritten() {
    let desk = Desk::furnished().await;
    let db = desk.host.db("settings");
    for statement in [
        "update site_versions set author = 'nobody'",
        "delete from site_versions",
    ] {
        let refused = sqlx::raw_sql(statement)
            .execute(db.pool())
            .await
            .unwrap_err();
        assert!(refused.to_string().contains("never changed"), "{refused}");
    }
}

#[tokio::test]
async fn only_services_ask_and_only_the_operator_changes() {
    let desk = Desk::furnished().await;
    let host = &desk.host;
    let site = site_id(demo::VONK);
    let people = [
        host.visitor("settings", site),
        host.member("settings", site, somebody()),
        host.service("settings", "mallory"),
    ];
    for transport in people {
        let mut client = crate::desk::Internal::new(transport);
        assert_eq!(
            reason(client.list_sites(ListSitesRequest {}).await),
            "not_allowed"
        );
        assert_eq!(
            reason(client.put_site(PutSiteRequest::default()).await),
            "not_allowed"
        );
    }
    let mut gateway = desk.service("gateway");
    assert_eq!(
        reason(gateway.put_site(PutSiteRequest::default()).await),
        "not_allowed"
    );
    assert_eq!(
        reason(gateway.put_company(PutCompanyRequest::default()).await),
        "not_allowed"
    );
    assert_eq!(
        reason(gateway.put_page(PutPageRequest::default()).await),
        "not_allowed"
    );

    let mut stranger = Public::new(host.bearing("settings", "forged"));
    assert_eq!(
        reason(stranger.get_page(GetPageRequest::default()).await),
        "identity_refused"
    );
}
