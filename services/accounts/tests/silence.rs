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
    let (email, new_email) = ("canary.one@example.com", "canary.two@example.com");
    let tracking = TrackingRecord {
        network: "canary-net".to_owned(),
        ..Default::default()
    };
    let sign_up = SignUpRequest {
        profile_name: "Canarybird".to_owned(),
        birth_date: "1977-07-17".to_owned(),
        accept_tracking: true,
        tracking: Some(tracking),
        ..form(email)
    };
    stage.visitor(DUTCH).sign_up(sign_up.clone()).await.unwrap();
    stage.visitor(DUTCH).sign_up(sign_up).await.unwrap();
    let activation = stage.mailed(MailKind::Activation).await.token;
    let token = activation.clone();
    stage
        .visitor(DUTCH)
        .activate(ActivateRequest { token })
        .await
        .unwrap();
    let wrong = "canary password 31 wrong";
    assert!(stage.log_in(DUTCH, email, wrong).await.is_err());
    let browser = stage.log_in(DUTCH, email, PASSWORD).await.unwrap();
    stage.authenticate(DUTCH, &browser.session).await.unwrap();
    let change = RequestMailChangeRequest {
        new_email: new_email.to_owned(),
        password: PASSWORD.to_owned(),
    };
    stage
        .browser(DUTCH, &browser)
        .request_mail_change(change)
        .await
        .unwrap();
    let confirmation = stage.mailed(MailKind::MailChange).await.token;
    let token = confirmation.clone();
    stage
        .visitor(DUTCH)
        .confirm_mail_change(ConfirmMailChangeRequest { token })
        .await
        .unwrap();
    stage.forgets_password(DUTCH, new_email).await.unwrap();
    let reset = stage.mailed(MailKind::PasswordReset).await.token;
    stage
        .resets_password(DUTCH, &reset, OTHER_PASSWORD)
        .await
        .unwrap();
    assert!(stage.resets_password(DUTCH, &reset, wrong).await.is_err());
    let again = stage
        .log_in(DUTCH, new_email, OTHER_PASSWORD)
        .await
        .unwrap();
    let delete = DeleteAccountRequest {
        password: OTHER_PASSWORD.to_owned(),
        reason: "canary reason".to_owned(),
    };
    stage
        .browser(DUTCH, &again)
        .delete_account(delete)
        .await
        .unwrap();
    let deletion = stage.mailed(MailKind::Deletion).await.token;
    let token = deletion.clone();
    stage
        .visitor(DUTCH)
        .reactivate(ReactivateRequest { token })
        .await
        .unwrap();

    // A refusal by the database holds the whole row in its details; it is our own fault, and
    // logged with its cause.
    let db = stage.host.db("accounts");
    let broken = "alter table accounts add constraint broken check (false) not valid";
    sqlx::raw_sql(broken).execute(db.pool()).await.unwrap();
    let fresh = form("canary.three@example.com");
    assert_eq!(
        refusal(stage.visitor(DUTCH).sign_up(fresh).await),
        "internal"
    );

    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(
        log.contains("insert into accounts"),
        "statements are logged at this level"
    );
    assert!(
        log.contains("violates check constraint"),
        "our own faults are logged"
    );
    let secrets = [
        email,
        new_email,
        "canary.three",
        PASSWORD,
        OTHER_PASSWORD,
        wrong,
        "Canarybird",
        "1977-07-17",
        "canary-net",
        "canary reason",
        &activation,
        &confirmation,
        &reset,
        &deletion,
        &browser.session,
        &browser.device,
        &again.session,
    ];
    let lower = log.to_lowercase();
    for secret in secrets {
        if let Some(at) = lower.find(&secret.to_lowercase()) {
            let start = lower[..at].rfind('\n').map_or(0, |newline| newline + 1);
            let line = lower[start..].lines().next().unwrap_or_default();
            panic!("{secret} was logged: {line}");
        }
    }
}
