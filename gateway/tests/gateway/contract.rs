//! The documented contract is what the gateway answers.

use http::StatusCode;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use crate::{
    browser::{Door, json as read},
    fakes::PASSWORD,
    people::{BRAM, conversation_id},
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/http.openapi.json");

fn document() -> Value {
    serde_json::to_value(gateway::document()).unwrap()
}

/// Set `VONK_WRITE_CONTRACT=1` to rewrite the file.
#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "whether to rewrite is asked by hand"
)]
fn the_document_in_docs_is_the_generated_one() {
    let generated = serde_json::to_string_pretty(&document()).unwrap() + "\n";
    if std::env::var_os("VONK_WRITE_CONTRACT").is_some() {
        std::fs::write(FILE, &generated).unwrap();
    }
    let written = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        written == generated,
        "docs/http.openapi.json differs: VONK_WRITE_CONTRACT=1 cargo test -p gateway contract"
    );
}

/// The schema of an answer, with the document's components beside it.
fn schema(method: &str, path: &str, status: StatusCode) -> Option<Value> {
    let document = document();
    let answer = &document["paths"][path][method]["responses"][status.as_str()];
    assert!(
        answer.is_object(),
        "{method} {path} does not document {status}"
    );
    let mut schema = answer["content"]["application/json"]["schema"]
        .as_object()?
        .clone();
    schema.insert("components".to_owned(), document["components"].clone());
    Some(Value::Object(schema))
}

fn assert_fits(method: &str, path: &str, status: StatusCode, body: &Value) {
    let schema = schema(method, path, status).expect("an answer with a body");
    let validator = jsonschema::draft202012::new(&schema).unwrap();
    let problems: Vec<String> = validator
        .iter_errors(body)
        .map(|error| format!("{} at {}", error, error.instance_path))
        .collect();
    assert!(
        problems.is_empty(),
        "{method} {path} {status}: {problems:?}\n{body:#}"
    );
}

#[expect(clippy::too_many_lines, reason = "a table")]
/// Calls that cover what the document says: method, address, request, status.
fn calls(door: &Door) -> Vec<(&'static str, &'static str, RequestBuilder, u16)> {
    let login = json!({"email": "anna@example.test", "password": PASSWORD});
    let wrong = json!({"email": "anna@example.test", "password": "wrong"});
    let blocked = json!({"email": "blocked@example.test", "password": "wrong"});
    vec![
        (
            "get",
            "/api/settings.php",
            door.page("GET", "/api/settings.php"),
            200,
        ),
        (
            "get",
            "/api/settings.php",
            door.page("GET", "/api/settings.php?domain=unknown.test&ref=x"),
            404,
        ),
        (
            "get",
            "/api/settings.php",
            door.page("GET", "/api/settings.php?domain=a%20b"),
            400,
        ),
        (
            "get",
            "/api/companyinfo.php",
            door.page("GET", "/api/companyinfo.php"),
            200,
        ),
        (
            "get",
            "/api/user.php",
            door.page("GET", "/api/user.php"),
            200,
        ),
        (
            "get",
            "/api/user.php",
            door.anna("GET", "/api/user.php"),
            200,
        ),
        (
            "post",
            "/api/user.php",
            door.page("POST", "/api/user.php").json(&login),
            200,
        ),
        (
            "post",
            "/api/user.php",
            door.page("POST", "/api/user.php").json(&wrong),
            401,
        ),
        (
            "post",
            "/api/user.php",
            door.page("POST", "/api/user.php").json(&blocked),
            429,
        ),
        (
            "post",
            "/api/user.php",
            door.page("POST", "/api/user.php").json(&json!({})),
            400,
        ),
        (
            "post",
            "/api/user.php",
            door.page("POST", "/api/user.php?push=1")
                .json(&json!({"subscription": {}})),
            403,
        ),
        (
            "put",
            "/api/user.php",
            door.anna("PUT", "/api/user.php")
                .json(&json!({"language": "en"})),
            200,
        ),
        (
            "put",
            "/api/user.php",
            door.anna("PUT", "/api/user.php")
                .json(&json!({"language": "fr"})),
            400,
        ),
        (
            "put",
            "/api/user.php",
            door.page("PUT", "/api/user.php")
                .json(&json!({"language": "en"})),
            403,
        ),
        ("get", "/api/logout.php", door.visit("/api/logout.php"), 403),
        (
            "get",
            "/api/likes.php",
            door.anna("GET", "/api/likes.php"),
            200,
        ),
        (
            "get",
            "/api/likes.php",
            door.page("GET", "/api/likes.php"),
            403,
        ),
        (
            "get",
            "/api/auto-like.php",
            door.anna("GET", "/api/auto-like.php"),
            200,
        ),
        (
            "get",
            "/api/auto-like.php",
            door.page("GET", "/api/auto-like.php"),
            403,
        ),
        (
            "get",
            "/api/chats.php",
            door.anna("GET", "/api/chats.php"),
            200,
        ),
        (
            "get",
            "/api/chats.php",
            door.page("GET", "/api/chats.php"),
            403,
        ),
        (
            "delete",
            "/api/chat.php",
            door.anna("DELETE", "/api/chat.php").json(&json!({})),
            400,
        ),
        (
            "delete",
            "/api/chat.php",
            door.page("DELETE", "/api/chat.php")
                .json(&json!({"conversation": "x"})),
            403,
        ),
        (
            "delete",
            "/api/chat.php",
            door.anna("DELETE", "/api/chat.php")
                .json(&json!({"conversation": "x"})),
            404,
        ),
        (
            "get",
            "/api/interests.php",
            door.page("GET", "/api/interests.php"),
            200,
        ),
        (
            "get",
            "/api/regions.php",
            door.page("GET", "/api/regions.php?country=NL"),
            200,
        ),
        (
            "get",
            "/api/regions.php",
            door.page("GET", "/api/regions.php?country=XK"),
            400,
        ),
        (
            "get",
            "/api/geocode.php",
            door.page("GET", "/api/geocode.php?lat=52.09&lon=5.23"),
            200,
        ),
        (
            "get",
            "/api/geocode.php",
            door.page("GET", "/api/geocode.php?lat=x&lon=5.23"),
            400,
        ),
        (
            "get",
            "/api/discountcode.php",
            door.anna("GET", "/api/discountcode.php?welcome=true"),
            200,
        ),
        (
            "get",
            "/api/discountcode.php",
            door.anna("GET", "/api/discountcode.php?code=NONE"),
            200,
        ),
        (
            "get",
            "/api/discountcode.php",
            door.anna("GET", "/api/discountcode.php"),
            400,
        ),
        (
            "get",
            "/api/discountcode.php",
            door.page("GET", "/api/discountcode.php?code=NONE"),
            403,
        ),
        (
            "post",
            "/api/webhooks/mollie",
            door.page("POST", "/api/webhooks/mollie")
                .body("a".repeat(2_000)),
            413,
        ),
        (
            "post",
            "/api/page-hidden.php",
            door.page("POST", "/api/page-hidden.php")
                .json(&json!({"a": 1})),
            400,
        ),
    ]
}

#[tokio::test]
async fn every_answer_fits_its_schema() {
    let door = Door::open().await;
    // With nothing to tell, and with something.
    for furnished in [false, true] {
        if furnished {
            door.world.people.furnish();
        }
        for (method, address, request, expected) in calls(&door) {
            let (status, body) = read(request).await;
            assert_eq!(status, expected, "{method} {address}: {body}");
            assert_fits(method, address, status, &body);
        }
    }
}

#[tokio::test]
async fn every_call_says_that_a_part_is_away_as_documented() {
    let door = Door::open().await;
    for service in ["profiles", "matching", "chat", "billing"] {
        door.world.people.set_away(service, true);
    }
    let chat = json!({"conversation": "x"});
    for (method, address, request) in [
        ("get", "/api/user.php", door.anna("GET", "/api/user.php")),
        ("get", "/api/likes.php", door.anna("GET", "/api/likes.php")),
        (
            "get",
            "/api/auto-like.php",
            door.anna("GET", "/api/auto-like.php"),
        ),
        ("get", "/api/chats.php", door.anna("GET", "/api/chats.php")),
        (
            "delete",
            "/api/chat.php",
            door.anna("DELETE", "/api/chat.php").json(&chat),
        ),
        (
            "get",
            "/api/interests.php",
            door.page("GET", "/api/interests.php"),
        ),
        (
            "get",
            "/api/regions.php",
            door.page("GET", "/api/regions.php?country=NL"),
        ),
        (
            "get",
            "/api/geocode.php",
            door.page("GET", "/api/geocode.php?lat=1&lon=1"),
        ),
        (
            "get",
            "/api/discountcode.php",
            door.anna("GET", "/api/discountcode.php?welcome=true"),
        ),
        (
            "post",
            "/api/webhooks/mollie",
            door.page("POST", "/api/webhooks/mollie").body("id=tr_1"),
        ),
    ] {
        let (status, body) = read(request).await;
        assert_eq!(status, 503, "{method} {address}: {body}");
        assert_fits(method, address, status, &body);
    }
}

#[tokio::test]
async fn every_documented_answer_without_a_body_has_none() {
    let door = Door::open().await;
    door.world.people.furnish();
    let keys = json!({"p256dh": "a", "auth": "b"});
    let endpoint = "https://push.example/1";
    let subscription = json!({"endpoint": endpoint, "expirationTime": null, "keys": keys});
    let push = json!({"subscription": subscription});
    for (method, address, request) in [
        (
            "post",
            "/api/user.php",
            door.anna("POST", "/api/user.php?push=1").json(&push),
        ),
        (
            "post",
            "/api/page-hidden.php",
            door.page("POST", "/api/page-hidden.php").json(&json!({})),
        ),
        (
            "delete",
            "/api/chat.php",
            door.anna("DELETE", "/api/chat.php")
                .json(&json!({"conversation": conversation_id(BRAM)})),
        ),
        (
            "get",
            "/api/logout.php",
            door.page("GET", "/api/logout.php"),
        ),
    ] {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), 204, "{method} {address}");
        assert!(schema(method, address, answer.status()).is_none());
        assert_eq!(answer.text().await.unwrap(), "");
    }
}

#[tokio::test]
async fn settings_say_what_the_contract_names() {
    let door = Door::open().await;
    let (_, own) = read(door.page("GET", "/api/settings.php")).await;
    assert_eq!(own["domain"], "vonk.test");
    assert_eq!(own["enable_site_entry_popup"], "yes");
    assert_eq!(own["signups"], "with_trafficsource");
    assert_eq!(
        own["minimum_message_costs"],
        json!({"NL": {"costs": 99, "currency": "EUR"}})
    );
    assert_eq!(own["geoip_country"], Value::Null);
    let (_, other) = read(door.page("GET", "/api/settings.php?domain=spark.test")).await;
    assert_eq!(other["domain"], "spark.test");
}

#[tokio::test]
async fn the_company_is_the_sites() {
    let door = Door::open().await;
    let (_, company) = read(door.page("GET", "/api/companyinfo.php")).await;
    assert_eq!(company["name"], "Vonk B.V.");
    assert_eq!(company["added"], "2023-12-01T12:00:00Z");
}
