//! Too much of one member or network.

use prost::Message;
use proto::accounts::v1::SignUpRequest;
use serde_json::json;
use tonic::Code;

use crate::browser::{Door, header, json as read, refusal, web_answer};

#[tokio::test]
async fn logins_and_sign_ups_of_a_network_share_a_limit() {
    let door = Door::with("[gateway.limits]\nentry = 4", false).await;
    let login = json!({"email": "a@example.test", "password": "wrong"});
    let path = "/rpc/vonk.accounts.v1.AccountsService/SignUp";
    let sign_up = SignUpRequest {
        password: "long enough it is".into(),
        ..Default::default()
    };
    let sign_up = sign_up.encode_to_vec();
    for _ in 0..2 {
        assert_eq!(
            refusal(door.page("POST", "/api/user.php").json(&login))
                .await
                .0,
            401
        );
        let answer = web_answer(door.rpc(path, &sign_up).send().await.unwrap()).await;
        assert_eq!(answer.status.code(), Code::Ok);
    }
    let answer = door
        .page("POST", "/api/user.php")
        .json(&login)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 429);
    let seconds: u64 = header(&answer, "retry-after").parse().unwrap();
    assert!((1..=15).contains(&seconds));
    let answer = web_answer(door.rpc(path, &sign_up).send().await.unwrap()).await;
    assert_eq!(answer.status.code(), Code::ResourceExhausted);
    assert_eq!(
        kit::fault::reason(&answer.status).as_deref(),
        Some("rate_limited")
    );
    assert_eq!(door.world.calls("LogIn").len(), 2);
    assert_eq!(door.world.calls("SignUp").len(), 2);
    // Reading goes on.
    assert_eq!(read(door.page("GET", "/api/user.php")).await.0, 200);
}

#[tokio::test]
async fn a_member_has_a_limit_of_their_own() {
    let door = Door::with("[gateway.limits]\nmember = 3", false).await;
    for _ in 0..3 {
        assert_eq!(read(door.anna("GET", "/api/user.php")).await.0, 200);
    }
    let limited = refusal(door.anna("GET", "/api/user.php")).await;
    assert_eq!(limited, (429, "rate_limited".to_owned()));
    assert_eq!(read(door.page("GET", "/api/user.php")).await.0, 200);
}

#[tokio::test]
async fn guessing_tokens_runs_dry() {
    let door = Door::with("[gateway.limits]\nnetwork = 6", false).await;
    let mut refused = 0;
    for number in 0..10 {
        let request = door.page("GET", "/api/user.php");
        let request = request.header("cookie", format!("auth.session=guess-{number}"));
        refused += u32::from(request.send().await.unwrap().status() == 429);
    }
    assert!(refused >= 6, "{refused}");
    assert!(door.world.calls("Authenticate").len() <= 4);
}

#[tokio::test]
async fn an_address_is_believed_from_a_proxy_only() {
    let settings = "country_header = \"cf-ipcountry\"\n[gateway.limits]\nnetwork = 2";
    let door = Door::with(settings, false).await;
    let from = |address: &str| {
        door.page("GET", "/api/settings.php")
            .header("x-forwarded-for", address)
            .header("cf-ipcountry", "DE")
    };
    let (_, settings) = read(from("198.51.100.1")).await;
    assert_eq!(settings["geoip_country"], serde_json::Value::Null);
    read(from("203.0.113.1")).await;
    assert_eq!(
        refusal(from("192.0.2.1")).await.0,
        429,
        "a claimed address is no other network"
    );

    let settings = "trusted_proxies = [\"127.0.0.0/8\"]\ncountry_header = \"cf-ipcountry\"
        [gateway.limits]\nnetwork = 2";
    let door = Door::with(settings, false).await;
    let from = |address: &str| {
        door.page("GET", "/api/settings.php")
            .header("x-forwarded-for", address)
            .header("cf-ipcountry", "DE")
    };
    for address in ["198.51.100.1", "198.51.100.2"] {
        assert_eq!(read(from(address)).await.1["geoip_country"], "DE");
    }
    assert_eq!(refusal(from("198.51.100.3")).await.0, 429);
    assert_eq!(read(from("203.0.113.1")).await.0, 200);
}
