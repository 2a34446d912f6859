//! Headers of every answer.

use serde_json::json;

use crate::browser::{Door, header};

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table")]
async fn every_answer_is_strict() {
    let door = Door::open().await;
    let answers = [
        ("page", door.visit("/")),
        ("unknown page", door.visit("/nothing")),
        ("file", door.page("GET", "/assets/app-3f9d.js")),
        ("missing file", door.page("GET", "/assets/x.js")),
        ("settings", door.page("GET", "/api/settings.php")),
        ("company", door.page("GET", "/api/companyinfo.php")),
        ("visitor", door.page("GET", "/api/user.php")),
        ("member", door.anna("GET", "/api/user.php")),
        (
            "wrong login",
            door.page("POST", "/api/user.php").json(&json!({})),
        ),
        ("forged", door.visit("/api/logout.php")),
        ("logout", door.page("GET", "/api/logout.php")),
        (
            "beacon",
            door.page("POST", "/api/page-hidden.php").json(&json!({})),
        ),
        (
            "rpc",
            door.rpc("/rpc/vonk.accounts.v1.AccountsService/Nothing", &[]),
        ),
        (
            "refused rpc",
            door.page("POST", "/rpc/vonk.accounts.v1.AccountsService/SignUp"),
        ),
        (
            "no rpc",
            door.rpc("/rpc/vonk.accounts.v1.AccountsInternalService/LogIn", &[]),
        ),
        (
            "wrong method",
            door.page("DELETE", "/api/settings.php").json(&json!({})),
        ),
        (
            "too long",
            door.page("GET", &format!("/{}", "a".repeat(9_000))),
        ),
        ("likes", door.anna("GET", "/api/likes.php")),
        ("visitor's likes", door.page("GET", "/api/likes.php")),
        ("chats", door.anna("GET", "/api/chats.php")),
        ("auto-like", door.anna("GET", "/api/auto-like.php")),
        (
            "removed chat",
            door.anna("DELETE", "/api/chat.php")
                .json(&json!({"conversation": "x"})),
        ),
        ("list", door.page("GET", "/api/interests.php")),
        ("list", door.page("GET", "/api/regions.php?country=NL")),
        ("no list", door.page("GET", "/api/regions.php?country=XK")),
        ("place", door.page("GET", "/api/geocode.php?lat=1&lon=1")),
        (
            "discount",
            door.anna("GET", "/api/discountcode.php?welcome=true"),
        ),
        ("hint", door.page("POST", "/api/webhooks/mollie")),
        (
            "no photo",
            door.anna(
                "GET",
                "/photos/0f/0f23456789abcdef0123456789abcdef-480.webp",
            ),
        ),
        ("unsubscribe", door.page("POST", "/unsubscribe/wrong")),
    ];
    for (what, request) in answers {
        let answer = request.send().await.unwrap();
        let policy = header(&answer, "content-security-policy");
        for rule in [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "require-trusted-types-for 'script'",
        ] {
            assert!(
                policy.split("; ").any(|part| part == rule),
                "{what}: {rule}"
            );
        }
        assert!(!policy.contains("unsafe"), "{what}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(header(&answer, name), value, "{what}");
        }
        assert!(
            header(&answer, "permissions-policy").contains("geolocation=(self)"),
            "{what}"
        );
        let cached = header(&answer, "cache-control");
        let expected = match what {
            "file" => "public, max-age=31536000, immutable",
            "list" => "private, max-age=3600",
            _ => "no-store",
        };
        assert_eq!(cached, expected, "{what}");
        if what != "too long" {
            let tls = header(&answer, "strict-transport-security");
            assert_eq!(tls, "max-age=31536000; includeSubDomains", "{what}");
        }
        assert_eq!(header(&answer, "access-control-allow-origin"), "", "{what}");
        assert_eq!(header(&answer, "server"), "", "{what}");
    }
}

#[tokio::test]
async fn a_site_without_tls_asks_for_none() {
    let door = Door::open().await;
    let answer = door
        .bare("GET", "/")
        .header("host", "spark.test")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(header(&answer, "strict-transport-security"), "");
    let elsewhere = door
        .bare("GET", "/")
        .header("host", "evil.test")
        .send()
        .await
        .unwrap();
    assert_eq!(elsewhere.status(), 421);
    assert!(header(&elsewhere, "content-security-policy").starts_with("default-src 'none'"));
}
