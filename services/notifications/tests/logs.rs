//! No address, name or link of a member in any log line, at any level, nor in any push.
//!
//! Alone in its process: the subscriber that listens here is everybody's.

#![expect(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

mod support;

use std::{
    io::Write,
    sync::{Arc, Mutex},
    time::Duration,
};

use kit::testing::TestHost;
use notifications::Notifications;
use proto::{
    accounts::v1::{MailKind, PrepareMailResponse},
    billing::v1::OrderPaid,
    notifications::v1::{
        SavePushSubscriptionRequest, UnsubscribeRequest,
        notifications_internal_service_client::NotificationsInternalServiceClient,
    },
};
use support::{
    ask_for, becomes,
    browser::{Answer, Browser, PushService},
    eventually, fakes,
    fakes::{FakeAccounts, FakeProfiles, FakeSettings, joins},
    fresh, member,
    money::{purchase, refund, withdrawal},
    sink::{Sink, Verdict},
    tell, tried,
    word::{Conversation, likes},
};
use tracing_subscriber::fmt::MakeWriter;

/// Keeps every log line.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;
    fn make_writer(&self) -> Self {
        self.clone()
    }
}

fn canaries(email: &str) -> PrepareMailResponse {
    PrepareMailResponse {
        email: email.to_owned(),
        profile_name: "Canaryname".to_owned(),
        token: "canarytoken".to_owned(),
        ..fakes::prepared(MailKind::Activation)
    }
}

/// Pushes about members with telling names, to browsers with telling addresses: taken, refused,
/// redirected, gone.
async fn push_about_canaries(host: &TestHost) {
    let service = PushService::open().await;
    let (anna, bram) = (joins("Canaryanna", "nl"), joins("Canarybram", "nl"));
    let mut browser = Browser::at(&service);
    browser.endpoint.push_str("?canarytoken");
    browser.subscribe(host, anna).await;
    let mut talk = Conversation::new();
    let elsewhere = Answer::With(302, "location", "http://localhost:1/canary".to_owned());
    for (number, answer) in [
        Answer::Status(201),
        Answer::Status(500),
        elsewhere,
        Answer::Status(410),
    ]
    .into_iter()
    .enumerate()
    {
        service.answer([answer]);
        talk.write(host, bram, anna).await;
        likes(host, bram, anna).await;
        eventually("it is answered", async || {
            (service.taken().len() > number).then_some(())
        })
        .await;
        host.clock.advance(Duration::from_mins(3));
    }
    for taken in service.taken() {
        let shown = browser.open(&taken).to_string();
        assert!(!shown.to_lowercase().contains("canary"), "{shown}");
    }
}

/// Receipts of a telling purchase: sent, and of an event that cannot be read.
async fn pay_with_canaries(host: &TestHost, sink: &Sink) {
    let before = sink.taken().len();
    let paid = OrderPaid {
        discount_code: "CANARYCODE".to_owned(),
        method: "canarymethod".to_owned(),
        currency: "CANARY".to_owned(),
        ..purchase(joins("Canarybuyer", "nl"))
    };
    let declared = withdrawal(&paid);
    tell(host, &paid).await;
    tell(host, &declared).await;
    tell(host, &refund(&declared)).await;
    let unreadable = OrderPaid {
        order_id: "canaryorder".to_owned(),
        ..paid
    };
    tell(host, &unreadable).await;
    eventually("three receipts", async || {
        (sink.taken().len() == before + 3).then_some(())
    })
    .await;
}

#[tokio::test]
async fn no_log_line_tells_of_a_person() {
    let lines = Lines::default();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(lines.clone())
        .init();
    let sink = Sink::open();
    sink.answer([
        Verdict::RefuseReceiver("451 4.7.1"),
        Verdict::RefuseMail("452 4.2.2"),
        Verdict::TakeAndVanish,
        Verdict::Take,
        Verdict::RefuseReceiver("550 5.1.1"),
    ]);
    let settings = format!(
        "demo = true\n{}push_hosts = [\"localhost\", \"web.push.apple.com\"]\npush_wait_milliseconds = 0\n",
        sink.settings()
    );
    let host = TestHost::with(&settings, async |host| {
        host.mount::<Notifications>().await?;
        host.mount::<FakeAccounts>().await?;
        host.mount::<FakeProfiles>().await?;
        host.mount::<FakeSettings>().await
    })
    .await;

    // Refused twice, lost once, sent; then refused for good; then malformed.
    let request = fresh();
    fakes::prepare(request, canaries("canaryaddress@example.org"));
    ask_for(&host, member(), MailKind::Activation, request).await;
    for tries in 1..=3 {
        tried(&host, request, tries).await;
        host.clock.advance(Duration::from_mins(2));
    }
    becomes(&host, request, "sent", None).await;
    for (email, trouble) in [
        ("canaryaddress@example.org", "smtp_550"),
        ("canaryaddress malformed", "address_malformed"),
    ] {
        let request = fresh();
        fakes::prepare(request, canaries(email));
        ask_for(&host, member(), MailKind::Activation, request).await;
        becomes(&host, request, "failed", Some(trouble)).await;
    }

    let mut client =
        NotificationsInternalServiceClient::new(host.service("notifications", "gateway"));
    let token = "canarytoken".to_owned();
    client
        .unsubscribe(UnsubscribeRequest { token })
        .await
        .unwrap_err();
    for endpoint in [
        "https://canaryaddress.example/",
        "https://web.push.apple.com/canarytoken",
    ] {
        let request = SavePushSubscriptionRequest {
            member_id: member().to_string(),
            endpoint: endpoint.to_owned(),
            p256dh: format!("BA{}", "A".repeat(85)),
            auth: "A".repeat(22),
        };
        drop(client.save_push_subscription(request).await);
    }
    host.settle().await;

    pay_with_canaries(&host, &sink).await;
    push_about_canaries(&host).await;
    host.settle().await;

    let text = String::from_utf8_lossy(&lines.0.lock().unwrap()).into_owned();
    assert!(
        text.contains("mail sent") && text.contains("smtp_550") && text.contains("push sent"),
        "logs were captured"
    );
    let told: Vec<_> = text
        .lines()
        .filter(|line| line.to_lowercase().contains("canary"))
        .take(5)
        .collect();
    assert!(told.is_empty(), "{told:#?}");
}
