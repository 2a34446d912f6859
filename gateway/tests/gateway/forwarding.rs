//! gRPC-Web through `/rpc/`.

use std::time::Instant;

use prost::Message;
use proto::accounts::v1::{GetAccountRequest, GetAccountResponse, SignUpRequest};
use tonic::Code;

use crate::{
    browser::{Door, web_answer},
    fakes::{ANNA, ANNAS_SESSION, ANNAS_TOKEN, VONK},
};

const SIGN_UP: &str = "/rpc/vonk.accounts.v1.AccountsService/SignUp";

fn sign_up(password: &str) -> Vec<u8> {
    SignUpRequest {
        password: password.to_owned(),
        ..SignUpRequest::default()
    }
    .encode_to_vec()
}

#[tokio::test]
async fn a_visitor_reaches_the_service_as_a_visitor() {
    let door = Door::open().await;
    let call = door
        .rpc(SIGN_UP, &sign_up("long enough it is"))
        .header("cookie", "i18n_redirected=en")
        .header("x-traffic-source", "1");
    let response = call.send().await.unwrap();
    assert_eq!(
        response.headers()["content-type"],
        "application/grpc-web+proto"
    );
    let answer = web_answer(response).await;
    assert_eq!(answer.status.code(), Code::Ok);
    assert_eq!(answer.messages, [Vec::<u8>::new()]);
    let caller = door.world.calls("SignUp")[0].caller.clone();
    assert_eq!(caller.site.unwrap().to_string(), VONK);
    assert_eq!((caller.member, caller.session), (None, None));
    assert_eq!(caller.locale, "en");
    assert!(caller.tracked);
}

#[tokio::test]
async fn a_member_reaches_the_service_as_that_member() {
    let door = Door::open().await;
    let path = "/rpc/vonk.accounts.v1.AccountsService/GetAccount";
    let call = door
        .rpc(path, &GetAccountRequest {}.encode_to_vec())
        .header("cookie", format!("auth.session={ANNAS_TOKEN}"));
    let answer = web_answer(call.send().await.unwrap()).await;
    let account = GetAccountResponse::decode(&answer.messages[0][..])
        .unwrap()
        .account
        .unwrap();
    assert_eq!(account.id, ANNA);
    let call = door.world.calls("GetAccount")[0].clone();
    assert!(
        !call.headers.contains_key("cookie"),
        "the cookie stays here"
    );
    let caller = call.caller;
    assert_eq!(caller.member.unwrap().to_string(), ANNA);
    assert_eq!(caller.session.unwrap().to_string(), ANNAS_SESSION);
    assert_eq!(caller.roles, ["member"]);
    assert_eq!(caller.locale, "nl");
    assert!(!caller.tracked);
}

#[tokio::test]
async fn a_refusal_keeps_its_reason_and_details() {
    let door = Door::open().await;
    let answer = web_answer(door.rpc(SIGN_UP, &sign_up("short")).send().await.unwrap()).await;
    assert_eq!(answer.status.code(), Code::InvalidArgument);
    assert_eq!(
        kit::fault::reason(&answer.status).as_deref(),
        Some("password_too_short")
    );
    assert_eq!(
        kit::fault::detail(&answer.status, "min").as_deref(),
        Some("12")
    );
}

#[tokio::test]
async fn a_stream_arrives_piece_by_piece() {
    let door = Door::open().await;
    let path = "/rpc/vonk.notifications.v1.NotificationsService/Watch";
    let mut response = door.rpc(path, &[]).send().await.unwrap();
    let first = response.chunk().await.unwrap().unwrap();
    let first_at = Instant::now();
    assert_eq!(first.len(), 5 + 8);
    let mut rest = first.to_vec();
    while let Some(chunk) = response.chunk().await.unwrap() {
        rest.extend_from_slice(&chunk);
    }
    let later = first_at.elapsed();
    assert!(
        rest.windows(13).any(|part| part == b"grpc-status:0"),
        "{rest:?}"
    );
    assert_eq!(rest[13..26][5..], 1_u64.to_be_bytes());
    // Three items come 150 ms apart; held back, they would come all at once.
    assert!(later >= std::time::Duration::from_millis(250));
}

#[tokio::test]
async fn text_mode_works_too() {
    let door = Door::open().await;
    let frame = crate::stage::framed(&sign_up("long enough it is"));
    let text = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, frame);
    let call = door
        .page("POST", SIGN_UP)
        .header("content-type", "application/grpc-web-text");
    let answer = call
        .header("accept", "application/grpc-web-text")
        .body(text)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(door.world.calls("SignUp").len(), 1);
}

#[tokio::test]
async fn an_unknown_method_is_unimplemented_and_a_broken_message_harms_nothing() {
    let door = Door::open().await;
    let unknown = door.rpc("/rpc/vonk.accounts.v1.AccountsService/Nothing", &[]);
    let answer = web_answer(unknown.send().await.unwrap()).await;
    assert_eq!(answer.status.code(), Code::Unimplemented);
    let broken = door
        .page("POST", SIGN_UP)
        .header("content-type", "application/grpc-web+proto");
    let answer = web_answer(broken.body(vec![0, 0]).send().await.unwrap()).await;
    assert_ne!(answer.status.code(), Code::Ok);
}
