use proto::accounts::v1::*;
use tonic::Status;

use crate::stage::*;

const NEW: &str = "new@example.com";

async fn ask(stage: &Stage, browser: &Browser, email: &str) -> Result<(), Status> {
    let request = RequestMailChangeRequest {
        new_email: email.to_owned(),
        password: PASSWORD.to_owned(),
    };
    stage
        .browser(DUTCH, browser)
        .request_mail_change(request)
        .await
        .map(|_| ())
}

async fn confirm(stage: &Stage, token: &str) -> Result<(), Status> {
    let request = ConfirmMailChangeRequest {
        token: token.to_owned(),
    };
    stage
        .visitor(DUTCH)
        .confirm_mail_change(request)
        .await
        .map(|_| ())
}

#[tokio::test]
async fn a_new_address_is_confirmed_from_its_own_mailbox() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &browser, NEW).await.unwrap();
    let link = stage.mailed(MailKind::MailChange).await;
    assert_eq!(link.email, NEW);
    let notice = stage.mailed(MailKind::MailChangeNotice).await;
    assert_eq!((notice.email.as_str(), notice.token.as_str()), (ANNA, ""));
    // Nothing has changed yet.
    assert!(stage.is_in(DUTCH, &browser).await);
    assert_eq!(
        refusal(stage.log_in(DUTCH, NEW, PASSWORD).await),
        "login_failed"
    );

    confirm(&stage, &link.token).await.unwrap();
    assert!(!stage.is_in(DUTCH, &browser).await);
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, PASSWORD).await),
        "login_failed"
    );
    stage.host.settle().await;
    let told = stage.host.events::<MailAddressChanged>();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].member_id, browser.member.to_string());
    stage.log_in(DUTCH, NEW, PASSWORD).await.unwrap();
    assert_eq!(refusal(confirm(&stage, &link.token).await), "link_invalid");
    // The notice still goes where it was meant to go.
    assert_eq!(stage.mailed(MailKind::MailChangeNotice).await.email, ANNA);
}

#[tokio::test]
async fn a_taken_address_is_answered_alike_and_its_owner_told() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.join(DUTCH, NEW).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &browser, NEW).await.unwrap();
    assert!(stage.requests(MailKind::MailChange).await.is_empty());
    assert_eq!(stage.mailed(MailKind::AlreadyRegistered).await.email, NEW);
    assert_eq!(stage.mailed(MailKind::MailChangeNotice).await.email, ANNA);
}

#[tokio::test]
async fn who_signs_up_first_keeps_the_address() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &browser, NEW).await.unwrap();
    let token = stage.mailed(MailKind::MailChange).await.token;
    stage.sign_up(DUTCH, NEW).await;
    assert_eq!(refusal(confirm(&stage, &token).await), "email_taken");
    assert!(
        stage.is_in(DUTCH, &browser).await,
        "a refused change changes nothing"
    );
    stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn only_the_last_link_works() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &browser, "typo@example.com").await.unwrap();
    let request = stage.requests(MailKind::MailChange).await.remove(0);
    let first = stage.prepare(&request).await.unwrap().token;
    ask(&stage, &browser, NEW).await.unwrap();
    assert_eq!(refusal(confirm(&stage, &first).await), "link_invalid");
    assert_eq!(refusal(stage.prepare(&request).await), "mail_obsolete");
    let second = stage.mailed(MailKind::MailChange).await.token;
    confirm(&stage, &second).await.unwrap();
}

#[tokio::test]
async fn links_mailed_to_the_old_address_are_dead() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    let activation = stage.mailed(MailKind::Activation).await.token;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let reset = stage.mailed(MailKind::PasswordReset).await.token;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &browser, NEW).await.unwrap();
    let change = stage.mailed(MailKind::MailChange).await.token;
    confirm(&stage, &change).await.unwrap();

    assert_eq!(
        refusal(stage.resets_password(DUTCH, &reset, OTHER_PASSWORD).await),
        "link_invalid"
    );
    let outcome = stage
        .visitor(DUTCH)
        .activate(ActivateRequest { token: activation })
        .await;
    assert_eq!(refusal(outcome), "link_invalid");
    // The new mailbox has proven itself.
    let browser = stage.log_in(DUTCH, NEW, PASSWORD).await.unwrap();
    let account = stage.authenticate(DUTCH, &browser.session).await.unwrap();
    assert_eq!(account.status(), AccountStatus::Active);
}

#[tokio::test]
async fn a_reset_calls_off_the_change_that_a_thief_asked_for() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let thief = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &thief, NEW).await.unwrap();
    let change = stage.mailed(MailKind::MailChange).await.token;
    // Another that is still to be sent.
    let unsent = stage.requests(MailKind::MailChange).await.remove(0);
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let reset = stage.mailed(MailKind::PasswordReset).await.token;
    stage
        .resets_password(DUTCH, &reset, OTHER_PASSWORD)
        .await
        .unwrap();

    assert_eq!(refusal(confirm(&stage, &change).await), "link_invalid");
    assert_eq!(refusal(stage.prepare(&unsent).await), "mail_obsolete");
    stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_changed_password_calls_off_the_change_of_address() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &browser, NEW).await.unwrap();
    let change = stage.mailed(MailKind::MailChange).await.token;
    let request = ChangePasswordRequest {
        old_password: PASSWORD.to_owned(),
        new_password: OTHER_PASSWORD.to_owned(),
    };
    let mut member = stage.browser(DUTCH, &browser);
    member.change_password(request).await.unwrap();
    assert_eq!(refusal(confirm(&stage, &change).await), "link_invalid");
}

#[tokio::test]
async fn two_changes_at_once_leave_one_link() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let asked = tokio::join!(
        ask(&stage, &browser, "one@example.com"),
        ask(&stage, &browser, "two@example.com"),
    );
    asked.0.unwrap();
    asked.1.unwrap();
    let mut alive = 0;
    for request in stage.requests(MailKind::MailChange).await {
        alive += i32::from(stage.prepare(&request).await.is_ok());
    }
    assert_eq!(alive, 1);
}

#[tokio::test]
async fn two_who_ask_for_each_others_address_do_not_wait_for_each_other() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.join(DUTCH, NEW).await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let new = stage.log_in(DUTCH, NEW, PASSWORD).await.unwrap();
    for _ in 0..4 {
        let asked = tokio::join!(ask(&stage, &anna, NEW), ask(&stage, &new, ANNA));
        asked.0.unwrap();
        asked.1.unwrap();
        stage.advance(time::Duration::DAY);
    }
}

#[tokio::test]
async fn a_change_needs_another_address_and_knows_a_limit() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    assert_eq!(
        refusal(ask(&stage, &browser, "ANNA@example.com").await),
        "email_invalid"
    );
    assert_eq!(
        refusal(ask(&stage, &browser, "nothing").await),
        "email_invalid"
    );
    for number in 0..5 {
        ask(&stage, &browser, &format!("new{number}@example.com"))
            .await
            .unwrap();
    }
    assert_eq!(refusal(ask(&stage, &browser, NEW).await), "too_many_mails");
}

#[tokio::test]
async fn a_link_works_for_a_day() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    ask(&stage, &browser, NEW).await.unwrap();
    let token = stage.mailed(MailKind::MailChange).await.token;
    stage.advance(time::Duration::DAY);
    assert_eq!(refusal(confirm(&stage, &token).await), "link_invalid");
}
