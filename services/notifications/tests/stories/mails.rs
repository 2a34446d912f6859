//! Mails from the wish of accounts to the mail server.

use std::time::{Duration, Instant};

use mail_parser::MessageParser;
use proto::{
    accounts::v1::{MailAddressChanged, MailKind, MailRequested},
    notifications::v1::{MailBounced, MailSent},
};

use crate::{
    disabled, host,
    support::{
        SITE, ask, ask_for, becomes, eventually, fakes, fresh, member,
        sink::{self, Sink, Taken, Verdict},
        tell, tried,
    },
};

async fn arrival(sink: &Sink) -> Taken {
    eventually("a mail arrives", async || sink.taken().into_iter().next()).await
}

#[tokio::test]
async fn a_mail_that_accounts_wants_arrives_once() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let member = member();
    let request = ask(&host, member, MailKind::Activation).await;
    becomes(&host, request, "sent", None).await;
    host.settle().await;

    let taken = sink.taken();
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].to, "anna@example.org");
    let mail = MessageParser::default()
        .parse(taken[0].message.as_bytes())
        .unwrap();
    assert_eq!(mail.subject(), Some("Bevestig je e-mailadres voor Team V"));
    let from = mail.from().unwrap().first().unwrap();
    assert_eq!(
        (from.name(), from.address()),
        (Some("Team V"), Some("post@vonk.example"))
    );
    assert_eq!(mail.message_id().unwrap(), format!("{request}@localhost"));
    assert_eq!(mail.date().unwrap().to_rfc3339(), "2026-03-02T12:00:00Z");
    assert_eq!(
        mail.header_raw("Auto-Submitted").unwrap().trim(),
        "auto-generated"
    );
    assert!(mail.header_raw("List-Unsubscribe").is_none());
    let link = "http://localhost:8080/activate?token=t0ken-t0ken";
    let (text, html) = (mail.body_text(0).unwrap(), mail.body_html(0).unwrap());
    assert!(text.contains(link) && text.contains("30 minuten") && text.contains("Hoi Anna,"));
    assert!(html.contains(&format!("href=\"{link}\"")) && html.contains("lang=\"nl\""));
    assert!(text.contains("Vonk Online B.V. · Keizersgracht 1 · Amsterdam, NL"));

    let sent = host.events::<MailSent>();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].member_id, member.to_string());
    assert_eq!(sent[0].request_id, request.to_string());
    assert_eq!(sent[0].kind, "activation");
}

#[tokio::test]
async fn every_kind_leaves() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    for number in 1..=6 {
        ask(&host, member(), MailKind::try_from(number).unwrap()).await;
    }
    eventually("six mails", async || {
        (host.events::<MailSent>().len() == 6).then_some(())
    })
    .await;
    let mut kinds: Vec<_> = host
        .events::<MailSent>()
        .into_iter()
        .map(|sent| sent.kind)
        .collect();
    kinds.sort_unstable();
    assert_eq!(
        kinds,
        [
            "activation",
            "already_registered",
            "deletion",
            "mail_change",
            "mail_change_notice",
            "password_reset"
        ]
    );
}

#[tokio::test]
async fn a_new_mail_wakes_the_sender() {
    let sink = Sink::open();
    // Nothing but the bell can be that quick.
    let settings = format!(
        "[notifications]\nsmtp_url = \"{}\"\nlook_milliseconds = 60000\n",
        sink.url()
    );
    let host = host(&settings).await;
    // The bell is hung up beside the start; the first mail waits for it.
    ask(&host, member(), MailKind::Activation).await;
    arrival(&sink).await;
    let start = Instant::now();
    ask(&host, member(), MailKind::PasswordReset).await;
    eventually("the second mail", async || {
        (sink.taken().len() == 2).then_some(())
    })
    .await;
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test]
async fn the_same_wish_twice_is_one_mail() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let member = member();
    let request = ask(&host, member, MailKind::Activation).await;
    becomes(&host, request, "sent", None).await;
    ask_for(&host, member, MailKind::Activation, request).await;
    let other = ask(&host, member, MailKind::PasswordReset).await;
    becomes(&host, other, "sent", None).await;
    assert_eq!(sink.taken().len(), 2);
}

#[tokio::test]
async fn a_mail_waits_for_a_mail_server_that_is_down() {
    let address = Sink::nowhere();
    let host = host(&sink::settings(address)).await;
    let request = ask(&host, member(), MailKind::Activation).await;
    becomes(&host, request, "queued", Some("connection")).await;
    let sink = Sink::on(address);
    assert!(sink.taken().is_empty());
    host.clock.advance(Duration::from_secs(7));
    becomes(&host, request, "sent", None).await;
    assert_eq!(sink.taken().len(), 1);
}

#[tokio::test]
async fn a_mail_that_is_refused_for_now_is_tried_again() {
    let sink = Sink::open();
    sink.answer([
        Verdict::RefuseReceiver("451 4.7.1"),
        Verdict::RefuseMail("452 4.2.2"),
    ]);
    let host = host(&sink.settings()).await;
    let request = ask(&host, member(), MailKind::Activation).await;
    becomes(&host, request, "queued", Some("smtp_451")).await;
    host.clock.advance(Duration::from_secs(7));
    becomes(&host, request, "queued", Some("smtp_452")).await;
    host.clock.advance(Duration::from_secs(19));
    becomes(&host, request, "sent", None).await;
    assert_eq!(sink.taken().len(), 1);
    assert!(host.events::<MailBounced>().is_empty());
}

#[tokio::test]
async fn a_mail_that_is_always_refused_for_now_is_given_up() {
    let sink = Sink::open();
    sink.answer(vec![Verdict::RefuseMail("451 4.3.0"); 20]);
    let host = host(&sink.settings()).await;
    let request = ask(&host, member(), MailKind::Activation).await;
    for tries in 1..9 {
        tried(&host, request, tries).await;
        host.clock.advance(Duration::from_hours(10));
    }
    becomes(&host, request, "failed", Some("smtp_451")).await;
    let attempts = sqlx::query_scalar!(
        "select attempts from mail_jobs where request_id = $1",
        request
    )
    .fetch_one(host.db("notifications").pool())
    .await
    .unwrap();
    assert_eq!(attempts, 9);
    assert!(
        host.events::<MailBounced>().is_empty(),
        "the address may be good"
    );
    assert!(host.events::<MailSent>().is_empty());
}

#[tokio::test]
async fn an_address_that_is_refused_for_good_bounces() {
    let sink = Sink::open();
    sink.answer([Verdict::RefuseReceiver("550 5.1.1")]);
    let host = host(&sink.settings()).await;
    let member = member();
    let request = ask(&host, member, MailKind::Activation).await;
    becomes(&host, request, "failed", Some("smtp_550")).await;
    host.settle().await;
    let bounced = host.events::<MailBounced>();
    assert_eq!(bounced.len(), 1);
    assert_eq!(bounced[0].request_id, request.to_string());
    assert_eq!(bounced[0].member_id, member.to_string());
    assert_eq!(disabled(&host, member).await, ["bounce"]);

    // What the account needs is sent all the same; when it arrives, the address works again.
    let again = ask(&host, member, MailKind::PasswordReset).await;
    becomes(&host, again, "sent", None).await;
    assert!(disabled(&host, member).await.is_empty());
}

#[tokio::test]
async fn a_new_address_has_not_bounced() {
    let sink = Sink::open();
    let unknown = || Verdict::RefuseReceiver("550 5.1.1");
    sink.answer([unknown(), unknown()]);
    let host = host(&sink.settings()).await;
    let member = member();
    let request = ask(&host, member, MailKind::Activation).await;
    becomes(&host, request, "failed", Some("smtp_550")).await;
    assert_eq!(disabled(&host, member).await, ["bounce"]);
    let changed = MailAddressChanged {
        member_id: member.to_string(),
        site_id: SITE.to_string(),
    };
    tell(&host, &changed).await;
    assert!(disabled(&host, member).await.is_empty());
    // What the old address still refuses says nothing about it.
    let notice = ask(&host, member, MailKind::MailChangeNotice).await;
    becomes(&host, notice, "failed", Some("smtp_550")).await;
    assert!(disabled(&host, member).await.is_empty());
}

#[tokio::test]
async fn a_policy_of_the_mail_server_is_nobodys_bounce() {
    let sink = Sink::open();
    sink.answer([Verdict::RefuseReceiver("550 5.7.26")]);
    let host = host(&sink.settings()).await;
    let member = member();
    let request = ask(&host, member, MailKind::Activation).await;
    becomes(&host, request, "queued", Some("smtp_550")).await;
    assert!(disabled(&host, member).await.is_empty());
}

#[tokio::test]
async fn a_refused_new_address_says_nothing_about_the_old_one() {
    let sink = Sink::open();
    sink.answer([Verdict::RefuseReceiver("550 5.1.1")]);
    let host = host(&sink.settings()).await;
    let member = member();
    let request = ask(&host, member, MailKind::MailChange).await;
    becomes(&host, request, "failed", Some("smtp_550")).await;
    host.settle().await;
    assert_eq!(host.events::<MailBounced>().len(), 1);
    assert!(disabled(&host, member).await.is_empty());
}

#[tokio::test]
async fn a_malformed_address_bounces_without_a_mail_server() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let request = fresh();
    let mut prepared = fakes::prepared(MailKind::Activation);
    prepared.email = "anna@example.org\r\nRCPT TO:<b@example.org>".to_owned();
    fakes::prepare(request, prepared);
    ask_for(&host, member(), MailKind::Activation, request).await;
    becomes(&host, request, "failed", Some("address_malformed")).await;
    assert!(sink.taken().is_empty());
}

#[tokio::test]
async fn a_mail_nobody_wants_any_more_is_cancelled() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let request = fresh();
    ask_for(&host, member(), MailKind::PasswordReset, request).await;
    becomes(&host, request, "cancelled", Some("obsolete")).await;
    assert!(sink.taken().is_empty());
    assert!(host.events::<MailSent>().is_empty());
}

#[tokio::test]
async fn a_mail_of_a_lost_answer_goes_out_again_as_the_same_mail() {
    let sink = Sink::open();
    sink.answer([Verdict::TakeAndVanish]);
    let host = host(&sink.settings()).await;
    let request = ask(&host, member(), MailKind::Activation).await;
    tried(&host, request, 1).await;
    host.clock.advance(Duration::from_secs(7));
    becomes(&host, request, "sent", None).await;
    let ids: Vec<_> = sink
        .taken()
        .iter()
        .map(|taken| {
            let mail = MessageParser::default()
                .parse(taken.message.as_bytes())
                .unwrap();
            mail.message_id().unwrap().to_owned()
        })
        .collect();
    assert_eq!(
        ids,
        [
            format!("{request}@localhost"),
            format!("{request}@localhost")
        ]
    );
}

#[tokio::test]
async fn an_event_that_cannot_be_understood_holds_up_no_other() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let member = member();
    let broken = MailRequested {
        member_id: member.to_string(),
        site_id: "no site".to_owned(),
        request_id: fresh().to_string(),
        kind: MailKind::Activation.into(),
    };
    tell(&host, &broken).await;
    tell(
        &host,
        &MailRequested {
            site_id: SITE.to_string(),
            kind: 99,
            ..broken
        },
    )
    .await;
    let request = ask(&host, member, MailKind::Activation).await;
    becomes(&host, request, "sent", None).await;
    assert_eq!(sink.taken().len(), 1);
}
