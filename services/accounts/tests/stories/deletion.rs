use std::time::Duration as StdDuration;

use proto::accounts::v1::*;
use tonic::Status;

use crate::stage::*;

const FAST: &str = "
[accounts]
erase_every_seconds = 1
[accounts.hashing]
memory_kib = 64
passes = 1
";

async fn reactivate(stage: &Stage, token: &str) -> Result<(), Status> {
    let request = ReactivateRequest {
        token: token.to_owned(),
    };
    stage.visitor(DUTCH).reactivate(request).await.map(|_| ())
}

async fn deleted(stage: &Stage) -> Browser {
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.deletes(DUTCH, &browser).await.unwrap();
    browser
}

#[tokio::test]
async fn a_deleted_account_is_hidden_at_once() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let wrong = DeleteAccountRequest {
        password: OTHER_PASSWORD.to_owned(),
        ..Default::default()
    };
    let outcome = stage.browser(DUTCH, &browser).delete_account(wrong).await;
    assert_eq!(refusal(outcome), "password_wrong");
    stage.deletes(DUTCH, &browser).await.unwrap();

    assert!(!stage.is_in(DUTCH, &browser).await);
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, PASSWORD).await),
        "login_failed"
    );
    let account = stage
        .browser(DUTCH, &browser)
        .get_account(GetAccountRequest {})
        .await;
    assert_eq!(refusal(account), "account_unknown");
    stage.host.settle().await;
    let told = stage.host.events::<AccountDeleted>();
    let in_days = (told[0].erase_at.unwrap().seconds - stage.host.clock.now().unix_timestamp())
        / (24 * 3_600);
    assert_eq!(in_days, 14);
    // Once is enough.
    assert_eq!(
        refusal(stage.deletes(DUTCH, &browser).await),
        "account_unknown"
    );
}

#[tokio::test]
async fn the_mailed_link_takes_it_back() {
    let stage = Stage::set().await;
    let before = deleted(&stage).await;
    let mail = stage.mailed(MailKind::Deletion).await;
    assert_eq!(mail.email, ANNA);
    stage.advance(time::Duration::days(14) - time::Duration::SECOND);
    reactivate(&stage, &mail.token).await.unwrap();
    assert_eq!(
        refusal(reactivate(&stage, &mail.token).await),
        "link_invalid"
    );
    assert!(
        !stage.is_in(DUTCH, &before).await,
        "sessions do not come back"
    );
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.host.settle().await;
    assert_eq!(stage.host.events::<AccountReactivated>().len(), 1);
    assert_eq!(
        stage.host.events::<AccountActivated>().len(),
        1,
        "it was active before"
    );
}

#[tokio::test]
async fn an_old_link_does_not_undo_a_second_deletion() {
    let stage = Stage::set().await;
    deleted(&stage).await;
    let request = stage.requests(MailKind::Deletion).await.remove(0);
    let first = stage.prepare(&request).await.unwrap().token;
    let spare = stage.prepare(&request).await.unwrap().token;
    reactivate(&stage, &first).await.unwrap();
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.deletes(DUTCH, &browser).await.unwrap();
    assert_eq!(refusal(reactivate(&stage, &spare).await), "link_invalid");
    assert_eq!(refusal(stage.prepare(&request).await), "mail_obsolete");
    let second = stage.mailed(MailKind::Deletion).await.token;
    reactivate(&stage, &second).await.unwrap();
}

#[tokio::test]
async fn after_fourteen_days_nothing_personal_is_left() {
    let stage = Stage::with(FAST).await;
    let tracked = SignUpRequest {
        accept_tracking: true,
        tracking: Some(TrackingRecord {
            network: "north".to_owned(),
            ..TrackingRecord::default()
        }),
        ..form(ANNA)
    };
    stage.visitor(DUTCH).sign_up(tracked).await.unwrap();
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.deletes(DUTCH, &browser).await.unwrap();
    let token = stage.mailed(MailKind::Deletion).await.token;
    stage.sign_up(DUTCH, "bo@example.com").await;

    stage.advance(time::Duration::days(14));
    assert_eq!(refusal(reactivate(&stage, &token).await), "link_invalid");
    let erased = tokio::time::timeout(StdDuration::from_secs(20), async {
        loop {
            stage.host.settle().await;
            let erased = stage.host.events::<AccountErased>();
            if !erased.is_empty() {
                return erased;
            }
            tokio::time::sleep(StdDuration::from_millis(50)).await;
        }
    })
    .await
    .expect("the eraser runs");
    assert_eq!(erased.len(), 1);
    assert_eq!(erased[0].member_id, browser.member.to_string());

    assert_eq!(stage.rows_of("accounts").await, 1, "others stay");
    for table in ["sessions", "devices", "mail_tokens", "tracking_records"] {
        assert_eq!(stage.rows_of(table).await, 0, "{table}");
    }
    assert_eq!(stage.rows_of("consents").await, 3);
    assert_eq!(stage.rows_of("mail_requests").await, 1);
    // The address is free again.
    stage.sign_up(DUTCH, ANNA).await;
    assert_eq!(stage.rows_of("accounts").await, 2);
}

#[tokio::test]
async fn who_signs_up_again_or_forgot_the_password_is_mailed_the_way_back() {
    let stage = Stage::set().await;
    deleted(&stage).await;
    stage.sign_up(DUTCH, ANNA).await;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    assert_eq!(stage.requests(MailKind::Deletion).await.len(), 3);
    assert!(stage.requests(MailKind::PasswordReset).await.is_empty());
    let token = stage.mailed(MailKind::Deletion).await.token;
    reactivate(&stage, &token).await.unwrap();
}

#[tokio::test]
async fn links_from_before_the_deletion_are_dead() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let reset = stage.mailed(MailKind::PasswordReset).await.token;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.deletes(DUTCH, &browser).await.unwrap();
    assert_eq!(
        refusal(stage.resets_password(DUTCH, &reset, OTHER_PASSWORD).await),
        "link_invalid"
    );
    let token = stage.mailed(MailKind::Deletion).await.token;
    reactivate(&stage, &token).await.unwrap();
    assert_eq!(
        refusal(stage.resets_password(DUTCH, &reset, OTHER_PASSWORD).await),
        "link_invalid"
    );
}
