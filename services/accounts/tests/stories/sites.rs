//! What belongs to one site is worth nothing on another.

use proto::accounts::v1::*;

use crate::stage::*;

#[tokio::test]
async fn one_address_has_an_account_on_each_site() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let polish = SignUpRequest {
        country: "PL".to_owned(),
        ..form(ANNA)
    };
    stage.visitor(POLISH).sign_up(polish).await.unwrap();
    assert_eq!(stage.rows_of("accounts").await, 2);
    let here = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let there = stage.log_in(POLISH, ANNA, PASSWORD).await.unwrap();
    assert_ne!(here.member, there.member);
    let account = stage.authenticate(POLISH, &there.session).await.unwrap();
    assert_eq!(
        (account.language.as_str(), account.status()),
        ("pl", AccountStatus::NotConfirmed)
    );
}

#[tokio::test]
async fn a_session_is_nobodys_on_another_site() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    assert!(!stage.is_in(POLISH, &anna).await);
    assert_eq!(
        refusal(stage.log_in(POLISH, ANNA, PASSWORD).await),
        "login_failed"
    );
}

#[tokio::test]
async fn a_member_of_one_site_is_nobody_on_another() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let before = stage.rows().await;
    let mut there = stage.browser(POLISH, &anna);
    let password = || PASSWORD.to_owned();
    let refusals = [
        refusal(there.get_account(GetAccountRequest {}).await),
        refusal(
            there
                .resend_activation(ResendActivationRequest::default())
                .await,
        ),
        refusal(
            there
                .change_password(ChangePasswordRequest {
                    old_password: password(),
                    new_password: OTHER_PASSWORD.to_owned(),
                })
                .await,
        ),
        refusal(
            there
                .request_mail_change(RequestMailChangeRequest {
                    new_email: "new@example.com".to_owned(),
                    password: password(),
                })
                .await,
        ),
        refusal(
            there
                .set_language(SetLanguageRequest {
                    language: "pl".to_owned(),
                })
                .await,
        ),
        refusal(
            there
                .end_sessions(EndSessionsRequest {
                    which: Some(end_sessions_request::Which::AllOthers(true)),
                })
                .await,
        ),
        refusal(
            there
                .delete_account(DeleteAccountRequest {
                    password: password(),
                    ..Default::default()
                })
                .await,
        ),
        refusal(
            there
                .set_consent(SetConsentRequest {
                    kind: ConsentKind::Tracking.into(),
                    ..Default::default()
                })
                .await,
        ),
    ];
    for reason in refusals {
        assert_eq!(reason, "account_unknown");
    }
    let sessions = there
        .list_sessions(ListSessionsRequest {})
        .await
        .unwrap()
        .into_inner();
    assert!(sessions.sessions.is_empty());
    assert_eq!(stage.rows().await, before);
    assert!(stage.is_in(DUTCH, &anna).await);
}

#[tokio::test]
async fn a_link_of_one_site_does_nothing_on_another() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    let mut there = stage.visitor(POLISH);
    let token = stage.mailed(MailKind::Activation).await.token;
    let outcome = there
        .activate(ActivateRequest {
            token: token.clone(),
        })
        .await;
    assert_eq!(refusal(outcome), "link_invalid");
    stage
        .visitor(DUTCH)
        .activate(ActivateRequest { token })
        .await
        .unwrap();

    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let token = stage.mailed(MailKind::PasswordReset).await.token;
    assert_eq!(
        refusal(stage.resets_password(POLISH, &token, OTHER_PASSWORD).await),
        "link_invalid"
    );

    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let change = RequestMailChangeRequest {
        new_email: "new@example.com".to_owned(),
        password: PASSWORD.to_owned(),
    };
    stage
        .browser(DUTCH, &anna)
        .request_mail_change(change)
        .await
        .unwrap();
    let token = stage.mailed(MailKind::MailChange).await.token;
    let outcome = there
        .confirm_mail_change(ConfirmMailChangeRequest { token })
        .await;
    assert_eq!(refusal(outcome), "link_invalid");

    stage.deletes(DUTCH, &anna).await.unwrap();
    let token = stage.mailed(MailKind::Deletion).await.token;
    let outcome = there.reactivate(ReactivateRequest { token }).await;
    assert_eq!(refusal(outcome), "link_invalid");
}

#[tokio::test]
async fn a_block_on_one_site_is_none_on_another() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let polish = SignUpRequest {
        country: "PL".to_owned(),
        ..form(ANNA)
    };
    stage.visitor(POLISH).sign_up(polish).await.unwrap();
    for _ in 0..6 {
        let _ = stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await;
    }
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, PASSWORD).await),
        "login_blocked"
    );
    let there = stage.log_in(POLISH, ANNA, PASSWORD).await.unwrap();
    // A device of one site is a stranger on another.
    let here = stage
        .log_in_from(DUTCH, ANNA, PASSWORD, &there.device)
        .await;
    assert_eq!(refusal(here), "login_blocked");
}
