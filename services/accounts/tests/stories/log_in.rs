use std::time::Duration as StdDuration;

use tonic::Status;

use crate::stage::*;

const WRONG: &str = "wrong-anchor-violin-92";

fn minutes(status: &Status) -> String {
    kit::fault::detail(status, "minutes").unwrap_or_else(|| reason(status))
}

async fn five_wrong(stage: &Stage, email: &str, device: &str) {
    for _ in 0..5 {
        let outcome = stage.log_in_from(DUTCH, email, WRONG, device).await;
        assert_eq!(refusal(outcome), "login_failed");
    }
}

#[tokio::test]
async fn a_stranger_is_blocked_while_the_known_device_gets_in() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let home = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();

    five_wrong(&stage, ANNA, "").await;
    // Even the right password does not help the stranger now.
    let blocked = stage.log_in(DUTCH, ANNA, PASSWORD).await.err().unwrap();
    assert_eq!(
        (reason(&blocked).as_str(), minutes(&blocked).as_str()),
        ("login_blocked", "15")
    );
    // A made-up device is a stranger as well.
    let made_up = stage
        .log_in_from(DUTCH, ANNA, PASSWORD, &"A".repeat(43))
        .await;
    assert_eq!(refusal(made_up), "login_blocked");

    let again = stage
        .log_in_from(DUTCH, ANNA, PASSWORD, &home.device)
        .await
        .unwrap();
    assert_eq!(again.device, home.device, "a known device keeps its token");
    // That the owner got in opens no door for the stranger.
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, PASSWORD).await),
        "login_blocked"
    );
}

#[tokio::test]
async fn a_known_device_has_five_tries_of_its_own() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let home = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    five_wrong(&stage, ANNA, &home.device).await;
    let blocked = stage.log_in_from(DUTCH, ANNA, PASSWORD, &home.device).await;
    assert_eq!(refusal(blocked), "login_blocked");
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn blocks_double_up_to_a_day() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    for expected in [15, 30, 60, 120, 240, 480, 960, 1440, 1440] {
        five_wrong(&stage, ANNA, "").await;
        let blocked = stage.log_in(DUTCH, ANNA, PASSWORD).await.err().unwrap();
        assert_eq!(minutes(&blocked), expected.to_string());
        stage.advance(time::Duration::minutes(expected));
    }
    // And then it is over.
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn an_unknown_address_is_answered_alike() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let mut answers = Vec::new();
    for email in [ANNA, "nobody@example.com"] {
        let mut seen = Vec::new();
        for minute in [0, 0, 0, 0, 0, 1, 10, 20, 0, 0, 0, 0, 0] {
            stage.advance(time::Duration::minutes(minute));
            let status = stage.log_in(DUTCH, email, WRONG).await.err().unwrap();
            let details = kit::fault::detail(&status, "minutes");
            seen.push((
                status.code(),
                status.message().to_owned(),
                reason(&status),
                details,
            ));
        }
        answers.push(seen);
    }
    assert_eq!(answers[0], answers[1]);
    assert!(
        answers[0]
            .iter()
            .any(|(_, _, reason, _)| reason == "login_blocked")
    );
}

#[tokio::test]
async fn the_right_password_forgets_the_wrong_ones() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    for _ in 0..3 {
        for _ in 0..4 {
            assert_eq!(
                refusal(stage.log_in(DUTCH, ANNA, WRONG).await),
                "login_failed"
            );
        }
        stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    }
}

#[tokio::test]
async fn thirty_guesses_at_once_are_five_guesses() {
    let stage = std::sync::Arc::new(Stage::set().await);
    stage.join(DUTCH, ANNA).await;
    let mut guesses = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let stage = std::sync::Arc::clone(&stage);
        guesses.spawn(async move { refusal(stage.log_in(DUTCH, ANNA, WRONG).await) });
    }
    let answers = guesses.join_all().await;
    assert_eq!(
        answers
            .iter()
            .filter(|answer| *answer == "login_failed")
            .count(),
        5
    );
    assert_eq!(
        answers
            .iter()
            .filter(|answer| *answer == "login_blocked")
            .count(),
        25
    );
}

#[tokio::test]
async fn an_attempt_that_found_no_place_is_not_counted() {
    let settings = format!("{CHEAP}at_once = 1\nwaiting = 0\n[accounts.throttle]\nattempts = 100");
    let stage = std::sync::Arc::new(Stage::with(&settings).await);
    stage.join(DUTCH, ANNA).await;
    let mut logins = tokio::task::JoinSet::new();
    for _ in 0..30 {
        let stage = std::sync::Arc::clone(&stage);
        logins.spawn(async move { refusal(stage.log_in(DUTCH, ANNA, WRONG).await) });
    }
    let answers = logins.join_all().await;
    let of = |word: &str| answers.iter().filter(|answer| *answer == word).count();
    let (busy, judged) = (of("busy"), of("login_failed"));
    assert!(busy > 0 && busy + judged == 30, "{answers:?}");
    let db = stage.host.db("accounts");
    let counted = sqlx::query_scalar!(r#"select cardinality(recent) as "counted!" from throttles"#)
        .fetch_one(db.pool())
        .await
        .unwrap();
    assert_eq!(usize::try_from(counted).unwrap(), judged);
}

#[tokio::test]
async fn one_browser_may_serve_two_accounts() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.join(DUTCH, "bo@example.com").await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let bo = stage
        .log_in_from(DUTCH, "bo@example.com", PASSWORD, &anna.device)
        .await
        .unwrap();
    assert_eq!(anna.device, bo.device);
    // A token that we never gave is replaced: nobody plants one in another's browser.
    let planted = "A".repeat(43);
    let fresh = stage
        .log_in_from(DUTCH, ANNA, PASSWORD, &planted)
        .await
        .unwrap();
    assert_ne!(fresh.device, planted);
}

#[tokio::test]
async fn a_device_known_to_one_account_is_a_stranger_to_another() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.join(DUTCH, "mallory@example.com").await;
    let mallory = stage
        .log_in(DUTCH, "mallory@example.com", PASSWORD)
        .await
        .unwrap();
    five_wrong(&stage, ANNA, "").await;
    let outcome = stage
        .log_in_from(DUTCH, ANNA, PASSWORD, &mallory.device)
        .await;
    assert_eq!(refusal(outcome), "login_blocked");
}

#[tokio::test]
async fn a_login_lasts_thirty_days() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.advance(time::Duration::days(30) - time::Duration::SECOND);
    assert!(stage.is_in(DUTCH, &browser).await);
    stage.advance(time::Duration::SECOND);
    assert!(!stage.is_in(DUTCH, &browser).await);
}

#[tokio::test]
async fn a_weak_hash_is_replaced_at_login() {
    let stage = Stage::with("").await;
    stage.join(DUTCH, ANNA).await;
    let db = stage.host.db("accounts");
    let weak = argon2::Argon2::new(
        argon2::Algorithm::Argon2id,
        argon2::Version::V0x13,
        argon2::Params::new(64, 1, 1, None).unwrap(),
    );
    let weak = argon2::PasswordHasher::hash_password_with_salt(
        &weak,
        PASSWORD.as_bytes(),
        b"sixteen byte salt",
    );
    let weak = weak.unwrap().to_string();
    sqlx::query!("update accounts set password_hash = $1", weak)
        .execute(db.pool())
        .await
        .unwrap();

    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, WRONG).await),
        "login_failed"
    );
    let hash = async || {
        sqlx::query_scalar!("select password_hash from accounts")
            .fetch_one(db.pool())
            .await
            .unwrap()
    };
    assert_eq!(hash().await, weak, "a wrong password renews nothing");
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let renewed = hash().await;
    assert!(
        renewed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{renewed}"
    );
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    assert_eq!(hash().await, renewed, "a strong one stays");
}

#[tokio::test]
async fn old_counts_and_sessions_are_dropped() {
    let settings = format!("{CHEAP}\n[accounts]\npurge_every_seconds = 1\nerase_every_seconds = 1");
    let stage = Stage::with(&settings).await;
    stage.join(DUTCH, ANNA).await;
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let _ = stage.log_in(DUTCH, ANNA, WRONG).await;
    let _ = stage.log_in(DUTCH, "nobody@example.com", WRONG).await;
    stage.sign_up(DUTCH, ANNA).await;
    stage.advance(time::Duration::days(401));
    let left = tokio::time::timeout(StdDuration::from_secs(20), async {
        loop {
            let left: Vec<String> = (stage.rows().await.into_iter())
                .filter_map(|(table, rows)| (rows > 0).then_some(table))
                .collect();
            if left.len() == 2 {
                return left;
            }
            tokio::time::sleep(StdDuration::from_millis(50)).await;
        }
    });
    assert_eq!(
        left.await.expect("the purge runs"),
        ["accounts", "consents"]
    );
}
