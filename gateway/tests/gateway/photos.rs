//! Photo files below the site's prefix: who gets them, and how long they are kept.

use std::sync::atomic::Ordering::SeqCst;

use reqwest::RequestBuilder;

use crate::{
    browser::{Door, header, json as read},
    fakes::{ANNA, ANNAS_TOKEN},
};

const SHOWN: &str = "0f/0f23456789abcdef0123456789abcdef-480.webp";
const SENT: &str = "chat/af/af23456789abcdef0123456789abcdef-1200.webp";
const BYTES: &[u8] = b"RIFF\0\0\0\0WEBPVP8 a picture";

fn address(name: &str) -> String {
    format!("/photos/{name}")
}

async fn status(request: RequestBuilder) -> u16 {
    request.send().await.unwrap().status().as_u16()
}

async fn door() -> Door {
    let door = Door::open().await;
    let people = &door.world.people;
    people.put_file(SHOWN, ANNA, BYTES);
    people.put_file(SENT, ANNA, BYTES);
    door
}

#[tokio::test]
async fn a_member_gets_a_picture_and_nothing_but_a_picture() {
    let door = door().await;
    for (name, kept) in [
        (SHOWN, "private, max-age=120, must-revalidate"),
        (SENT, "private, max-age=86400, must-revalidate"),
    ] {
        let answer = door.anna("GET", &address(name)).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{name}");
        assert_eq!(header(&answer, "content-type"), "image/webp");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff");
        assert_eq!(
            header(&answer, "cross-origin-resource-policy"),
            "same-origin"
        );
        assert_eq!(header(&answer, "cache-control"), kept);
        assert_eq!(header(&answer, "etag"), format!("\"{name}\""));
        let vary: Vec<_> = answer.headers().get_all("vary").iter().collect();
        assert!(vary.iter().any(|of| *of == "cookie"), "{vary:?}");
        let policy = header(&answer, "content-security-policy");
        assert!(policy.split("; ").any(|part| part == "sandbox"), "{policy}");
        assert!(policy.starts_with("default-src 'none'; "), "{policy}");
        assert!(!policy.contains("script-src"), "{policy}");
        assert_eq!(answer.bytes().await.unwrap(), BYTES);
    }
    let head = door.anna("HEAD", &address(SHOWN)).send().await.unwrap();
    assert_eq!(head.status(), 200);
    assert_eq!(head.bytes().await.unwrap().len(), 0);
}

#[tokio::test]
async fn a_visitor_sees_what_the_services_show_visitors_and_nothing_sent_in_chat() {
    let door = door().await;
    let people = &door.world.people;
    assert_eq!(status(door.page("GET", &address(SHOWN))).await, 404);
    people.put_file(SHOWN, "", BYTES);
    assert_eq!(status(door.page("GET", &address(SHOWN))).await, 200);
    // Also were it to be had without a viewer.
    people.put_file(SENT, "", BYTES);
    assert_eq!(status(door.page("GET", &address(SENT))).await, 404);
    let cookie = format!("auth.session={ANNAS_TOKEN}");
    let elsewhere = |name: &str| {
        door.bare("GET", &address(name))
            .header("host", "spark.test")
            .header("cookie", &cookie)
    };
    assert_eq!(
        status(elsewhere(SENT)).await,
        404,
        "a session of another site"
    );
}

#[tokio::test]
async fn what_the_browser_has_is_shown_again_only_to_whom_may_still_see_it() {
    let door = door().await;
    for name in [SHOWN, SENT] {
        let again = || {
            door.anna("GET", &address(name))
                .header("if-none-match", format!("\"{name}\""))
        };
        let answer = again().send().await.unwrap();
        assert_eq!(answer.status(), 304, "{name}");
        assert_eq!(header(&answer, "etag"), format!("\"{name}\""));
        assert!(header(&answer, "cache-control").starts_with("private, "));
        assert_eq!(answer.bytes().await.unwrap().len(), 0);
        let read = door.world.people.bytes_read.load(SeqCst);
        assert_eq!(read, 0, "{name}: asked whether, not for the file");
        // A block, or the photo is gone.
        door.world.people.files.lock().unwrap().clear();
        let answer = again().send().await.unwrap();
        assert_eq!(answer.status(), 404, "{name}");
        assert_eq!(header(&answer, "cache-control"), "no-store");
        door.world.people.put_file(SENT, ANNA, BYTES);
    }
    let other = door
        .anna("GET", &address(SENT))
        .header("if-none-match", "\"x\"");
    assert_eq!(status(other).await, 200);
}

#[tokio::test]
async fn the_prefix_is_the_sites_own() {
    let door = door().await;
    door.world.sites.lock().unwrap()[0].cdn_prefix = "/media/p/".to_owned();
    assert_eq!(
        status(door.anna("GET", &format!("/media/p/{SHOWN}"))).await,
        200
    );
    assert_eq!(status(door.anna("GET", &address(SHOWN))).await, 404);
}

#[tokio::test]
async fn odd_names_reach_no_service() {
    let door = door().await;
    let stem = "0f23456789abcdef0123456789abcdef";
    for name in [
        String::new(),
        "0f/".to_owned(),
        format!("0f/{stem}"),
        format!("0f/{stem}-480.png"),
        format!("0f/{stem}-480.webp.html"),
        format!("0f/..%2f{stem}-480.webp"),
        format!("0f/%30f{stem}-480.webp"),
        format!("0f//{stem}-480.webp"),
        format!("0f/{stem}-480.webp/"),
        format!("0f/{stem}%00-480.webp"),
        "0f/<script>-1.webp".to_owned(),
        format!("0f/{}-480.webp", "a".repeat(5_000)),
    ] {
        assert_eq!(
            status(door.anna("GET", &address(&name))).await,
            404,
            "{name}"
        );
    }
    for method in ["POST", "PUT", "DELETE", "PATCH"] {
        let request = door.anna(method, &address(SHOWN)).body("x");
        assert_eq!(status(request).await, 404, "{method}");
    }
    assert!(door.world.calls("GetPhotoFile").is_empty());
}

#[tokio::test]
async fn a_service_that_is_away_is_no_missing_photo() {
    let door = door().await;
    for (service, name) in [("profiles", SHOWN), ("chat", SENT)] {
        door.world.people.set_away(service, true);
        let answer = door.anna("GET", &address(name)).send().await.unwrap();
        assert_eq!(answer.status(), 503, "{service}");
        assert_eq!(header(&answer, "cache-control"), "no-store");
        assert_eq!(header(&answer, "content-type"), "application/json");
    }
}

#[tokio::test]
async fn photos_have_a_limit_of_their_own() {
    let door = Door::with("[gateway.limits]\nphoto = 5\nmember = 3", false).await;
    door.world.people.put_file(SHOWN, ANNA, BYTES);
    for _ in 0..5 {
        assert_eq!(status(door.anna("GET", &address(SHOWN))).await, 200);
    }
    assert_eq!(status(door.anna("GET", &address(SHOWN))).await, 429);
    // A page full of photos leaves the member's calls as they were.
    assert_eq!(read(door.anna("GET", "/api/user.php")).await.0, 200);
    // And other people theirs.
    assert_eq!(status(door.page("GET", &address(SHOWN))).await, 404);
}
