//! Processes die in the middle of sign-ups; no acknowledged account and no mail is lost or doubled.

#![expect(
    clippy::disallowed_methods,
    reason = "the test looks into the databases from outside"
)]

use std::{collections::BTreeMap, time::Duration};

use crate::running::{Site, newcomer};
use proto::accounts::v1::SignUpResponse;

const SIGN_UP: &str = "vonk.accounts.v1.AccountsService/SignUp";
const PASSWORD: &str = "kaarslicht-op-zondag-88";
const ROUNDS: usize = 6;
/// Sign-ups that are on their way in each round.
const AT_ONCE: usize = 4;

/// Keeps trying until the site has said yes, as the browser does; answers how often it tried.
async fn sign_up_until_acknowledged(
    door: vonk::door::Door,
    email: String,
    name: String,
) -> (String, usize) {
    let request = newcomer(&email, PASSWORD, &name);
    for tries in 1.. {
        match door.call::<_, SignUpResponse>(SIGN_UP, &request).await {
            Ok(Ok(_)) => return (email, tries),
            Ok(Err(status)) => {
                let reason = kit::fault::reason(&status);
                assert!(
                    matches!(
                        status.code(),
                        tonic::Code::Unavailable
                            | tonic::Code::DeadlineExceeded
                            | tonic::Code::Internal
                            | tonic::Code::Unknown
                    ),
                    "{reason:?}"
                );
            }
            Err(_) => {}
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    unreachable!("it tries for ever")
}

async fn survives(mut site: Site) {
    let names = site.names();
    let mut tries = BTreeMap::new();
    for round in 0..ROUNDS {
        let mut signing_up = tokio::task::JoinSet::new();
        for index in 0..AT_ONCE {
            let email = format!("kill{round}x{index}@example.test");
            let name = format!("Kill {round} {index}");
            signing_up.spawn(sign_up_until_acknowledged(site.door(), email, name));
        }
        // Each round at another moment of the sign-up, and another process where there are many.
        tokio::time::sleep(Duration::from_millis(15 + 45 * round as u64)).await;
        let victim = names[round % names.len()];
        site.kill(victim);
        site.spawn(victim);
        site.wait_ready(victim).await;
        while let Some(done) = signing_up.join_next().await {
            let (email, count) = done.unwrap();
            tries.insert(email, count);
        }
    }

    let accounts = site.database("accounts").await;
    let count: i64 =
        sqlx::query_scalar("select count(*) from accounts where email like 'kill%@example.test'")
            .fetch_one(&accounts)
            .await
            .unwrap();
    assert_eq!(
        usize::try_from(count).unwrap(),
        tries.len(),
        "one account for each address"
    );

    let door = site.door();
    let mut activations = BTreeMap::new();
    for email in tries.keys() {
        door.mail(email, "activation").await.unwrap();
    }
    // What is still on its way would arrive now: wait until nothing waits any more.
    let (outbox, jobs) = (accounts, site.database("notifications").await);
    for _ in 0..400 {
        let waiting: i64 = sqlx::query_scalar("select count(*) from outbox")
            .fetch_one(&outbox)
            .await
            .unwrap();
        let unsent: i64 =
            sqlx::query_scalar("select count(*) from mail_jobs where state = 'queued'")
                .fetch_one(&jobs)
                .await
                .unwrap();
        if waiting + unsent == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for mail in door.mails().await.unwrap() {
        if mail.kind == "activation" {
            *activations.entry(mail.to).or_insert(0) += 1;
        }
    }
    for (email, tries) in tries {
        // A try whose answer got lost may have been heard: then the next one is told again.
        let mails = activations.get(&email).copied().unwrap_or(0);
        assert!(
            (1..=tries).contains(&mails),
            "{mails} activation mails to {email} in {tries} tries"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_loses_no_sign_up() {
    survives(Site::together().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_killed_process_among_many_loses_no_sign_up() {
    let Some(site) = Site::apart().await else {
        eprintln!("not run: VONK_TEST_KAFKA names no Kafka");
        return;
    };
    survives(site).await;
}
