//! Companies, and what their sites tell when one changes.

use std::time::Duration;

use proto::settings::v1::{Company, GetCompanyRequest, SiteChanged};
use settings::demo;

use crate::desk::{Desk, reason};

async fn get(desk: &Desk, id: &str) -> Result<Company, tonic::Status> {
    let request = GetCompanyRequest {
        company_id: id.to_owned(),
    };
    Ok(desk
        .service("gateway")
        .get_company(request)
        .await?
        .into_inner()
        .company
        .unwrap())
}

#[tokio::test]
async fn a_company_is_found_as_it_was_put() {
    let desk = Desk::furnished().await;
    assert_eq!(get(&desk, demo::COMPANY).await.unwrap(), demo::company());
    assert_eq!(reason(get(&desk, demo::VONK).await), "company_unknown");
    assert_eq!(reason(get(&desk, "' or 1=1 --").await), "value_invalid");
}

#[tokio::test]
async fn a_company_counts_from_when_it_was_stored_first_unless_it_says_otherwise() {
    let desk = Desk::empty().await;
    let silent = Company {
        added: None,
        ..demo::company()
    };
    let first = desk.put_company(silent.clone()).await.unwrap();
    assert_eq!(
        first.added.unwrap().seconds,
        desk.host.clock.now().unix_timestamp()
    );
    desk.host.clock.advance(Duration::from_hours(24));
    let moved = desk
        .put_company(Company {
            city: "Utrecht".to_owned(),
            ..silent
        })
        .await
        .unwrap();
    assert_eq!(moved.added, first.added);
}

#[tokio::test]
async fn each_site_of_a_changed_company_tells_it_once() {
    let desk = Desk::furnished().await;
    let before = desk.told().await.len();
    let moved = Company {
        city: "3500 AA Utrecht".to_owned(),
        ..demo::company()
    };
    desk.put_company(moved.clone()).await.unwrap();
    // A retry of the same is no change.
    desk.put_company(moved).await.unwrap();
    let told = desk.told().await.split_off(before);
    let expected = [
        (demo::VONK, "localhost"),
        (demo::SPARK, "international.localhost"),
    ]
    .map(|(id, domain)| SiteChanged {
        site_id: id.to_owned(),
        domain: domain.to_owned(),
        version: 1,
    });
    assert_eq!(told, expected);
}

#[tokio::test]
async fn changes_of_a_company_and_of_its_sites_do_not_wait_for_each_other_for_ever() {
    let desk = Desk::furnished().await;
    let companies = (0..6).map(|n| {
        desk.put_company(Company {
            city: n.to_string(),
            ..demo::company()
        })
    });
    let pages = demo::pages()
        .into_iter()
        .take(6)
        .map(|page| desk.put_page(demo::SPARK, page));
    let (companies, pages) = futures::join!(
        futures::future::join_all(companies),
        futures::future::join_all(pages)
    );
    assert!(companies.iter().all(Result::is_ok), "{companies:?}");
    assert!(pages.iter().all(Result::is_ok), "{pages:?}");
    assert_eq!(desk.told().await.len(), 2 + 6 * 2 + 6);
}
