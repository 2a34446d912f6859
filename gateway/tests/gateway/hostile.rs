//! Values that nobody means well with, at every route: a named refusal each, and no effect.

use std::convert::Infallible;

use serde_json::{Value, json};

use crate::browser::{Door, json as read};

const SCRIPT: &str = "<script>alert(1)</script>";
const SQL: &str = "' or 1=1; drop table accounts; --";

fn texts() -> Vec<Value> {
    vec![
        Value::Null,
        json!(""),
        json!("a".repeat(10_000)),
        json!("a\u{0}b"),
        json!("a\r\nset-cookie: x=1"),
        json!(3),
        json!(-1.5e300),
        json!(true),
        json!([]),
        json!(["a"]),
        json!({}),
        json!({"$ne": null}),
    ]
}

/// Puts each odd value in place of each field, adds unknown fields, and breaks the JSON.
fn corpus(good: &Value) -> Vec<String> {
    let mut bodies: Vec<String> = ["", "{", "[]", "null", "\"\"", "\u{0}", "{}x", "{\"a\":1,}"]
        .map(str::to_owned)
        .to_vec();
    bodies.push("[".repeat(10_000));
    bodies.push(format!("{{\"a\":{}", "[".repeat(10_000)));
    let object = good.as_object().unwrap();
    for name in object.keys() {
        let mut without = object.clone();
        without.remove(name);
        bodies.push(Value::Object(without).to_string());
        for odd in texts() {
            let mut changed = object.clone();
            changed.insert(name.clone(), odd);
            bodies.push(Value::Object(changed).to_string());
        }
    }
    for extra in ["credits", "paid_user", "roles", "__proto__", SCRIPT, SQL] {
        let mut more = object.clone();
        more.insert(extra.to_owned(), json!(1));
        bodies.push(Value::Object(more).to_string());
    }
    bodies
}

async fn assert_named(request: reqwest::RequestBuilder, what: &str) {
    let (status, body) = read(request).await;
    assert!(status.is_client_error(), "{status} {what}");
    let code = body["error"]["code"]
        .as_str()
        .unwrap_or_else(|| panic!("{body} {what}"));
    assert!(!code.is_empty(), "{what}");
    assert!(!body.to_string().contains("<script"), "{what}");
}

#[tokio::test]
async fn odd_bodies_get_a_named_refusal() {
    let door = Door::with("[gateway.limits]\nentry = 100000", false).await;
    let keys = json!({"p256dh": "a", "auth": "b"});
    let subscription = json!({"endpoint": "https://push.example/1", "keys": keys});
    let calls = [
        (
            "POST",
            "/api/user.php",
            json!({"email": "a@example.test", "password": "wrong"}),
        ),
        (
            "POST",
            "/api/user.php?push=1",
            json!({"subscription": subscription}),
        ),
        ("PUT", "/api/user.php", json!({"language": "en"})),
        ("DELETE", "/api/chat.php", json!({"conversation": "c"})),
    ];
    for (method, path, good) in &calls {
        for body in corpus(good) {
            let what = format!("{method} {path} {:.200}", body.replace('\u{0}', "\\0"));
            let request = door
                .anna(method, path)
                .header("content-type", "application/json");
            assert_named(request.body(body), &what).await;
        }
    }
    for inner in ["endpoint", "keys", "unknown"] {
        for odd in texts() {
            let mut changed = subscription.clone();
            changed[inner] = odd;
            let request = door.anna("POST", "/api/user.php?push=1");
            let request = request.json(&json!({"subscription": changed}));
            assert_named(request, &format!("subscription {changed}")).await;
        }
    }
    let hidden = door.anna("POST", "/api/page-hidden.php");
    assert_named(hidden.json(&json!({"a": SCRIPT})), "page-hidden").await;
    for method in [
        "SavePushSubscription",
        "SetLanguage",
        "TouchSession",
        "RemoveConversation",
    ] {
        assert!(door.world.calls(method).is_empty(), "{method} was reached");
    }
}

#[tokio::test]
async fn scripts_and_sql_are_only_text() {
    let door = Door::open().await;
    for text in [SCRIPT, SQL] {
        let login = json!({"email": text, "password": text});
        let (status, body) = read(door.page("POST", "/api/user.php").json(&login)).await;
        assert_eq!(
            (status.as_u16(), &body["error"]["code"]),
            (401, &json!("login_failed"))
        );
        let request = door
            .page("GET", "/api/settings.php")
            .query(&[("domain", text)]);
        assert_named(request, text).await;
        let request = door
            .anna("PUT", "/api/user.php")
            .json(&json!({"language": "en<b"}));
        assert_named(request, text).await;
    }
}

#[tokio::test]
async fn ten_megabytes_are_too_large_everywhere() {
    let door = Door::open().await;
    let megabytes = vec![b'a'; 10 * 1024 * 1024];
    let mut told = 0;
    for (method, path, kind) in [
        ("POST", "/api/user.php", "application/json"),
        ("POST", "/api/user.php?push=1", "application/json"),
        ("PUT", "/api/user.php", "application/json"),
        ("POST", "/api/page-hidden.php", "application/json"),
        (
            "POST",
            "/rpc/vonk.accounts.v1.AccountsService/SignUp",
            "application/grpc-web+proto",
        ),
        ("DELETE", "/api/chat.php", "application/json"),
        (
            "POST",
            "/rpc/vonk.chat.v1.ChatService/SendMessage",
            "application/grpc-web+proto",
        ),
        (
            "POST",
            "/rpc/vonk.profiles.v1.ProfilesService/UpdateProfile",
            "application/grpc-web+proto",
        ),
        (
            "POST",
            "/rpc/vonk.matching.v1.MatchingService/AddPhoto",
            "application/grpc-web+proto",
        ),
        (
            "POST",
            "/api/webhooks/mollie",
            "application/x-www-form-urlencoded",
        ),
        (
            "POST",
            "/unsubscribe/good-token",
            "application/x-www-form-urlencoded",
        ),
    ] {
        let announced = door.anna(method, path).header("content-type", kind);
        let chunks = megabytes
            .chunks(64 * 1024)
            .map(|part| Ok::<_, Infallible>(part.to_vec()));
        let chunks = futures::stream::iter(chunks.collect::<Vec<_>>());
        let streamed = door.anna(method, path).header("content-type", kind);
        for request in [
            announced.body(megabytes.clone()),
            streamed.body(reqwest::Body::wrap_stream(chunks)),
        ] {
            // An upload may be cut off before its refusal is read.
            if let Ok(answer) = request.send().await {
                assert_eq!(answer.status(), 413, "{method} {path}");
                told += 1;
            }
        }
        // Just above the limit, the refusal is always read.
        let above = door.anna(method, path).header("content-type", kind);
        let answer = above.body(vec![b'a'; 256 * 1024 + 1]).send().await.unwrap();
        assert_eq!(answer.status(), 413, "{method} {path}");
    }
    assert!(told > 0, "no refusal was read at all");
    for method in [
        "LogIn",
        "SignUp",
        "Unsubscribe",
        "SetLanguage",
        "RemoveConversation",
        "SendMessage",
        "ReceiveWebhook",
        "AddPhoto",
    ] {
        assert!(door.world.calls(method).is_empty(), "{method} was reached");
    }
}

#[tokio::test]
async fn odd_addresses_and_headers_are_refused() {
    let door = Door::open().await;
    let long = "a".repeat(9_000);
    for path in [
        format!("/api/settings.php?domain={long}"),
        format!("/{long}"),
        "/api/user.php/x.css".to_owned(),
        "/api/".to_owned(),
        "/api/../api/user.php%00".to_owned(),
        "/api/unknown.php".to_owned(),
        "/rpc/".to_owned(),
        "/assets/../../Cargo.toml".to_owned(),
        "/assets/..%2f..%2fCargo.toml".to_owned(),
        "/..%5c..%5cetc/passwd".to_owned(),
        "/.vite/manifest.json".to_owned(),
        "/%2evite/manifest.json".to_owned(),
        "/index.html".to_owned(),
        "/index%2ehtml".to_owned(),
        "/assets".to_owned(),
    ] {
        assert_named(door.page("GET", &path), &path[..path.len().min(80)]).await;
    }
    for method in ["PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"] {
        for path in [
            "/api/user.php",
            "/api/settings.php",
            "/",
            "/rpc/a.b/C",
            "/assets/app-3f9d.js",
        ] {
            let request = door
                .page(method, path)
                .header("content-type", "application/json");
            assert_named(request, &format!("{method} {path}")).await;
        }
    }
    for (key, problem) in [(String::new(), "missing"), ("k".repeat(201), "too_long")] {
        let request = door
            .page("POST", "/api/user.php")
            .header("idempotency-key", key);
        let (status, body) = read(request.json(&json!({}))).await;
        assert_eq!(status, 400);
        assert_eq!(body["error"]["field"], "Idempotency-Key");
        assert_eq!(body["error"]["problem"], problem);
    }
}
