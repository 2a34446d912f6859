//! The services that notifications asks, and a mail server, for tests.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::allow_attributes,
    reason = "each test file uses a part of this"
)]

pub mod browser;
pub mod fakes;
pub mod money;
pub mod sink;
pub mod word;

use std::time::{Duration, Instant};

use kit::{MemberId, SiteId, testing::TestHost};
use proto::accounts::v1::{MailKind, MailRequested};
use uuid::Uuid;

/// The site of most tests.
pub const SITE: SiteId = SiteId::new(Uuid::from_u128(0x0189_0000_0000_7000_8000_0000_0000_0001));

/// A fresh id.
pub fn fresh() -> Uuid {
    kit::Chance::system().uuid(time::macros::datetime!(2026-03-02 12:00 UTC))
}

/// A fresh member.
pub fn member() -> MemberId {
    MemberId::new(fresh())
}

/// Accounts asks for a mail that it can prepare; answers the request's id.
pub async fn ask(host: &TestHost, member: MemberId, kind: MailKind) -> Uuid {
    let request = fresh();
    fakes::prepare(request, fakes::prepared(kind));
    ask_for(host, member, kind, request).await;
    request
}

/// Accounts asks for a mail, whatever it will then say of it.
pub async fn ask_for(host: &TestHost, member: MemberId, kind: MailKind, request: Uuid) {
    tell(
        host,
        &MailRequested {
            member_id: member.to_string(),
            site_id: SITE.to_string(),
            request_id: request.to_string(),
            kind: kind.into(),
        },
    )
    .await;
}

/// Accounts tells an event.
pub async fn tell<E: proto::Event>(host: &TestHost, event: &E) {
    tell_at_once(host, std::slice::from_ref(event)).await;
}

/// Accounts tells events that come together.
pub async fn tell_at_once<E: proto::Event>(host: &TestHost, events: &[E]) {
    let mut tx = host.db("accounts").begin().await.unwrap();
    for event in events {
        tx.emit(event).await.unwrap();
    }
    tx.commit().await.unwrap();
    host.settle().await;
}

/// Waits until something is so.
pub async fn eventually<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(
            start.elapsed() < Duration::from_mins(1),
            "never happened: {what}"
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// State and trouble of a mail job; none when there is no such job.
pub async fn state(host: &TestHost, request: Uuid) -> Option<(String, Option<String>)> {
    sqlx::query!(
        "select state, trouble from mail_jobs where request_id = $1",
        request
    )
    .fetch_optional(host.db("notifications").pool())
    .await
    .unwrap()
    .map(|row| (row.state, row.trouble))
}

/// Waits until so many tries of a mail are over and it waits for the next.
pub async fn tried(host: &TestHost, request: Uuid, tries: i32) {
    eventually(&format!("{tries} tries"), async || {
        sqlx::query_scalar!(
            "
            select attempts
            from   mail_jobs
            where  request_id = $1 and state = 'queued' and trouble is not null
            ",
            request,
        )
        .fetch_optional(host.db("notifications").pool())
        .await
        .unwrap()
        .filter(|attempts| *attempts == tries)
    })
    .await;
}

/// Waits until a mail job is in a state with a trouble.
pub async fn becomes(host: &TestHost, request: Uuid, wanted: &str, trouble: Option<&str>) {
    let wanted = Some((wanted.to_owned(), trouble.map(str::to_owned)));
    eventually(&format!("{wanted:?}"), async || {
        (state(host, request).await == wanted).then_some(())
    })
    .await;
}
