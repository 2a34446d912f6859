//! No log line carries a name, an address, a password or a token, at any level.
#![expect(clippy::unwrap_used, reason = "what fails here fails its test")]

#[expect(dead_code, reason = "the stage serves the stories as well")]
#[path = "stories/stage/mod.rs"]
mod stage;

use std::{
    io,
    sync::{Arc, Mutex},
};

use proto::accounts::v1::*;
use stage::*;

/// Everything that was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

const EMAIL: &str = "canary.one@example.com";
const NEW_EMAIL: &str = "canary.two@example.com";
const WRONG: &str = "canary password 31 wrong";

#[tokio::test]
async fn canaries_sent_through_every_flow_appear_in_no_log() {
    let log = Log::default();
    let writer = log.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .init();
    let stage = Stage::set().await;
    let mut secrets = sign_up_twice_and_activate(&stage).await;
    secrets.extend(change_address(&stage).await);
    secrets.extend(reset_delete_and_return(&stage).await);
    meet_a_broken_database(&stage).await;
    let typed = [
        EMAIL,
        NEW_EMAIL,
        "canary.three",
        PASSWORD,
        OTHER_PASSWORD,
        WRONG,
    ];
    let told = ["Canarybird", "1977-07-17", "canary-net", "canary reason"];
    secrets.extend(typed.iter().chain(&told).map(|secret| (*secret).to_owned()));

    let log = String::from_utf8(log.0.lock().unwrap().clone())
        .unwrap()
        .to_lowercase();
    assert!(
        log.contains("insert into accounts"),
        "statements are logged at this level"
    );
    assert!(
        log.contains("violates check constraint"),
        "our own faults are logged"
    );
    for secret in secrets {
        assert!(secret.len() > 5, "{secret:?} is no secret");
        let line = log
            .lines()
            .find(|line| line.contains(&secret.to_lowercase()));
        assert_eq!(line, None, "{secret} was logged");
    }
}

async fn sign_up_twice_and_activate(stage: &Stage) -> Vec<String> {
    let tracking = TrackingRecord {
        network: "canary-net".to_owned(),
        ..Default::default()
    };
    let sign_up = SignUpRequest {
        profile_name: "Canarybird".to_owned(),
        birth_date: "1977-07-17".to_owned(),
        accept_tracking: true,
        tracking: Some(tracking),
        ..form(EMAIL)
    };
    stage.visitor(DUTCH).sign_up(sign_up.clone()).await.unwrap();
    stage.visitor(DUTCH).sign_up(sign_up).await.unwrap();
    let token = stage.mailed(MailKind::Activation).await.token;
    let request = ActivateRequest {
        token: token.clone(),
    };
    stage.visitor(DUTCH).activate(request).await.unwrap();
    vec![token]
}

async fn change_address(stage: &Stage) -> Vec<String> {
    assert!(stage.log_in(DUTCH, EMAIL, WRONG).await.is_err());
    let browser = stage.log_in(DUTCH, EMAIL, PASSWORD).await.unwrap();
    stage.authenticate(DUTCH, &browser.session).await.unwrap();
    let change = RequestMailChangeRequest {
        new_email: NEW_EMAIL.to_owned(),
        password: PASSWORD.to_owned(),
    };
    stage
        .browser(DUTCH, &browser)
        .request_mail_change(change)
        .await
        .unwrap();
    let token = stage.mailed(MailKind::MailChange).await.token;
    let request = ConfirmMailChangeRequest {
        token: token.clone(),
    };
    stage
        .visitor(DUTCH)
        .confirm_mail_change(request)
        .await
        .unwrap();
    vec![token, browser.session, browser.device]
}

async fn reset_delete_and_return(stage: &Stage) -> Vec<String> {
    stage.forgets_password(DUTCH, NEW_EMAIL).await.unwrap();
    let reset = stage.mailed(MailKind::PasswordReset).await.token;
    stage
        .resets_password(DUTCH, &reset, OTHER_PASSWORD)
        .await
        .unwrap();
    assert!(stage.resets_password(DUTCH, &reset, WRONG).await.is_err());
    let browser = stage
        .log_in(DUTCH, NEW_EMAIL, OTHER_PASSWORD)
        .await
        .unwrap();
    let delete = DeleteAccountRequest {
        password: OTHER_PASSWORD.to_owned(),
        reason: "canary reason".to_owned(),
    };
    stage
        .browser(DUTCH, &browser)
        .delete_account(delete)
        .await
        .unwrap();
    let token = stage.mailed(MailKind::Deletion).await.token;
    let request = ReactivateRequest {
        token: token.clone(),
    };
    stage.visitor(DUTCH).reactivate(request).await.unwrap();
    vec![reset, token, browser.session, browser.device]
}

/// A refusal by the database holds the whole row in its details; it is our own fault, and
/// logged with its cause.
async fn meet_a_broken_database(stage: &Stage) {
    let db = stage.host.db("accounts");
    let broken = "alter table accounts add constraint broken check (false) not valid";
    sqlx::raw_sql(broken).execute(db.pool()).await.unwrap();
    let fresh = form("canary.three@example.com");
    assert_eq!(
        refusal(stage.visitor(DUTCH).sign_up(fresh).await),
        "internal"
    );
}
