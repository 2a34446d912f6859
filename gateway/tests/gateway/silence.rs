//! No person and no secret in a log line.

use std::{
    io::Write,
    sync::{Arc, Mutex, atomic::Ordering::SeqCst},
};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;

use crate::{
    browser::Door,
    fakes::{ANNAS_TOKEN, PASSWORD},
};

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn logs_name_nobody() {
    let lines = Lines::default();
    // For the whole process: tests that run beside this one are listened to as well.
    let subscriber = tracing_subscriber::fmt()
        .with_writer(lines.clone())
        .with_ansi(false)
        .with_max_level(tracing::Level::TRACE)
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::FULL)
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let door = Door::with("trusted_proxies = [\"127.0.0.0/8\"]", false).await;
    door.world.notifications_away.store(true, SeqCst);
    door.world.people.furnish();

    let login = |email: &str, password: &str| {
        let body = json!({"email": email, "password": password});
        door.page("POST", "/api/user.php")
            .json(&body)
            .header("x-forwarded-for", "203.0.113.77")
    };
    let rpc = "/rpc/vonk.accounts.v1.AccountsService";
    let sign_up = proto::accounts::v1::SignUpRequest {
        email: "canary@example.test".to_owned(),
        password: PASSWORD.to_owned(),
        ..Default::default()
    };
    let sign_up = prost::Message::encode_to_vec(&sign_up);
    for request in [
        login("canary@example.test", PASSWORD),
        login("canary@example.test", "canary-password"),
        login("blocked@example.test", "canary-password"),
        door.page("POST", "/api/user.php")
            .body("canary-body")
            .header("content-type", "application/json"),
        door.anna("GET", "/api/user.php?canary-query=1"),
        door.visit("/activate?token=canary-link-token"),
        door.visit("/members/canary-member"),
        door.visit("/canary-path?token=canary-link-token"),
        door.page("GET", "/api/settings.php?domain=canary-domain.test"),
        door.rpc(&format!("{rpc}/SignUp"), &sign_up)
            .header("x-canary", "canary-header"),
        door.rpc(&format!("{rpc}/GetAccount"), &[])
            .header("authorization", "Bearer canary-bearer"),
        door.anna("GET", "/api/geocode.php?lat=52.31415926&lon=4.92653589"),
        door.page("GET", "/api/geocode.php?lat=canary-lat&lon=4.92653589"),
        door.anna("GET", "/api/regions.php?country=canary-country"),
        door.anna("GET", "/api/discountcode.php?code=canary-code"),
        door.anna("GET", "/api/likes.php"),
        door.anna("GET", "/api/chats.php"),
        door.anna("DELETE", "/api/chat.php")
            .json(&json!({"conversation": "canary-conversation"})),
        door.anna("GET", "/photos/canaryfolder/canarystem-480.webp"),
        door.anna("GET", "/photos/chat/ca/canarystem-320.webp"),
        door.bare("POST", "/api/webhooks/mollie")
            .header("host", "vonk.test")
            .body("id=tr_canary"),
        door.bare("POST", "/unsubscribe/canary-mail-token")
            .header("host", "vonk.test")
            .body("List-Unsubscribe=One-Click"),
        door.bare("GET", "/").header("host", "canary-host.test"),
        door.anna("GET", "/api/logout.php"),
    ] {
        request.send().await.unwrap();
    }
    // What other crates say at TRACE about bytes on the wire is theirs, and off in production.
    let written = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let ours: Vec<&str> = written
        .lines()
        .filter(|line| {
            ["gateway", "kit", "proto"]
                .iter()
                .any(|of| line.contains(&format!(" {of}::")))
        })
        .collect();
    assert!(
        ours.iter().any(|line| line.contains("request answered")),
        "{written:.2000}"
    );
    let routes = [
        "/api/user.php",
        "/members/{id}",
        "/unsubscribe/{token}",
        "other",
    ];
    for route in routes {
        let told = format!("http.route=\"{route}\"");
        assert!(ours.iter().any(|line| line.contains(&told)), "{route}");
    }
    for secret in [
        "canary",
        ANNAS_TOKEN,
        PASSWORD,
        "device-token_1",
        "203.0.113.",
        "Anna",
        "Bram",
        "52.3141",
        "4.9265",
    ] {
        let told: Vec<_> = ours.iter().filter(|line| line.contains(secret)).collect();
        assert!(told.is_empty(), "{secret}: {told:#?}");
    }
}
