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

#[tokio::test]
async fn members_send_like_search_and_bring_photos_as_people_do() {
    let settings = "[gateway.limits]\nsend = 2\nlike = 2\nsearch = 2\nupload = 2";
    let door = Door::with(settings, false).await;
    let cookie = format!("auth.session={}", crate::fakes::ANNAS_TOKEN);
    for (methods, limited) in [
        (["vonk.chat.v1.ChatService/SendMessage"; 3], "SendMessage"),
        (
            [
                "vonk.matching.v1.MatchingService/Like",
                "vonk.matching.v1.MatchingService/Unlike",
                "vonk.matching.v1.MatchingService/Swipe",
            ],
            "Swipe",
        ),
        (["vonk.profiles.v1.ProfilesService/Search"; 3], "Search"),
        (
            [
                "vonk.profiles.v1.ProfilesService/AddPhoto",
                "vonk.chat.v1.ChatService/AddPhoto",
                "vonk.profiles.v1.ProfilesService/AddPhoto",
            ],
            "AddPhoto",
        ),
    ] {
        let call = async |method: &str| {
            let request = door
                .rpc(&format!("/rpc/{method}"), &[])
                .header("cookie", &cookie);
            web_answer(request.send().await.unwrap()).await.status
        };
        for method in &methods[..2] {
            assert_eq!(call(method).await.code(), Code::Ok, "{method}");
        }
        let before = door.world.calls(limited).len();
        let status = call(methods[2]).await;
        assert_eq!(status.code(), Code::ResourceExhausted, "{limited}");
        assert_eq!(
            kit::fault::reason(&status).as_deref(),
            Some("rate_limited"),
            "{limited}"
        );
        assert!(kit::fault::detail(&status, "seconds").is_some());
        assert_eq!(door.world.calls(limited).len(), before, "{limited}");
    }
    // Each has a measure of its own, and all else goes on.
    assert_eq!(read(door.anna("GET", "/api/likes.php")).await.0, 200);
}

#[tokio::test]
async fn visitors_of_a_network_share_their_searches() {
    let door = Door::with("[gateway.limits]\nsearch = 2", false).await;
    let path = "/rpc/vonk.profiles.v1.ProfilesService/Search";
    for expected in [Code::Ok, Code::Ok, Code::ResourceExhausted] {
        let answer = web_answer(door.rpc(path, &[]).send().await.unwrap()).await;
        assert_eq!(answer.status.code(), expected);
    }
    let member = door.rpc(path, &[]).header(
        "cookie",
        format!("auth.session={}", crate::fakes::ANNAS_TOKEN),
    );
    let answer = web_answer(member.send().await.unwrap()).await;
    assert_eq!(answer.status.code(), Code::Ok, "a member is not among them");
}

#[tokio::test]
async fn invented_hosts_are_not_looked_up_without_end() {
    let door = Door::with("[gateway.limits]\nnetwork = 3", false).await;
    let page = async |host: &str| {
        let request = door.bare("GET", "/").header("host", host);
        request.send().await.unwrap().status().as_u16()
    };
    assert_eq!(page("vonk.test").await, 200);
    for (host, expected) in [
        ("a.test", 421),
        ("a.test", 421),
        ("b.test", 421),
        ("c.test", 429),
    ] {
        assert_eq!(page(host).await, expected, "{host}");
    }
    assert_eq!(door.world.calls("GetSiteByDomain").len(), 3);
    // A site of ours is known.
    assert_eq!(page("vonk.test").await, 200);
}

#[tokio::test]
async fn settings_are_of_one_domain_or_of_the_own() {
    let door = Door::open().await;
    let of = |query: &str| door.page("GET", &format!("/api/settings.php?{query}"));
    for (query, domain) in [
        ("domain=", "vonk.test"),
        ("domain=spark.test", "spark.test"),
    ] {
        assert_eq!(read(of(query)).await.1["domain"], domain, "{query}");
    }
    let (status, body) = read(of("domain=spark.test&domain=vonk.test")).await;
    assert_eq!(status, 400);
    assert_eq!(body["error"]["problem"], "repeated");
}
