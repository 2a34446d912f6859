//! A demonstration is filled once, by rules that hold for everybody, and nowhere else.

use std::collections::BTreeMap;

use crate::running::Site;

/// What the demonstration leaves in the databases.
const COUNTS: [(&str, &str); 8] = [
    ("accounts", "select count(*) from accounts"),
    ("accounts", "select count(*) from consents"),
    (
        "profiles",
        "select count(*) from profiles where region_id > 0 and about <> ''",
    ),
    ("profiles", "select sum(revision)::bigint from profiles"),
    ("profiles", "select count(*) from photos"),
    ("matching", "select count(*) from pairs"),
    ("chat", "select count(*) from messages"),
    ("chat", "select count(*) from conversations"),
];

#[expect(
    clippy::disallowed_methods,
    reason = "there is no one schema that a query of every database could be checked against"
)]
async fn count(site: &Site, service: &str, sql: &'static str) -> i64 {
    let database = site.database(service).await;
    sqlx::query_scalar(sql).fetch_one(&database).await.unwrap()
}

async fn counts(site: &Site) -> BTreeMap<&'static str, i64> {
    let mut all = BTreeMap::new();
    for (service, sql) in COUNTS {
        all.insert(sql, count(site, service, sql).await);
    }
    all
}

fn fill(site: &Site, members: &str) {
    let output = site.demo(&["--members", members], true);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let logins = String::from_utf8(output.stdout).unwrap();
    assert_eq!(logins.lines().count(), 2, "{logins}");
}

#[tokio::test]
async fn a_demonstration_is_filled_once() {
    let site = Site::together().await;
    fill(&site, "16");
    let few = counts(&site).await;
    fill(&site, "40");
    let more = counts(&site).await;
    for (what, number) in &few {
        assert!(more[what] > *number, "{what}: {number}, {}", more[what]);
    }
    // Two of them sign up at the door.
    assert_eq!(more[COUNTS[0].1], 42);
    assert_eq!(more[COUNTS[2].1], 42);
    fill(&site, "40");
    assert_eq!(counts(&site).await, more, "nothing twice");

    let unconfirmed = "select count(*) from accounts where status <> 'active'";
    assert_eq!(count(&site, "accounts", unconfirmed).await, 0);
    let written_to = "select count(distinct low) from conversations where last_sequence > 0";
    assert!(count(&site, "chat", written_to).await > 1);
    let paid = "select count(*) from messages where price > 0";
    assert_eq!(count(&site, "chat", paid).await, 0);
    // Nobody reads the mails of somebody who is made up.
    for mail in site.door().mails().await.unwrap() {
        let known = ["anna@demo.vonk.test", "bram@demo.vonk.test"];
        assert!(
            known.contains(&mail.to.as_str()),
            "{} to {}",
            mail.kind,
            mail.to
        );
    }
}

#[tokio::test]
async fn a_benchmark_is_filled_in_bulk_so_that_all_services_agree() {
    let site = Site::together().await;
    let bulk = ["--bulk", "--members", "3000"];
    for _ in 0..2 {
        let output = site.demo(&bulk, true);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        for (service, sql) in [
            (
                "accounts",
                "select count(*) from accounts where email like 'bulk-%'",
            ),
            (
                "profiles",
                "select count(*) from profiles where name like '% %'",
            ),
            (
                "matching",
                "select count(*) from members where active is not null",
            ),
        ] {
            let found = count(&site, service, sql).await;
            assert!((3_000..=3_002).contains(&found), "{service}: {found}");
        }
    }
    let counted = "select sum(n)::bigint from facet_month where region_id = 0";
    let there = "select count(*) from profile_search";
    let there = count(&site, "profiles", there).await;
    assert_eq!(count(&site, "profiles", counted).await, there);
    assert!((2_500..2_900).contains(&there), "{there}");
    let wrong = "select count(*) from profiles where bit_count(interests::bit(64)) > 12 \
                 or birth_date > current_date - interval '18 years'";
    assert_eq!(count(&site, "profiles", wrong).await, 0);
}

#[tokio::test]
async fn nothing_is_filled_where_there_is_no_demonstration() {
    let site = Site::together().await;
    // What the start set going has come to rest.
    let (holds, said) = site.check_invariants(30);
    assert!(holds, "{said}");
    let before = counts(&site).await;
    for arguments in [&["--members", "3"][..], &["--bulk", "--members", "3"]] {
        let output = site.demo(arguments, false);
        assert!(!output.status.success());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("this is no demonstration"), "{said}");
    }
    assert_eq!(counts(&site).await, before);
}
