//! What needs the inside of the service: processes that die, and several at once.

use std::{collections::HashMap, sync::Arc, time::Duration};

use kit::{Host, testing::TestHost};
use proto::{accounts::v1::MailKind, notifications::v1::MailSent};
use sqlx::{Connection as _, PgConnection};

use super::*;
use crate::{
    MIGRATOR, hear,
    letter::Desk,
    send_mails,
    store::mail_jobs::{MailRequestId, Request},
    support::{
        SITE, ask, ask_for, becomes, eventually, fakes,
        fakes::{FakeAccounts, FakeProfiles, FakeSettings},
        fresh, member,
        sink::Sink,
        tried,
    },
};

/// Notifications with so many senders, as if that many processes shared the database.
struct Senders<const COUNT: usize>;

impl<const COUNT: usize> kit::Service for Senders<COUNT> {
    const NAME: &'static str = "notifications";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let delivery = config.delivery(host.process().demo)?;
        let db = host.database(&MIGRATOR).await?;
        hear::hear_accounts(host, &db);
        let desk = Arc::new(Desk::open()?);
        for _ in 0..COUNT {
            send_mails(host, (&db, &config), &delivery, &desk)?;
        }
        Ok(())
    }
}

async fn host<const COUNT: usize>(sink: &Sink) -> TestHost {
    TestHost::with(&sink.settings(), async |host| {
        host.mount::<Senders<COUNT>>().await?;
        host.mount::<FakeAccounts>().await?;
        host.mount::<FakeProfiles>().await?;
        host.mount::<FakeSettings>().await
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_senders_send_each_mail_once() {
    const MAILS: usize = 60;
    let sink = Sink::open();
    sink.be_slow(Duration::from_millis(20));
    let host = host::<4>(&sink).await;
    let mut wanted = Vec::new();
    for _ in 0..MAILS {
        wanted.push(ask(&host, member(), MailKind::Activation).await);
    }
    eventually("all are sent", async || {
        (host.events::<MailSent>().len() >= MAILS).then_some(())
    })
    .await;
    // Long enough for a second sender to have tried the last one.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut copies: HashMap<String, usize> = HashMap::new();
    for taken in sink.taken() {
        let id = taken
            .message
            .split("Message-ID: <")
            .nth(1)
            .unwrap()
            .split('@')
            .next()
            .unwrap();
        *copies.entry(id.to_owned()).or_default() += 1;
    }
    assert_eq!(copies.len(), MAILS);
    for request in wanted {
        assert_eq!(copies.get(&request.to_string()), Some(&1), "{request}");
    }
    assert_eq!(host.events::<MailSent>().len(), MAILS);
    assert!(sink.busiest() > 1, "they worked at the same time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_that_take_at_once_take_different_mails() {
    let sink = Sink::open();
    let host = host::<0>(&sink).await;
    for _ in 0..40 {
        ask(&host, member(), MailKind::Activation).await;
    }
    let db = host.db("notifications");
    let now = host.clock.now();
    let lease_end = now + Duration::from_mins(2);
    let take = async || {
        let mut connection = db.pool().acquire().await.unwrap();
        mail_jobs::take(&mut connection, now, lease_end, 10)
            .await
            .unwrap()
    };
    let (one, two, three, four) = tokio::join!(take(), take(), take(), take());
    let mut ids: Vec<_> = [one, two, three, four]
        .into_iter()
        .flatten()
        .map(|job| job.request.id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(
        ids.len(),
        40,
        "no mail was taken twice, and none was left behind"
    );
    assert!(take().await.is_empty());
}

/// A mail that a process took just before it was killed.
async fn orphan(host: &TestHost, lease: Duration) -> Job {
    let id = fresh();
    fakes::prepare(id, fakes::prepared(MailKind::Activation));
    let request = Request {
        id: MailRequestId::new(id),
        member: member(),
        site: SITE,
        kind: Kind::Activation,
        about: None,
        other: None,
        told: None,
    };
    let now = host.clock.now();
    let mut tx = host.db("notifications").begin().await.unwrap();
    mail_jobs::insert(&mut tx, &request, now).await.unwrap();
    let taken = mail_jobs::take(&mut tx, now, now + lease, 1).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(taken.len(), 1);
    taken.into_iter().next().unwrap()
}

#[tokio::test]
async fn a_mail_whose_process_was_killed_is_sent_when_its_lease_ends() {
    let sink = Sink::open();
    let host = host::<1>(&sink).await;
    let lease = Config::default().lease();
    let job = orphan(&host, lease).await;

    host.clock.advance(lease.mul_f64(0.99));
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(sink.taken().is_empty(), "the lease was not respected");

    sink.be_slow(Duration::from_millis(300));
    host.clock.advance(lease.mul_f64(0.02));
    eventually("it is on its way", async || {
        (sink.busiest() == 1).then_some(())
    })
    .await;
    // The one believed dead comes back with an answer of its own: too late.
    let mut connection = host.db("notifications").pool().acquire().await.unwrap();
    let now = host.clock.now();
    let failed = Some("timeout");
    assert!(
        !mail_jobs::finish(&mut connection, &job, End::Failed, failed, now)
            .await
            .unwrap()
    );
    assert!(
        !mail_jobs::put_back(&mut connection, &job, "timeout", now)
            .await
            .unwrap()
    );

    eventually("it is told", async || {
        (host.events::<MailSent>().len() == 1).then_some(())
    })
    .await;
    assert_eq!(sink.taken().len(), 1);
}

#[tokio::test]
async fn a_mail_that_kills_every_process_is_given_up() {
    let sink = Sink::open();
    let host = host::<1>(&sink).await;
    let lease = Config::default().lease();
    let job = orphan(&host, lease).await;
    sqlx::query!(
        "update mail_jobs set attempts = 9 where request_id = $1",
        job.request.id as MailRequestId,
    )
    .execute(host.db("notifications").pool())
    .await
    .unwrap();
    host.clock.advance(lease + Duration::from_secs(1));
    becomes(&host, job.request.id.get(), "failed", Some("process_died")).await;
    assert!(sink.taken().is_empty());
}

/// Notifications whose layout cannot bear two names.
struct Defective;

impl kit::Service for Defective {
    const NAME: &'static str = "notifications";

    async fn mount(host: &mut Host) -> anyhow::Result<()> {
        let config: Config = host.config()?;
        let delivery = config.delivery(host.process().demo)?;
        let db = host.database(&MIGRATOR).await?;
        hear::hear_accounts(host, &db);
        let desk = Desk::open()?.defective(|greeting| {
            assert!(!greeting.contains("Paula"), "a defect");
            if greeting.contains("Frits") {
                let kind = minijinja::ErrorKind::InvalidOperation;
                return Err(minijinja::Error::new(kind, greeting));
            }
            Ok(String::new())
        })?;
        send_mails(host, (&db, &config), &delivery, &Arc::new(desk))
    }
}

#[tokio::test]
async fn a_mail_that_cannot_be_written_is_given_up_and_keeps_no_other() {
    let sink = Sink::open();
    let host = TestHost::with(&sink.settings(), async |host| {
        host.mount::<Defective>().await?;
        host.mount::<FakeAccounts>().await?;
        host.mount::<FakeProfiles>().await?;
        host.mount::<FakeSettings>().await
    })
    .await;
    let ask_as = async |name: &str| {
        let request = fresh();
        let mut prepared = fakes::prepared(MailKind::Activation);
        name.clone_into(&mut prepared.profile_name);
        fakes::prepare(request, prepared);
        ask_for(&host, member(), MailKind::Activation, request).await;
        request
    };
    let (panics, fails) = (ask_as("Paula").await, ask_as("Frits").await);
    for tries in 1..=8 {
        tried(&host, panics, tries).await;
        tried(&host, fails, tries).await;
        let other = ask_as("Anna").await;
        becomes(&host, other, "sent", None).await;
        host.clock.advance(Duration::from_hours(10));
    }
    becomes(&host, panics, "failed", Some("panicked")).await;
    becomes(&host, fails, "failed", Some("layout")).await;
    assert_eq!(sink.taken().len(), 8);
}

#[tokio::test]
async fn a_mail_of_a_later_release_waits_for_it() {
    let sink = Sink::open();
    let host = host::<1>(&sink).await;
    sqlx::query!(
        "
        insert into mail_jobs (request_id, member_id, site_id, kind, due_at, requested_at)
        values ($1, $1, $1, 'of_tomorrow', 'epoch', 'epoch')
        ",
        fresh(),
    )
    .execute(host.db("notifications").pool())
    .await
    .unwrap();
    let known = ask(&host, member(), MailKind::Activation).await;
    becomes(&host, known, "sent", None).await;
    let tries = sqlx::query_scalar!("select attempts from mail_jobs where kind = 'of_tomorrow'")
        .fetch_one(host.db("notifications").pool())
        .await;
    assert_eq!(tries.unwrap(), 0);
}

#[tokio::test]
async fn a_stop_waits_for_the_mail_in_hand() {
    let sink = Sink::open();
    sink.be_slow(Duration::from_millis(500));
    let host = host::<1>(&sink).await;
    ask(&host, member(), MailKind::Activation).await;
    eventually("it is on its way", async || {
        (sink.busiest() == 1).then_some(())
    })
    .await;
    let options = host.db("notifications").pool().connect_options();
    host.stop().await;
    // The service's own connections are closed by now.
    let mut connection = PgConnection::connect_with(&options).await.unwrap();
    let states = sqlx::query_scalar!("select state from mail_jobs")
        .fetch_all(&mut connection)
        .await;
    assert_eq!(states.unwrap(), ["sent"]);
    assert_eq!(sink.taken().len(), 1);
}
