use proto::accounts::v1::*;
use tonic::Status;

use crate::stage::*;

async fn change(stage: &Stage, browser: &Browser, old: &str, new: &str) -> Result<(), Status> {
    let request = ChangePasswordRequest {
        old_password: old.to_owned(),
        new_password: new.to_owned(),
    };
    stage
        .browser(DUTCH, browser)
        .change_password(request)
        .await
        .map(|_| ())
}

#[tokio::test]
async fn a_reset_lets_the_owner_in_and_everybody_else_out() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let thief = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let token = stage.mailed(MailKind::PasswordReset).await.token;
    stage
        .resets_password(DUTCH, &token, OTHER_PASSWORD)
        .await
        .unwrap();

    assert!(!stage.is_in(DUTCH, &thief).await);
    stage.host.settle().await;
    let ended = stage.host.events::<SessionsEnded>();
    assert!(
        ended.last().unwrap().session_ids.is_empty(),
        "empty means all"
    );
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, PASSWORD).await),
        "login_failed"
    );
    stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await.unwrap();
    // The thief's device is a stranger again.
    for _ in 0..5 {
        let _ = stage.log_in(DUTCH, ANNA, PASSWORD).await;
    }
    let outcome = stage
        .log_in_from(DUTCH, ANNA, OTHER_PASSWORD, &thief.device)
        .await;
    assert_eq!(refusal(outcome), "login_blocked");
}

#[tokio::test]
async fn a_reset_link_works_once_and_for_half_an_hour() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let request = stage.requests(MailKind::PasswordReset).await.remove(0);
    // Late mails still carry a full half hour.
    stage.advance(time::Duration::hours(2));
    let token = stage.prepare(&request).await.unwrap().token;
    let other = stage.prepare(&request).await.unwrap().token;
    stage.advance(time::Duration::minutes(30));
    assert_eq!(
        refusal(stage.resets_password(DUTCH, &token, OTHER_PASSWORD).await),
        "link_invalid"
    );
    let token = stage.prepare(&request).await.unwrap().token;
    stage.advance(time::Duration::minutes(30) - time::Duration::SECOND);
    // A refused password does not use the link up.
    assert_eq!(
        refusal(
            stage
                .resets_password(DUTCH, &token, "passwordpassword")
                .await
        ),
        "password_guessable"
    );
    stage
        .resets_password(DUTCH, &token, OTHER_PASSWORD)
        .await
        .unwrap();
    for spent in [&token, &other] {
        assert_eq!(
            refusal(stage.resets_password(DUTCH, spent, PASSWORD).await),
            "link_invalid"
        );
    }
    assert_eq!(refusal(stage.prepare(&request).await), "mail_obsolete");
}

#[tokio::test]
async fn two_resets_with_one_link_are_one_reset() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let token = stage.mailed(MailKind::PasswordReset).await.token;
    let third = "quartz Sunday 71 harbour";
    let (one, two) = tokio::join!(
        stage.resets_password(DUTCH, &token, OTHER_PASSWORD),
        stage.resets_password(DUTCH, &token, third),
    );
    assert!(one.is_ok() != two.is_ok());
    let valid = if one.is_ok() { OTHER_PASSWORD } else { third };
    stage.log_in(DUTCH, ANNA, valid).await.unwrap();
}

#[tokio::test]
async fn three_reset_mails_a_day() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    for email in [ANNA, "nobody@example.com"] {
        for _ in 0..3 {
            stage.forgets_password(DUTCH, email).await.unwrap();
        }
        assert_eq!(
            refusal(stage.forgets_password(DUTCH, email).await),
            "too_many_mails"
        );
    }
    stage.advance(time::Duration::DAY);
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
}

#[tokio::test]
async fn a_reset_proves_the_address_of_an_unconfirmed_account() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let token = stage.mailed(MailKind::PasswordReset).await.token;
    stage
        .resets_password(DUTCH, &token, OTHER_PASSWORD)
        .await
        .unwrap();
    let browser = stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await.unwrap();
    let account = stage.authenticate(DUTCH, &browser.session).await.unwrap();
    assert_eq!(account.status(), AccountStatus::Active);
    stage.host.settle().await;
    assert_eq!(stage.host.events::<AccountActivated>().len(), 1);
}

#[tokio::test]
async fn a_reset_lifts_the_block_that_strangers_caused() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    for _ in 0..6 {
        let _ = stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await;
    }
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let token = stage.mailed(MailKind::PasswordReset).await.token;
    stage
        .resets_password(DUTCH, &token, OTHER_PASSWORD)
        .await
        .unwrap();
    stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_reset_lifts_the_block_that_a_stolen_session_caused() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let thief = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    for _ in 0..6 {
        let _ = change(&stage, &thief, "not this one at all", OTHER_PASSWORD).await;
    }
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let token = stage.mailed(MailKind::PasswordReset).await.token;
    stage
        .resets_password(DUTCH, &token, OTHER_PASSWORD)
        .await
        .unwrap();
    let owner = stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await.unwrap();
    let third = "quartz Sunday 71 harbour";
    change(&stage, &owner, OTHER_PASSWORD, third).await.unwrap();
}

/// Waits until a call waits for a row that somebody has locked.
async fn until_one_waits(db: &kit::Db) {
    let waiting = async {
        loop {
            let waits = sqlx::query_scalar!(
                r#"
                select  exists(
                    select
                    from    pg_locks
                    join    pg_stat_activity using (pid)
                    where   not granted and datname = current_database()
                ) as "waits!"
                "#
            );
            if waits.fetch_one(db.pool()).await.unwrap() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    let limit = std::time::Duration::from_secs(20);
    tokio::time::timeout(limit, waiting).await.unwrap();
}

#[tokio::test]
async fn what_was_proven_before_a_reset_counts_for_nothing_after_it() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let thief = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let db = stage.host.db("accounts");
    for call in 0..3 {
        // A reset that is about to be committed: it holds the account and has the new hash.
        let mut reset = db.begin().await.unwrap();
        let old = sqlx::query_scalar!("select password_hash from accounts for no key update")
            .fetch_one(&mut *reset)
            .await
            .unwrap();
        sqlx::query!("update accounts set password_hash = $1", format!("{old} "))
            .execute(&mut *reset)
            .await
            .unwrap();
        let thieving = async {
            match call {
                0 => change(&stage, &thief, PASSWORD, OTHER_PASSWORD).await,
                1 => {
                    let request = RequestMailChangeRequest {
                        new_email: "thief@example.com".to_owned(),
                        password: PASSWORD.to_owned(),
                    };
                    let mut member = stage.browser(DUTCH, &thief);
                    member.request_mail_change(request).await.map(|_| ())
                }
                _ => stage.deletes(DUTCH, &thief).await,
            }
        };
        let resetting = async {
            until_one_waits(&db).await;
            reset.commit().await.unwrap();
        };
        let (thieved, ()) = tokio::join!(thieving, resetting);
        assert_eq!(refusal(thieved), "password_wrong", "call {call}");
        sqlx::query!("update accounts set password_hash = $1", old)
            .execute(db.pool())
            .await
            .unwrap();
    }
    assert!(stage.requests(MailKind::MailChange).await.is_empty());
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_changed_password_ends_every_other_session() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let here = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let there = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    assert_eq!(
        refusal(change(&stage, &here, "not this one at all", OTHER_PASSWORD).await),
        "password_wrong"
    );
    assert_eq!(
        refusal(change(&stage, &here, PASSWORD, "sunny sunny sunny").await),
        "password_guessable"
    );
    assert_eq!(
        refusal(change(&stage, &here, PASSWORD, "short").await),
        "password_too_short"
    );
    assert!(stage.is_in(DUTCH, &there).await);

    change(&stage, &here, PASSWORD, OTHER_PASSWORD)
        .await
        .unwrap();
    assert!(stage.is_in(DUTCH, &here).await);
    assert!(!stage.is_in(DUTCH, &there).await);
    stage.host.settle().await;
    let ended = stage.host.events::<SessionsEnded>();
    assert_eq!(
        ended.last().unwrap().session_ids,
        [there.session_id.to_string()]
    );
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, PASSWORD).await),
        "login_failed"
    );
}

#[tokio::test]
async fn a_stolen_session_cannot_guess_the_password() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let mut member = stage.browser(DUTCH, &browser);
    for _ in 0..3 {
        let outcome = change(&stage, &browser, "not this one at all", OTHER_PASSWORD).await;
        assert_eq!(refusal(outcome), "password_wrong");
    }
    let request = DeleteAccountRequest {
        password: "nor this".to_owned(),
        ..Default::default()
    };
    assert_eq!(
        refusal(member.delete_account(request).await),
        "password_wrong"
    );
    let request = RequestMailChangeRequest {
        new_email: "thief@example.com".to_owned(),
        password: "nor this".to_owned(),
    };
    assert_eq!(
        refusal(member.request_mail_change(request).await),
        "password_wrong"
    );
    let outcome = change(&stage, &browser, PASSWORD, OTHER_PASSWORD).await;
    assert_eq!(refusal(outcome), "login_blocked");
    // The login page is another matter.
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
}
