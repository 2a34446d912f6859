//! Logging in and out, and what a logged-in member may do here.

use std::sync::atomic::Ordering::SeqCst;

use prost::Message;
use proto::accounts::v1::{LogInRequest, TouchSessionRequest};
use serde_json::{Value, json};

use crate::{
    browser::{Door, header, json as read, refusal},
    fakes::{ANNA, ANNAS_TOKEN, PASSWORD, VONK},
};

fn cookies(response: &reqwest::Response) -> Vec<String> {
    let lines = response.headers().get_all("set-cookie").iter();
    lines
        .map(|line| line.to_str().unwrap().to_owned())
        .collect()
}

fn login() -> Value {
    json!({"email": "anna@example.test", "password": PASSWORD})
}

#[tokio::test]
async fn a_login_answers_the_user_and_keeps_the_session_in_a_cookie() {
    let door = Door::open().await;
    let answer = door
        .page("POST", "/api/user.php")
        .header("x-request-type", "client")
        .header(
            "user-agent",
            "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0",
        )
        .header("cookie", "auth.device=known-device")
        .json(&login())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(
        cookies(&answer),
        [
            "auth.session=anna-token_1; Path=/; SameSite=Lax; Max-Age=2592000; Secure; HttpOnly",
            "auth.device=device-token_1; Path=/; SameSite=Lax; Max-Age=34560000; Secure; HttpOnly",
        ]
    );
    let body: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    let user = &body["user"];
    assert_eq!(user["id"], ANNA);
    assert_eq!(user["status"], "not_confirmed");
    assert_eq!(user["signup_date"], "2026-03-02T12:00:00Z");
    assert_eq!(user["notifications_disabled"], json!(["like"]));
    assert_eq!(user["profile"]["status"], "disabled");
    assert_eq!(user["profile"]["kind"], "member");
    assert!(
        !body.to_string().contains("canary@example.test"),
        "the address stays inside"
    );

    let asked = LogInRequest::decode(door.world.calls("LogIn")[0].message.clone()).unwrap();
    assert_eq!(asked.site_id, VONK);
    assert_eq!(asked.device_token, "known-device");
    assert_eq!(asked.device, "Firefox on Linux");
}

#[tokio::test]
async fn a_site_without_tls_has_cookies_without_secure() {
    let door = Door::open().await;
    let request = door
        .bare("POST", "/api/user.php")
        .header("host", "spark.test");
    let answer = request
        .header("origin", "http://spark.test")
        .json(&login())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert!(!cookies(&answer).concat().contains("Secure"));
}

#[tokio::test]
async fn a_wrong_login_is_told_in_the_contracts_words() {
    let door = Door::open().await;
    let wrong = json!({"email": "anna@example.test", "password": "wrong"});
    let (status, body) = read(door.page("POST", "/api/user.php").json(&wrong)).await;
    assert_eq!(
        (status.as_u16(), &body["error"]["code"]),
        (401, &json!("login_failed"))
    );
    assert_eq!(body.get("authentication_required"), None);

    let blocked = json!({"email": "blocked@example.test", "password": "wrong"});
    let answer = door
        .page("POST", "/api/user.php")
        .json(&blocked)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 429);
    assert_eq!(header(&answer, "retry-after"), "1800");
    assert_eq!(
        answer.json::<Value>().await.unwrap()["error"]["minutes"],
        30
    );
}

#[tokio::test]
async fn a_new_login_ends_the_session_it_replaces() {
    let door = Door::open().await;
    let request = door
        .page("POST", "/api/user.php")
        .header("cookie", "auth.session=older");
    assert_eq!(request.json(&login()).send().await.unwrap().status(), 200);
    let ended = door.world.calls("LogOut");
    assert_eq!(ended.len(), 1);
    assert!(String::from_utf8_lossy(&ended[0].message).contains("older"));
}

#[tokio::test]
async fn members_get_in_while_notifications_is_away() {
    let door = Door::open().await;
    door.world.notifications_away.store(true, SeqCst);
    let (status, body) = read(door.anna("GET", "/api/user.php")).await;
    assert_eq!(status, 200);
    assert_eq!(body["user"]["notifications_disabled"], json!([]));
}

#[tokio::test]
async fn a_session_opens_its_own_site_only() {
    let door = Door::open().await;
    let cookie = format!("auth.session={ANNAS_TOKEN}");
    let (_, here) = read(door.page("GET", "/api/user.php").header("cookie", &cookie)).await;
    assert_eq!(here["user"]["id"], ANNA);
    let there = door
        .bare("GET", "/api/user.php")
        .header("host", "spark.test");
    let (_, there) = read(there.header("cookie", &cookie)).await;
    assert_eq!(there["user"], Value::Null);
    let language = door
        .bare("PUT", "/api/user.php")
        .header("host", "spark.test");
    let language = language
        .header("cookie", &cookie)
        .header("sec-fetch-site", "same-origin");
    let (status, body) = read(language.json(&json!({"language": "pl"}))).await;
    assert_eq!(status, 403);
    assert_eq!(body["authentication_required"], true);
}

#[tokio::test]
async fn a_session_cookie_sent_twice_is_no_session() {
    let door = Door::open().await;
    let request = door
        .anna("GET", "/api/user.php")
        .header("cookie", "auth.session=planted");
    let (_, body) = read(request).await;
    assert_eq!(body["user"], Value::Null);
}

#[tokio::test]
async fn a_changed_language_is_stored_and_kept_in_a_cookie() {
    let door = Door::open().await;
    let (_, before) = read(door.anna("GET", "/api/user.php")).await;
    assert_eq!(before["user"]["language"], "nl");
    let change = door
        .anna("PUT", "/api/user.php")
        .json(&json!({"language": "en"}));
    let answer = change.send().await.unwrap();
    assert_eq!(
        cookies(&answer),
        ["i18n_redirected=en; Path=/; SameSite=Lax; Max-Age=31536000; Secure"]
    );
    assert_eq!(
        answer.json::<Value>().await.unwrap()["user"]["language"],
        "en"
    );
    let caller = &door.world.calls("SetLanguage")[0].caller;
    assert_eq!(caller.member.unwrap().to_string(), ANNA);
    assert_eq!(caller.site.unwrap().to_string(), VONK);
    let (_, after) = read(door.anna("GET", "/api/user.php")).await;
    assert_eq!(
        after["user"]["language"], "en",
        "the remembered session was dropped"
    );
}

#[tokio::test]
async fn a_push_subscription_is_stored_for_the_member() {
    let door = Door::open().await;
    let keys = json!({"p256dh": "key", "auth": "secret"});
    let body = |endpoint: &str| json!({"subscription": {"endpoint": endpoint, "keys": keys}});
    let save = |endpoint| {
        door.anna("POST", "/api/user.php?push=1")
            .json(&body(endpoint))
    };
    assert_eq!(
        save("https://push.example/1")
            .send()
            .await
            .unwrap()
            .status(),
        204
    );
    assert_eq!(
        refusal(save("https://127.0.0.1/1")).await,
        (400, "endpoint_refused".to_owned())
    );
    let unknown = door
        .anna("POST", "/api/user.php?push=2")
        .json(&body("https://push.example/1"));
    assert_eq!(refusal(unknown).await, (400, "field_invalid".to_owned()));
}

#[tokio::test]
async fn a_logout_ends_the_session_for_good() {
    let door = Door::open().await;
    read(door.anna("GET", "/api/user.php")).await;
    let answer = door.anna("GET", "/api/logout.php").send().await.unwrap();
    assert_eq!(answer.status(), 204);
    assert_eq!(
        cookies(&answer),
        ["auth.session=; Path=/; SameSite=Lax; Max-Age=0; Secure; HttpOnly"]
    );
    assert_eq!(header(&answer, "clear-site-data"), "\"cache\"");
    let (_, body) = read(door.anna("GET", "/api/user.php")).await;
    assert_eq!(body["user"], Value::Null);
}

#[tokio::test]
async fn a_logout_from_elsewhere_is_refused() {
    let door = Door::open().await;
    let cookie = format!("auth.session={ANNAS_TOKEN}");
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("sec-fetch-site", "none"),
        ("referer", "https://evil.test/"),
        ("x-request-type", "client"),
    ] {
        let request = door
            .bare("GET", "/api/logout.php")
            .header("host", "vonk.test");
        let request = request.header("cookie", &cookie).header(name, value);
        assert_eq!(
            refusal(request).await,
            (403, "csrf_refused".to_owned()),
            "{name}: {value}"
        );
    }
    assert!(door.world.calls("LogOut").is_empty());
}

fn touches(door: &Door) -> Vec<bool> {
    let calls = door.world.calls("TouchSession");
    let hidden = |message| TouchSessionRequest::decode(message).unwrap().hidden;
    calls.into_iter().map(|call| hidden(call.message)).collect()
}

#[tokio::test]
async fn a_session_in_use_is_told_now_and_then() {
    let door = Door::open().await;
    for _ in 0..3 {
        read(door.anna("GET", "/api/user.php")).await;
    }
    assert_eq!(touches(&door), [false]);
}

#[tokio::test]
async fn a_hidden_page_is_told_with_a_beacon() {
    let door = Door::open().await;
    read(door.anna("GET", "/api/user.php")).await;
    for kind in ["application/json", "text/plain;charset=UTF-8"] {
        let beacon = door
            .anna("POST", "/api/page-hidden.php")
            .header("content-type", kind);
        assert_eq!(beacon.body("{}").send().await.unwrap().status(), 204);
    }
    assert_eq!(touches(&door), [false, true, true]);
    let visitor = door.page("POST", "/api/page-hidden.php").json(&json!({}));
    assert_eq!(visitor.send().await.unwrap().status(), 204);
    read(door.anna("GET", "/api/user.php")).await;
    assert_eq!(touches(&door), [false, true, true, false], "back in sight");
}

#[tokio::test]
async fn one_click_unsubscribes_without_a_cookie_or_an_origin() {
    let door = Door::open().await;
    let click = |token: &str, body: &'static str| {
        door.bare("POST", &format!("/unsubscribe/{token}"))
            .header("host", "vonk.test")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body)
    };
    let answer = click("good-token", "List-Unsubscribe=One-Click")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    let wrong = refusal(click("wrong", "List-Unsubscribe=One-Click")).await;
    assert_eq!(wrong, (404, "token_invalid".to_owned()));
    let empty = refusal(click("good-token", "")).await;
    assert_eq!(empty, (400, "field_invalid".to_owned()));
    assert_eq!(door.world.calls("Unsubscribe").len(), 2);
    let in_query = door
        .bare("POST", "/unsubscribe?token=good-token")
        .header("host", "vonk.test");
    let form =
        "--x\r\ncontent-disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n";
    let in_query = in_query
        .header("content-type", "multipart/form-data; boundary=x")
        .body(form);
    assert_eq!(in_query.send().await.unwrap().status(), 200);
    assert_eq!(door.world.calls("Unsubscribe").len(), 3);

    for link in ["/unsubscribe/good-token", "/unsubscribe?token=good-token"] {
        let followed = door.visit(link).send().await.unwrap();
        assert_eq!(followed.status(), 200, "no login, and the token is kept");
        assert_eq!(header(&followed, "x-robots-tag"), "noindex");
        let page = followed.text().await.unwrap();
        assert!(page.contains("site-settings") && !page.contains("good-token"));
    }
    assert_eq!(
        door.world.calls("Unsubscribe").len(),
        3,
        "a GET changes nothing"
    );
}
