//! The page with its site written in, and the files beside it.

use http::StatusCode;
use serde_json::Value;

use crate::browser::{Door, header};

fn written_settings(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"site-settings\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn the_page_carries_its_site() {
    let door = Door::open().await;
    let answer = door.visit("/").send().await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(header(&answer, "content-type"), "text/html; charset=utf-8");
    assert_eq!(header(&answer, "cache-control"), "no-store");
    let page = answer.text().await.unwrap();
    assert!(
        page.contains("<html lang=\"nl\" data-niche=\"7\">"),
        "{page}"
    );
    assert!(page.contains("<title>Vonk &amp; vrienden</title>"));
    let settings = written_settings(&page);
    assert_eq!(settings["domain"], "vonk.test");
    assert_eq!(settings["locale"], "nl");
    assert_eq!(
        settings["description"],
        "</script><script>alert(1)</script> __VONK_TITLE__"
    );
}

#[tokio::test]
async fn a_sites_text_cannot_break_out_of_the_page() {
    let door = Door::open().await;
    let page = door.visit("/").send().await.unwrap().text().await.unwrap();
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script").count(), 1);
    assert!(page.contains("\\u003c/script\\u003e\\u003cscript\\u003ealert(1)"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)"));
    assert!(
        page.contains("__VONK_TITLE__"),
        "a token in a site's text stays text"
    );
}

#[tokio::test]
async fn the_language_is_the_cookies_when_the_site_has_it() {
    let door = Door::open().await;
    for (cookie, expected) in [("en", "en"), ("pl", "nl"), ("\"><b>", "nl"), ("", "nl")] {
        let request = door
            .visit("/")
            .header("cookie", format!("i18n_redirected={cookie}"));
        let page = request.send().await.unwrap().text().await.unwrap();
        assert!(
            page.contains(&format!("<html lang=\"{expected}\"")),
            "{cookie}"
        );
        assert_eq!(written_settings(&page)["locale"], expected);
    }
}

#[tokio::test]
async fn known_addresses_are_found_and_others_say_404_with_the_same_page() {
    let door = Door::open().await;
    for path in [
        "/login",
        "/members/01890000-0000-7000-8000-0000000000a1/chat",
        "/members/1/landing2/summer",
        "/likes/m/1",
        "/activate?token=abc",
        "/reset-password/do?token=abc",
        "/pages/terms",
        "/landers/tinderswipe",
        "/credits/1/ideal",
    ] {
        let answer = door.visit(path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    for path in [
        "/nothing",
        "/members/1/2/3",
        "/pages/unknown",
        "/wp-login.php",
        "/a.html",
    ] {
        let answer = door.visit(path).send().await.unwrap();
        assert_eq!(answer.status(), 404, "{path}");
        assert_eq!(header(&answer, "cache-control"), "no-store");
        assert!(
            answer.text().await.unwrap().contains("site-settings"),
            "{path}"
        );
    }
    let no_page = door.page("GET", "/nothing.png").send().await.unwrap();
    assert_eq!(no_page.status(), 404);
    assert_eq!(header(&no_page, "content-type"), "application/json");
}

/// What the web app calls its addresses must be known here, or they would be shown as 404.
#[tokio::test]
async fn every_address_of_the_web_app_is_known() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/shared/paths.ts");
    let text = std::fs::read_to_string(file).unwrap();
    let (table, rest) = text.split_once("} as const").unwrap();
    let (_, rest) = rest.split_once("PAGE_SLUGS = [").unwrap();
    let (slugs, _) = rest.split_once(']').unwrap();
    let quoted = |text: &str| {
        text.split('\'')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut paths = quoted(table);
    paths.extend(quoted(slugs).iter().map(|slug| format!("/pages/{slug}")));
    assert!(paths.len() > 15, "{paths:?}");
    let door = Door::open().await;
    for path in paths {
        assert_eq!(
            door.visit(&path).send().await.unwrap().status(),
            200,
            "{path}"
        );
    }
}

#[tokio::test]
async fn hashed_files_are_kept_for_ever_and_others_asked_for_again() {
    let door = Door::open().await;
    for (path, rule, kind) in [
        (
            "/assets/app-3f9d.js",
            "public, max-age=31536000, immutable",
            "text/javascript",
        ),
        ("/sw-push.js", "no-cache", "text/javascript"),
        ("/robots.txt", "no-cache", "text/plain"),
    ] {
        let answer = door.page("GET", path).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(header(&answer, "cache-control"), rule, "{path}");
        assert_eq!(header(&answer, "content-type"), kind, "{path}");
        let tag = header(&answer, "etag").to_owned();
        assert!(!tag.is_empty());
        let again = door
            .page("GET", path)
            .header("if-none-match", tag)
            .send()
            .await
            .unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(header(&again, "cache-control"), rule, "{path}");
    }
    let missing = door
        .page("GET", "/assets/app-0000.js")
        .send()
        .await
        .unwrap();
    assert_eq!(missing.status(), 404);
    assert_eq!(
        header(&missing, "cache-control"),
        "no-store",
        "a missing file may come"
    );
}

#[tokio::test]
async fn compressed_files_are_sent_as_they_lie() {
    let door = Door::open().await;
    let request = door
        .page("GET", "/assets/app-3f9d.js")
        .header("accept-encoding", "br");
    let answer = request.send().await.unwrap();
    assert_eq!(header(&answer, "content-encoding"), "br");
    assert_eq!(answer.bytes().await.unwrap(), "not really brotli");
}

#[tokio::test]
async fn the_manifest_has_the_sites_name() {
    let door = Door::open().await;
    for path in ["/site.webmanifest", "/manifest.webmanifest"] {
        let answer = door.page("GET", path).send().await.unwrap();
        assert_eq!(header(&answer, "content-type"), "application/manifest+json");
        let manifest: Value = answer.json().await.unwrap();
        assert_eq!(
            (&manifest["name"], &manifest["start_url"]),
            (&"Vonk".into(), &"/".into())
        );
    }
}

#[tokio::test]
async fn a_page_that_is_not_built_is_told() {
    let door = Door::open().await;
    std::fs::remove_file(door.web_root.join("index.html")).unwrap();
    let answer = door.visit("/").send().await.unwrap();
    assert_eq!(answer.status(), 503);
    assert!(answer.text().await.unwrap().contains("page_missing"));
}
