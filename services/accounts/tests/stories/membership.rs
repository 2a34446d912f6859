//! Whether an address has an account is nobody's business; who may call what.

use kit::{Caller, SiteId};
use proto::accounts::v1::{
    accounts_internal_service_client::AccountsInternalServiceClient,
    accounts_service_client::AccountsServiceClient, *,
};
use uuid::Uuid;

use crate::stage::*;

#[tokio::test]
async fn asking_for_mails_tells_nothing() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, "unconfirmed@example.com").await;
    stage.join(DUTCH, ANNA).await;
    let gone = "gone@example.com";
    stage.join(DUTCH, gone).await;
    let browser = stage.log_in(DUTCH, gone, PASSWORD).await.unwrap();
    stage.deletes(DUTCH, &browser).await.unwrap();
    let (resets, activations) = (
        stage.requests(MailKind::PasswordReset).await.len(),
        stage.requests(MailKind::Activation).await.len(),
    );

    let mut here = stage.visitor(DUTCH);
    for email in ["unconfirmed@example.com", ANNA, gone, "nobody@example.com"] {
        stage.forgets_password(DUTCH, email).await.unwrap();
        let email = email.to_owned();
        here.resend_activation(ResendActivationRequest { email })
            .await
            .unwrap();
    }
    // Each asked for a mail, also those that nobody will get.
    let resets = stage
        .requests(MailKind::PasswordReset)
        .await
        .split_off(resets);
    let activations = stage
        .requests(MailKind::Activation)
        .await
        .split_off(activations);
    let mut received = Vec::new();
    for request in resets.iter().chain(&activations) {
        match stage.prepare(request).await {
            Ok(mail) => received.push((request.kind(), mail.email)),
            Err(status) => assert_eq!(reason(&status), "mail_obsolete"),
        }
    }
    received.sort();
    assert_eq!(
        received,
        [
            (MailKind::Activation, "unconfirmed@example.com".to_owned()),
            (MailKind::PasswordReset, ANNA.to_owned()),
            (
                MailKind::PasswordReset,
                "unconfirmed@example.com".to_owned()
            ),
        ]
    );
    assert_eq!(resets.len() + activations.len(), 3 + 4);
}

#[tokio::test]
async fn a_talkative_site_tells_it_on_screen() {
    let stage = Stage::set().await;
    stage.join(TALKATIVE, ANNA).await;
    stage.sign_up(TALKATIVE, "bo@example.com").await;
    let nobody = "nobody@example.com".to_owned();
    assert_eq!(
        refusal(stage.forgets_password(TALKATIVE, &nobody).await),
        "account_unknown"
    );
    stage.forgets_password(TALKATIVE, ANNA).await.unwrap();
    let mut here = stage.visitor(TALKATIVE);
    let mut resend = async |email: String| {
        refusal(
            here.resend_activation(ResendActivationRequest { email })
                .await,
        )
    };
    assert_eq!(resend(nobody).await, "account_unknown");
    assert_eq!(resend(ANNA.to_owned()).await, "already_active");
    let browser = stage.log_in(TALKATIVE, ANNA, PASSWORD).await.unwrap();
    let change = RequestMailChangeRequest {
        new_email: "bo@example.com".to_owned(),
        password: PASSWORD.to_owned(),
    };
    let outcome = stage
        .browser(TALKATIVE, &browser)
        .request_mail_change(change)
        .await;
    assert_eq!(refusal(outcome), "email_taken");
    // Login tells nothing anywhere.
    let unknown = stage
        .log_in(TALKATIVE, "nobody@example.com", PASSWORD)
        .await;
    assert_eq!(refusal(unknown), "login_failed");
}

#[tokio::test]
async fn a_site_that_is_not_there_has_no_accounts() {
    let stage = Stage::set().await;
    let nowhere = SiteId::new(Uuid::from_u128(404));
    assert_eq!(
        refusal(stage.visitor(nowhere).sign_up(form(ANNA)).await),
        "site_unknown"
    );
    assert_eq!(
        refusal(stage.forgets_password(nowhere, ANNA).await),
        "site_unknown"
    );
    assert_eq!(
        refusal(stage.log_in(nowhere, ANNA, PASSWORD).await),
        "login_failed"
    );
}

#[tokio::test]
async fn people_do_not_make_the_calls_of_services() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let member = Caller {
        site: Some(DUTCH),
        member: Some(anna.member),
        ..Caller::default()
    };
    let visitor = Caller {
        site: Some(DUTCH),
        ..Caller::default()
    };
    for caller in [member, visitor] {
        let way = stage.host.caller("accounts", &caller);
        let mut internal = AccountsInternalServiceClient::new(way);
        let session_token = anna.session.clone();
        let refusals = [
            refusal(internal.log_in(LogInRequest::default()).await),
            refusal(internal.log_out(LogOutRequest { session_token }).await),
            refusal(internal.authenticate(AuthenticateRequest::default()).await),
            refusal(internal.touch_session(TouchSessionRequest::default()).await),
            refusal(internal.prepare_mail(PrepareMailRequest::default()).await),
        ];
        assert!(
            refusals.iter().all(|reason| reason == "not_allowed"),
            "{refusals:?}"
        );
    }
    assert!(stage.is_in(DUTCH, &anna).await);
}

#[tokio::test]
async fn visitors_do_not_make_the_calls_of_members() {
    let stage = Stage::set().await;
    let mut here = stage.visitor(DUTCH);
    let refusals = [
        refusal(here.get_account(GetAccountRequest {}).await),
        refusal(here.list_sessions(ListSessionsRequest {}).await),
        refusal(here.end_sessions(EndSessionsRequest::default()).await),
        refusal(here.change_password(ChangePasswordRequest::default()).await),
        refusal(
            here.request_mail_change(RequestMailChangeRequest::default())
                .await,
        ),
        refusal(here.set_language(SetLanguageRequest::default()).await),
        refusal(here.delete_account(DeleteAccountRequest::default()).await),
        refusal(here.set_consent(SetConsentRequest::default()).await),
    ];
    assert!(
        refusals.iter().all(|reason| reason == "not_logged_in"),
        "{refusals:?}"
    );
}

#[tokio::test]
async fn nobody_calls_without_a_valid_token() {
    let stage = Stage::set().await;
    for token in ["", "x", "a.b.c"] {
        let way = stage.host.bearing("accounts", token);
        let outcome = AccountsServiceClient::new(way).sign_up(form(ANNA)).await;
        assert_eq!(outcome.err().unwrap().code(), tonic::Code::Unauthenticated);
    }
    assert_eq!(stage.rows_of("accounts").await, 0);
}
