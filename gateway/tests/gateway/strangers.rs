//! The members' calls by whom they are not for.

use serde_json::json;

use crate::{
    browser::{Door, header, json as read},
    fakes::ANNAS_TOKEN,
    people::{BRAM, conversation_id},
};

const MEMBERS: [(&str, &str); 5] = [
    ("GET", "/api/likes.php"),
    ("GET", "/api/auto-like.php"),
    ("GET", "/api/chats.php"),
    ("DELETE", "/api/chat.php"),
    ("GET", "/api/discountcode.php?welcome=true"),
];

fn body() -> serde_json::Value {
    json!({"conversation": conversation_id(BRAM)})
}

#[tokio::test]
async fn who_is_not_logged_in_here_is_asked_to() {
    let door = Door::open().await;
    door.world.people.furnish();
    let session = format!("auth.session={ANNAS_TOKEN}");
    for (method, path) in MEMBERS {
        let elsewhere = door
            .bare(method, path)
            .header("host", "spark.test")
            .header("sec-fetch-site", "same-origin");
        for (who, request) in [
            ("a visitor", door.page(method, path)),
            (
                "a session of another site",
                elsewhere.header("cookie", &session),
            ),
            (
                "a wrong token",
                door.page(method, path)
                    .header("cookie", "auth.session=wrong"),
            ),
            (
                "two tokens",
                door.anna(method, path).header("cookie", "auth.session=x"),
            ),
            (
                "a forged identity",
                door.page(method, path)
                    .header("authorization", format!("Bearer {ANNAS_TOKEN}"))
                    .header("x-user-id", crate::fakes::ANNA)
                    .header("x-session", ANNAS_TOKEN),
            ),
        ] {
            let answer = request.json(&body()).send().await.unwrap();
            assert_eq!(answer.status(), 403, "{who}: {method} {path}");
            assert_eq!(header(&answer, "cache-control"), "no-store");
            let body: serde_json::Value = answer.json().await.unwrap();
            assert_eq!(
                body["authentication_required"], true,
                "{who}: {method} {path}"
            );
            assert_eq!(body["error"]["code"], "authentication_required");
        }
    }
    let reached = door.world.reached();
    assert!(
        reached.iter().all(|path| path.ends_with("/Authenticate")),
        "{reached:?}"
    );
}

#[tokio::test]
async fn an_id_in_the_request_makes_nobody_another() {
    let door = Door::open().await;
    door.world.people.furnish();
    // The services' fakes refuse whatever is not Anna's.
    for path in [
        format!("/api/likes.php?member_id={BRAM}&id={BRAM}"),
        format!("/api/chats.php?member_id={BRAM}&viewer_id={BRAM}"),
        format!("/api/auto-like.php?member_id={BRAM}"),
        format!("/api/discountcode.php?welcome=true&member_id={BRAM}&user_id={BRAM}"),
    ] {
        let request = door.anna("GET", &path).header("x-user-id", BRAM);
        assert_eq!(read(request).await.0, 200, "{path}");
    }
}

#[tokio::test]
async fn each_address_takes_its_own_methods_only() {
    let door = Door::open().await;
    for (path, own) in [
        ("/api/likes.php", "GET"),
        ("/api/auto-like.php", "GET"),
        ("/api/chats.php", "GET"),
        ("/api/chat.php", "DELETE"),
        ("/api/interests.php", "GET"),
        ("/api/regions.php", "GET"),
        ("/api/geocode.php", "GET"),
        ("/api/discountcode.php", "GET"),
        ("/api/webhooks/mollie", "POST"),
    ] {
        for method in [
            "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND",
        ] {
            if method == own {
                continue;
            }
            let request = door.anna(method, path).json(&json!({}));
            let (status, body) = read(request).await;
            assert_eq!(status, 405, "{method} {path}");
            assert_eq!(
                body["error"]["code"], "method_not_allowed",
                "{method} {path}"
            );
        }
    }
    assert_eq!(door.world.reached(), Vec::<String>::new());
}
