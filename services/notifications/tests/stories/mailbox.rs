//! A demonstration keeps its mails and shows them on this machine.

use std::time::Duration;

use kit::testing::TestHost;
use proto::accounts::v1::{AccountErased, MailKind};
use reqwest::header::{CONTENT_SECURITY_POLICY, HOST};
use serde_json::Value;

use crate::support::{
    SITE, ask, ask_for, becomes, eventually, fakes, fresh, member, sink::Sink, tell,
};

/// A demonstration, and where its mailbox is.
async fn demonstration() -> (TestHost, String) {
    let address = Sink::nowhere();
    let settings = format!(
        "demo = true\n[notifications]\nmailbox_listen = \"{address}\"\nlook_milliseconds = 20\n"
    );
    let host = crate::host(&settings).await;
    eventually("the page is up", async || {
        tokio::net::TcpStream::connect(address).await.ok().map(drop)
    })
    .await;
    (host, format!("http://{address}"))
}

async fn json(url: &str) -> Vec<Value> {
    reqwest::get(url).await.unwrap().json().await.unwrap()
}

#[tokio::test]
async fn mails_are_kept_the_newest_first() {
    let (host, mailbox) = demonstration().await;
    let first = ask(&host, member(), MailKind::Activation).await;
    becomes(&host, first, "sent", None).await;
    host.clock.advance(Duration::from_mins(1));
    let second = fresh();
    let mut prepared = fakes::prepared(MailKind::PasswordReset);
    prepared.email = "Bob@Example.org".to_owned();
    fakes::prepare(second, prepared);
    ask_for(&host, member(), MailKind::PasswordReset, second).await;
    becomes(&host, second, "sent", None).await;

    let mails = json(&format!("{mailbox}/messages.json")).await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0]["id"], second.to_string());
    assert_eq!(mails[0]["kind"], "password_reset");
    assert_eq!(mails[0]["to"], "Bob@Example.org");
    assert_eq!(mails[0]["received_at"], "2026-03-02T12:01:00Z");
    assert_eq!(mails[1]["subject"], "Bevestig je e-mailadres voor Team V");
    let link = "http://localhost:8080/activate?token=t0ken-t0ken";
    assert!(mails[1]["text"].as_str().unwrap().contains(link));
    assert!(mails[1]["html"].as_str().unwrap().contains(link));
    assert_eq!(
        mails[1]["headers"]["Message-ID"],
        format!("<{first}@localhost>")
    );
    assert_eq!(
        mails[1]["headers"]["From"],
        "\"Team V\" <post@vonk.example>"
    );
    assert_eq!(mails[1]["headers"]["Auto-Submitted"], "auto-generated");

    let bobs = json(&format!("{mailbox}/messages.json?to=bob@example.org")).await;
    assert_eq!(bobs.len(), 1);
    assert_eq!(bobs[0]["id"], second.to_string());
    assert!(
        json(&format!("{mailbox}/messages.json?to=nobody@example.org"))
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn a_mail_is_shown_where_it_can_do_nothing() {
    let (host, mailbox) = demonstration().await;
    let request = fresh();
    let mut prepared = fakes::prepared(MailKind::Activation);
    prepared.profile_name = "<script>alert(1)</script>".to_owned();
    prepared.email = "anna@example.org".to_owned();
    fakes::prepare(request, prepared);
    ask_for(&host, member(), MailKind::Activation, request).await;
    becomes(&host, request, "sent", None).await;

    let list = reqwest::get(&mailbox).await.unwrap();
    let policy = list.headers()[CONTENT_SECURITY_POLICY]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("script-src"));
    let list = list.text().await.unwrap();
    assert!(list.contains("2026-03-02 12:00:00 UTC"));
    assert!(list.contains(&format!("/messages/{request}")) && list.contains("anna@example.org"));

    let page = reqwest::get(format!("{mailbox}/messages/{request}"))
        .await
        .unwrap();
    let page = page.text().await.unwrap();
    assert!(page.contains("<iframe") && page.contains("sandbox=\"allow-popups"));
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
    assert!(page.contains("Auto-Submitted"));

    let body = reqwest::get(format!("{mailbox}/messages/{request}/body"))
        .await
        .unwrap();
    let policy = body.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap();
    assert!(policy.starts_with("sandbox ") && policy.contains("default-src 'none'"));
    assert!(!policy.contains("allow-scripts") && !policy.contains("allow-same-origin"));
    assert!(!body.text().await.unwrap().contains("<script"));

    let missing = format!("{mailbox}/messages/{}", fresh());
    assert_eq!(reqwest::get(missing).await.unwrap().status(), 404);
    let nonsense = format!("{mailbox}/messages/nonsense");
    assert_eq!(reqwest::get(nonsense).await.unwrap().status(), 400);
}

#[tokio::test]
async fn a_foreign_name_for_this_machine_is_not_answered() {
    let (_host, mailbox) = demonstration().await;
    let ask = |name: &'static str| {
        reqwest::Client::new()
            .get(format!("{mailbox}/messages.json"))
            .header(HOST, name)
            .send()
    };
    assert_eq!(ask("localhost:8025").await.unwrap().status(), 200);
    assert_eq!(ask("evil.example").await.unwrap().status(), 421);
}

#[tokio::test]
async fn an_erased_member_leaves_the_mailbox_too() {
    let (host, mailbox) = demonstration().await;
    let anna = member();
    let request = ask(&host, anna, MailKind::Activation).await;
    becomes(&host, request, "sent", None).await;
    tell(
        &host,
        &AccountErased {
            member_id: anna.to_string(),
            site_id: SITE.to_string(),
        },
    )
    .await;
    assert!(json(&format!("{mailbox}/messages.json")).await.is_empty());
}
