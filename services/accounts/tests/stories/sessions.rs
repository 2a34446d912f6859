use proto::accounts::v1::{end_sessions_request::Which, *};
use tonic::Status;

use crate::stage::*;

async fn end(stage: &Stage, browser: &Browser, which: Option<Which>) -> Result<(), Status> {
    stage
        .browser(DUTCH, browser)
        .end_sessions(EndSessionsRequest { which })
        .await
        .map(|_| ())
}

async fn list(stage: &Stage, browser: &Browser) -> Vec<Session> {
    let answer = stage
        .browser(DUTCH, browser)
        .list_sessions(ListSessionsRequest {})
        .await;
    answer.unwrap().into_inner().sessions
}

#[tokio::test]
async fn a_member_sees_the_own_sessions_and_ends_them() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let mut browsers = Vec::new();
    for _ in 0..4 {
        browsers.push(stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap());
        stage.advance(time::Duration::MINUTE);
    }
    let present = browsers[1].clone();
    let listed = list(&stage, &present).await;
    let ids: Vec<_> = listed.iter().map(|session| session.id.clone()).collect();
    let newest_first: Vec<_> = browsers
        .iter()
        .rev()
        .map(|b| b.session_id.to_string())
        .collect();
    assert_eq!(ids, newest_first);
    let current: Vec<_> = listed.iter().map(|session| session.current).collect();
    assert_eq!(current, [false, false, true, false]);
    assert_eq!(listed[0].device, "Firefox on Windows");

    let third = Which::SessionId(browsers[2].session_id.to_string());
    end(&stage, &present, Some(third.clone())).await.unwrap();
    assert!(!stage.is_in(DUTCH, &browsers[2]).await);
    assert_eq!(
        refusal(end(&stage, &present, Some(third)).await),
        "session_unknown"
    );

    end(&stage, &present, Some(Which::AllOthers(true)))
        .await
        .unwrap();
    assert!(stage.is_in(DUTCH, &present).await);
    assert_eq!(list(&stage, &present).await.len(), 1);
    stage.host.settle().await;
    let ended = stage.host.events::<SessionsEnded>();
    assert_eq!(ended.len(), 2);
    assert_eq!(ended[1].session_ids.len(), 2);
    // Nothing left to end is no event.
    end(&stage, &present, Some(Which::AllOthers(true)))
        .await
        .unwrap();
    stage.host.settle().await;
    assert_eq!(stage.host.events::<SessionsEnded>().len(), 2);
}

#[tokio::test]
async fn a_member_cannot_end_another_members_session() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.join(DUTCH, "bo@example.com").await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let bo = stage
        .log_in(DUTCH, "bo@example.com", PASSWORD)
        .await
        .unwrap();
    let annas = Which::SessionId(anna.session_id.to_string());
    assert_eq!(
        refusal(end(&stage, &bo, Some(annas)).await),
        "session_unknown"
    );
    end(&stage, &bo, Some(Which::AllOthers(true)))
        .await
        .unwrap();
    assert!(stage.is_in(DUTCH, &anna).await);
    assert_eq!(list(&stage, &bo).await.len(), 1);
}

#[tokio::test]
async fn ending_nothing_in_particular_is_refused() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    for which in [
        None,
        Some(Which::AllOthers(false)),
        Some(Which::SessionId(String::new())),
        Some(Which::SessionId("1 or 1=1".to_owned())),
    ] {
        assert_eq!(refusal(end(&stage, &anna, which).await), "id_invalid");
    }
    assert!(stage.is_in(DUTCH, &anna).await);
}

#[tokio::test]
async fn use_of_a_session_is_remembered() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    stage.advance(time::Duration::HOUR);
    let touch = async |hidden| {
        let session_id = anna.session_id.to_string();
        stage
            .gateway()
            .touch_session(TouchSessionRequest { session_id, hidden })
            .await
    };
    touch(true).await.unwrap();
    let hidden = async || {
        let db = stage.host.db("accounts");
        sqlx::query_scalar!("select hidden_at from sessions")
            .fetch_one(db.pool())
            .await
            .unwrap()
    };
    assert_eq!(hidden().await, Some(stage.host.clock.now()));
    let seen = list(&stage, &anna).await[0].last_seen_at.unwrap().seconds;
    assert_eq!(seen, stage.host.clock.now().unix_timestamp());
    touch(false).await.unwrap();
    assert_eq!(hidden().await, None);
    end(
        &stage,
        &anna,
        Some(Which::SessionId(anna.session_id.to_string())),
    )
    .await
    .unwrap();
    assert_eq!(refusal(touch(false).await), "session_unknown");
}

#[tokio::test]
async fn only_hashes_of_tokens_are_stored() {
    let stage = Stage::set().await;
    stage.join(DUTCH, ANNA).await;
    stage.forgets_password(DUTCH, ANNA).await.unwrap();
    let link = stage.mailed(MailKind::PasswordReset).await.token;
    let anna = stage.log_in(DUTCH, ANNA, PASSWORD).await.unwrap();
    let db = stage.host.db("accounts");
    let stored = sqlx::query_scalar!(
        r#"
        select token_hash as "hash!" from sessions
        union all select token_hash from devices
        union all select token_hash from mail_tokens
        "#
    )
    .fetch_all(db.pool())
    .await
    .unwrap();
    assert_eq!(stored.len(), 4);
    for token in [&anna.session, &anna.device, &link] {
        let raw = base64::Engine::decode(&base64::prelude::BASE64_URL_SAFE_NO_PAD, token).unwrap();
        assert!(!stored.contains(&raw));
        let hash = <sha2::Sha256 as sha2::Digest>::digest(&raw).to_vec();
        assert!(stored.contains(&hash));
    }
}
