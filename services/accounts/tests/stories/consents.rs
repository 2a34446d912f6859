use proto::accounts::v1::*;

use crate::stage::*;

fn tracking() -> TrackingRecord {
    TrackingRecord {
        network: "north".to_owned(),
        r#ref: "banner\u{7}".to_owned(),
        sub1: "é".repeat(500),
        sub2: String::new(),
        sub3: "'; drop table accounts; --".to_owned(),
    }
}

async fn consents(stage: &Stage, browser: &Browser) -> Vec<(ConsentKind, bool, String)> {
    let answer = stage
        .browser(DUTCH, browser)
        .get_account(GetAccountRequest {})
        .await;
    let consents = answer.unwrap().into_inner().consents;
    let mut consents: Vec<_> = consents
        .into_iter()
        .map(|consent| (consent.kind(), consent.granted, consent.version))
        .collect();
    consents.sort();
    consents
}

#[tokio::test]
async fn what_was_agreed_to_at_sign_up_is_kept_with_its_version() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    assert_eq!(
        consents(&stage, &browser).await,
        [
            // The company is younger than the terms.
            (ConsentKind::Terms, true, "2025-01-01T00:00:00Z".to_owned()),
            (ConsentKind::Tracking, false, String::new()),
            (ConsentKind::Sensitive, true, String::new()),
        ]
    );
}

#[tokio::test]
async fn where_a_visitor_came_from_is_stored_with_consent_only() {
    let stage = Stage::set().await;
    let silent = SignUpRequest {
        tracking: Some(tracking()),
        ..form(ANNA)
    };
    stage.visitor(DUTCH).sign_up(silent).await.unwrap();
    assert_eq!(stage.rows_of("tracking_records").await, 0);

    let agreed = SignUpRequest {
        accept_tracking: true,
        tracking: Some(tracking()),
        ..form("bo@example.com")
    };
    stage.visitor(DUTCH).sign_up(agreed).await.unwrap();
    let db = stage.host.db("accounts");
    let stored = sqlx::query!("select network, ref, sub1, sub3 from tracking_records")
        .fetch_one(db.pool())
        .await
        .unwrap();
    assert_eq!(
        (stored.network.as_str(), stored.r#ref.as_str()),
        ("north", "banner")
    );
    assert_eq!(stored.sub1.chars().count(), 200);
    assert_eq!(stored.sub3, "'; drop table accounts; --");
}

#[tokio::test]
async fn a_withdrawn_consent_erases_the_tracking_record() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let mut member = stage.browser(DUTCH, &browser);
    let set = |granted, tracking| SetConsentRequest {
        kind: ConsentKind::Tracking.into(),
        granted,
        tracking,
    };
    assert_eq!(
        refusal(member.set_consent(set(true, None)).await),
        "tracking_missing"
    );
    member
        .set_consent(set(true, Some(tracking())))
        .await
        .unwrap();
    assert_eq!(stage.rows_of("tracking_records").await, 1);
    assert!(consents(&stage, &browser).await.contains(&(
        ConsentKind::Tracking,
        true,
        String::new()
    )));
    member
        .set_consent(set(false, Some(tracking())))
        .await
        .unwrap();
    assert_eq!(stage.rows_of("tracking_records").await, 0);
    assert!(consents(&stage, &browser).await.contains(&(
        ConsentKind::Tracking,
        false,
        String::new()
    )));
    // The history stays: three of sign-up, two of these.
    assert_eq!(stage.rows_of("consents").await, 5);
}

#[tokio::test]
async fn what_an_account_cannot_do_without_ends_with_it() {
    let stage = Stage::set().await;
    let agreed = SignUpRequest {
        accept_tracking: true,
        ..form(ANNA)
    };
    stage.visitor(DUTCH).sign_up(agreed).await.unwrap();
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let mut member = stage.browser(DUTCH, &browser);
    for kind in [ConsentKind::Terms, ConsentKind::Sensitive] {
        let set = |granted| SetConsentRequest {
            kind: kind.into(),
            granted,
            tracking: None,
        };
        let before = consents(&stage, &browser).await;
        assert_eq!(
            refusal(member.set_consent(set(false)).await),
            "consent_ends_with_account"
        );
        assert_eq!(consents(&stage, &browser).await, before);
        member.set_consent(set(true)).await.unwrap();
    }
    assert_eq!(stage.rows_of("tracking_records").await, 1);
    for kind in [0, 4, -1] {
        let request = SetConsentRequest {
            kind,
            granted: true,
            tracking: None,
        };
        assert_eq!(
            refusal(member.set_consent(request).await),
            "consent_unknown"
        );
    }
}

#[tokio::test]
async fn a_member_chooses_one_of_the_sites_languages() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let browser = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let mut member = stage.browser(DUTCH, &browser);
    for language in ["", "pl", "EN", "en\0", "nl-NL"] {
        let request = SetLanguageRequest {
            language: language.to_owned(),
        };
        assert_eq!(
            refusal(member.set_language(request).await),
            "language_unknown"
        );
    }
    member
        .set_language(SetLanguageRequest {
            language: "en".to_owned(),
        })
        .await
        .unwrap();
    let account = stage.authenticate(DUTCH, &browser.session).await.unwrap();
    assert_eq!(account.language, "en");
    stage.host.settle().await;
    let told = stage.host.events::<LanguageChanged>();
    assert_eq!(told.len(), 1);
    assert_eq!(
        (told[0].member_id.clone(), told[0].language.as_str()),
        (account.id, "en")
    );
}
