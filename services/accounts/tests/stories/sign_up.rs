use proto::accounts::v1::*;

use crate::stage::*;

#[tokio::test]
async fn a_visitor_signs_up_confirms_logs_in_and_out() {
    let stage = Stage::set().await;
    stage.sign_up(DUTCH, " Anna@Example.COM ").await;

    let created = {
        stage.host.settle().await;
        stage.host.events::<AccountCreated>()
    };
    assert_eq!(created.len(), 1);
    assert_eq!(
        (created[0].language.as_str(), created[0].country.as_str()),
        ("nl", "NL")
    );

    // Login is allowed before the address is proven.
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let account = stage.authenticate(DUTCH, &browser.session).await.unwrap();
    assert_eq!(account.status(), AccountStatus::NotConfirmed);
    assert_eq!(account.id, created[0].member_id);
    assert_eq!(account.email, "Anna@example.com");
    assert_eq!(account.profile_name, "Sunny");
    assert_eq!(account.birth_date, "1990-12-31");
    assert_eq!(account.seeking, [i32::from(Gender::Man)]);
    assert_eq!(account.roles, ["member"]);

    let mail = stage.mailed(MailKind::Activation).await;
    assert_eq!(mail.email, "Anna@example.com");
    assert_eq!(mail.language, "nl");
    assert_eq!(mail.site_id, DUTCH.to_string());
    stage
        .visitor(DUTCH)
        .activate(ActivateRequest { token: mail.token })
        .await
        .unwrap();
    let account = stage.authenticate(DUTCH, &browser.session).await.unwrap();
    assert_eq!(account.status(), AccountStatus::Active);
    stage.host.settle().await;
    assert_eq!(stage.host.events::<AccountActivated>().len(), 1);

    let session_token = browser.session.clone();
    stage
        .gateway()
        .log_out(LogOutRequest { session_token })
        .await
        .unwrap();
    assert!(!stage.is_in(DUTCH, &browser).await);
    stage.host.settle().await;
    let ended = stage.host.events::<SessionsEnded>();
    assert_eq!(
        ended.last().unwrap().session_ids,
        [browser.session_id.to_string()]
    );
    // Once more is no error.
    let session_token = browser.session.clone();
    stage
        .gateway()
        .log_out(LogOutRequest { session_token })
        .await
        .unwrap();
}

#[tokio::test]
async fn the_same_address_twice_at_once_is_one_account_and_two_mails() {
    let stage = Stage::set().await;
    let upper = form("ANNA@EXAMPLE.COM");
    let (mut one, mut two) = (stage.visitor(DUTCH), stage.visitor(DUTCH));
    let (first, second) = tokio::join!(one.sign_up(form(ANNA)), two.sign_up(upper));
    assert_eq!(first.unwrap().into_inner(), second.unwrap().into_inner());
    assert_eq!(stage.requests(MailKind::Activation).await.len(), 1);
    assert_eq!(stage.requests(MailKind::AlreadyRegistered).await.len(), 1);
    assert_eq!(stage.host.events::<AccountCreated>().len(), 1);
    assert_eq!(stage.rows_of("accounts").await, 1);
    assert_eq!(stage.rows_of("consents").await, 3);
}

#[tokio::test]
async fn the_second_sign_up_changes_nothing_about_the_first() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let stolen = SignUpRequest {
        password: OTHER_PASSWORD.to_owned(),
        profile_name: "Thief".to_owned(),
        accept_tracking: true,
        tracking: Some(TrackingRecord {
            network: "n".to_owned(),
            ..TrackingRecord::default()
        }),
        ..form(ANNA)
    };
    stage.visitor(DUTCH).sign_up(stolen).await.unwrap();
    assert_eq!(
        refusal(stage.log_in(DUTCH, ANNA, OTHER_PASSWORD).await),
        "login_failed"
    );
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let account = stage.authenticate(DUTCH, &browser.session).await.unwrap();
    assert_eq!(account.profile_name, "Sunny");
    assert_eq!(stage.rows_of("tracking_records").await, 0);
    let mail = stage.mailed(MailKind::AlreadyRegistered).await;
    assert_eq!((mail.email.as_str(), mail.token.as_str()), (ANNA, ""));
}

#[tokio::test]
async fn a_stranger_cannot_flood_a_mailbox_with_sign_ups() {
    let stage = Stage::set().await;
    for _ in 0..6 {
        stage.sign_up(DUTCH, ANNA).await;
    }
    // The first made the account; three a day are counted with it.
    let told = stage.requests(MailKind::AlreadyRegistered).await;
    assert_eq!(told.len(), 2);
    // Only the last of those still to be sent is sent.
    assert_eq!(refusal(stage.prepare(&told[0]).await), "mail_obsolete");
    stage.prepare(&told[1]).await.unwrap();
    stage.advance(time::Duration::DAY);
    stage.sign_up(DUTCH, ANNA).await;
    assert_eq!(stage.requests(MailKind::AlreadyRegistered).await.len(), 3);
}

#[tokio::test]
async fn each_broken_rule_has_its_own_reason() {
    type Change = fn(&mut SignUpRequest);
    let stage = Stage::set().await;
    let cases: [(&str, Change); 18] = [
        ("email_invalid", |form| form.email = "anna".into()),
        ("password_too_short", |form| form.password = "short".into()),
        ("password_too_long", |form| form.password = "x9".repeat(129)),
        ("password_guessable", |form| {
            form.password = "passwordpassword".into();
        }),
        ("password_guessable", |form| {
            form.password = "anna@example.com".into();
        }),
        ("name_too_short", |form| form.profile_name = "An".into()),
        ("name_too_long", |form| form.profile_name = "A".repeat(21)),
        ("name_is_email", |form| {
            form.profile_name = "Anna@Example.com".into();
        }),
        ("name_starts_with_at", |form| {
            form.profile_name = "@anna".into();
        }),
        ("name_has_contact", |form| {
            form.profile_name = "anna.nl".into();
        }),
        ("birth_date_invalid", |form| {
            form.birth_date = "31-12-1990".into();
        }),
        ("too_young", |form| form.birth_date = "2015-01-01".into()),
        ("gender_missing", |form| form.gender = 0),
        ("gender_missing", |form| form.seeking.clear()),
        ("country_unknown", |form| form.country = "PL".into()),
        ("language_unknown", |form| form.language = "pl".into()),
        ("terms_not_accepted", |form| form.accept_terms = false),
        ("terms_not_accepted", |form| form.accept_sensitive = false),
    ];
    for (expected, change) in cases {
        let mut request = form(ANNA);
        change(&mut request);
        assert_eq!(
            refusal(stage.visitor(DUTCH).sign_up(request).await),
            expected
        );
    }
    assert!(stage.rows().await.iter().all(|(_, rows)| *rows == 0));
    let short = SignUpRequest {
        password: "short".to_owned(),
        ..form(ANNA)
    };
    let status = stage.visitor(DUTCH).sign_up(short).await.unwrap_err();
    assert_eq!(kit::fault::detail(&status, "min").as_deref(), Some("12"));
}

#[tokio::test]
async fn a_site_may_ask_for_more_years_by_its_own_calendar() {
    let stage = Stage::set().await;
    // It is 2 March 2026 everywhere in Europe.
    let born = |date: &str| SignUpRequest {
        birth_date: date.to_owned(),
        ..form(ANNA)
    };
    let young = stage
        .visitor(GROWN)
        .sign_up(born("2005-03-03"))
        .await
        .unwrap_err();
    assert_eq!(kit::fault::detail(&young, "min_age").as_deref(), Some("21"));
    // 23:30 in London is the third in Amsterdam.
    stage.advance(time::Duration::hours(11) + time::Duration::minutes(30));
    stage
        .visitor(GROWN)
        .sign_up(born("2005-03-03"))
        .await
        .unwrap();
}

#[tokio::test]
async fn sign_ups_follow_the_sites_setting() {
    let stage = Stage::set().await;
    assert_eq!(
        refusal(stage.visitor(CLOSED).sign_up(form(ANNA)).await),
        "signups_closed"
    );
    assert_eq!(
        refusal(stage.visitor(SOURCED).sign_up(form(ANNA)).await),
        "signups_closed"
    );

    // The gateway knows that the visitor brought a source.
    let tracked = kit::Caller {
        site: Some(SOURCED),
        tracked: true,
        ..kit::Caller::default()
    };
    let mut tracked = accounts_service_client::AccountsServiceClient::new(
        stage.host.caller("accounts", &tracked),
    );
    tracked.sign_up(form(ANNA)).await.unwrap();

    // The page kept it in memory: that is enough, and without consent nothing is stored.
    let source = TrackingRecord {
        network: "north".to_owned(),
        ..TrackingRecord::default()
    };
    let sourced = SignUpRequest {
        tracking: Some(source),
        ..form("bo@example.com")
    };
    stage.visitor(SOURCED).sign_up(sourced).await.unwrap();
    assert_eq!(stage.rows_of("accounts").await, 2);
    assert_eq!(stage.rows_of("tracking_records").await, 0);
}

#[tokio::test]
async fn a_changed_site_is_noticed() {
    let stage = Stage::set().await;
    stage.sign_up(CLOSING, ANNA).await;
    stage.advance(time::Duration::HOUR);
    // Remembered from a moment ago.
    stage.sign_up(CLOSING, "bo@example.com").await;
    tell_changed(&stage, CLOSING).await;
    assert_eq!(
        refusal(stage.visitor(CLOSING).sign_up(form("cy@example.com")).await),
        "signups_closed"
    );
}

#[tokio::test]
async fn a_talkative_site_says_that_an_address_is_taken() {
    let stage = Stage::set().await;
    stage.join(TALKATIVE, ANNA).await;
    let mails = stage.requests(MailKind::AlreadyRegistered).await.len();
    assert_eq!(
        refusal(stage.visitor(TALKATIVE).sign_up(form(ANNA)).await),
        "email_taken"
    );
    let browser = stage.log_in(TALKATIVE, ANNA, PASSWORD).await.unwrap();
    stage.deletes(TALKATIVE, &browser).await.unwrap();
    assert_eq!(
        refusal(stage.visitor(TALKATIVE).sign_up(form(ANNA)).await),
        "email_deleted"
    );
    assert_eq!(
        stage.requests(MailKind::AlreadyRegistered).await.len(),
        mails
    );
}
