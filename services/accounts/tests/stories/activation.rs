use proto::accounts::v1::*;

use crate::stage::*;

async fn activate(stage: &Stage, token: &str) -> Result<(), tonic::Status> {
    let request = ActivateRequest {
        token: token.to_owned(),
    };
    stage.visitor(DUTCH).activate(request).await.map(|_| ())
}

async fn resend(stage: &Stage, email: &str) -> Result<(), tonic::Status> {
    let request = ResendActivationRequest {
        email: email.to_owned(),
    };
    stage
        .visitor(DUTCH)
        .resend_activation(request)
        .await
        .map(|_| ())
}

#[tokio::test]
async fn two_activations_at_once_tell_it_once() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    let request = stage.requests(MailKind::Activation).await.remove(0);
    let first = stage.prepare(&request).await.unwrap().token;
    let second = stage.prepare(&request).await.unwrap().token;
    assert_ne!(first, second, "each preparation mints its own token");
    let outcomes = tokio::join!(
        activate(&stage, &first),
        activate(&stage, &first),
        activate(&stage, &second),
        activate(&stage, &second),
    );
    let outcomes = [outcomes.0, outcomes.1, outcomes.2, outcomes.3];
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1);
    for outcome in outcomes.into_iter().filter(Result::is_err) {
        assert_eq!(refusal(outcome), "already_active");
    }
    stage.host.settle().await;
    assert_eq!(stage.host.events::<AccountActivated>().len(), 1);
}

#[tokio::test]
async fn a_link_works_for_fourteen_days() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    let mail = stage.mailed(MailKind::Activation).await;
    let expires = mail.expires_at.unwrap().seconds - stage.host.clock.now().unix_timestamp();
    assert_eq!(expires, 14 * 24 * 3_600);
    stage.advance(time::Duration::days(14));
    assert_eq!(refusal(activate(&stage, &mail.token).await), "link_invalid");

    resend(&stage, ANNA).await.unwrap();
    let token = stage.mailed(MailKind::Activation).await.token;
    stage.advance(time::Duration::days(14) - time::Duration::SECOND);
    activate(&stage, &token).await.unwrap();
}

#[tokio::test]
async fn foreign_and_made_up_links_do_nothing() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let reset = stage.mailed(MailKind::PasswordReset).await.token;
    let activation = stage.mailed(MailKind::Activation).await.token;
    let made_up = "A".repeat(43);
    for token in [
        "",
        "x",
        &made_up,
        &reset,
        &activation.to_lowercase(),
        &format!("{activation}="),
    ] {
        assert_eq!(
            refusal(activate(&stage, token).await),
            "link_invalid",
            "{token}"
        );
    }
    // And an activation link resets no password.
    let outcome = stage
        .resets_password(DUTCH, &activation, OTHER_PASSWORD)
        .await;
    assert_eq!(refusal(outcome), "link_invalid");
    activate(&stage, &activation).await.unwrap();
}

#[tokio::test]
async fn the_mail_is_sent_again_five_times_a_day() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    for _ in 0..5 {
        resend(&stage, "Anna@example.com").await.unwrap();
    }
    assert_eq!(refusal(resend(&stage, ANNA).await), "too_many_mails");
    assert_eq!(stage.requests(MailKind::Activation).await.len(), 6);
    stage.advance(time::Duration::DAY);
    resend(&stage, ANNA).await.unwrap();
}

#[tokio::test]
async fn many_at_once_share_the_days_allowance() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    let attempts = (0..8).map(|_| resend(&stage, ANNA));
    let outcomes = futures::future::join_all(attempts).await;
    let sent = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
    assert_eq!(sent, 5);
}

#[tokio::test]
async fn a_member_asks_for_the_own_mail_without_an_address() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let mut member = stage.browser(DUTCH, &browser);
    member
        .resend_activation(ResendActivationRequest::default())
        .await
        .unwrap();
    assert_eq!(stage.requests(MailKind::Activation).await.len(), 2);
    let token = stage.mailed(MailKind::Activation).await.token;
    activate(&stage, &token).await.unwrap();
    let again = member
        .resend_activation(ResendActivationRequest::default())
        .await;
    assert_eq!(refusal(again), "already_active");
    let stranger = stage
        .visitor(DUTCH)
        .resend_activation(ResendActivationRequest::default())
        .await;
    assert_eq!(refusal(stranger), "not_logged_in");
}

#[tokio::test]
async fn a_mail_that_came_too_late_is_not_sent() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let request = stage.requests(MailKind::Activation).await.remove(0);
    assert_eq!(refusal(stage.prepare(&request).await), "mail_obsolete");
}

#[tokio::test]
async fn only_the_sender_of_mails_prepares_them() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, ANNA).await;
    let request_id = stage
        .requests(MailKind::Activation)
        .await
        .remove(0)
        .request_id;
    for service in ["gateway", "settings", "accounts"] {
        let request = PrepareMailRequest {
            request_id: request_id.clone(),
        };
        let outcome = stage.service(service).prepare_mail(request).await;
        assert_eq!(refusal(outcome), "not_allowed");
    }
    assert_eq!(stage.rows_of("mail_tokens").await, 0);
}
