//! Likes, matches, conversations and messages, told by mail.

use std::time::Duration;

use kit::{MemberId, testing::TestHost};
use mail_parser::MessageParser;
use proto::notifications::v1::{
    MailSent, UnsubscribeRequest,
    notifications_internal_service_client::NotificationsInternalServiceClient,
};

use crate::{
    disabled, host,
    support::{
        eventually,
        fakes::{address, joins},
        sink::{Sink, Verdict},
        word::{Conversation, likes, likes_back, sees, withdraws},
    },
};

/// Longer than news waits.
pub(crate) const WAIT: Duration = Duration::from_secs(121);

/// A mail as its reader sees it.
pub(crate) struct Mail {
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    pub(crate) unsubscribe: Option<String>,
    pub(crate) id: String,
}

/// The mails to a member so far.
pub(crate) fn mails(sink: &Sink, member: MemberId) -> Vec<Mail> {
    let to = address(member);
    let taken = sink.taken();
    let mine = taken.iter().filter(|taken| taken.to == to);
    mine.map(|taken| {
        let mail = MessageParser::default()
            .parse(taken.message.as_bytes())
            .unwrap();
        let header = |name: &str| mail.header_raw(name).map(|value| value.trim().to_owned());
        Mail {
            subject: mail.subject().unwrap().to_owned(),
            text: mail.body_text(0).unwrap().into_owned(),
            html: mail.body_html(0).unwrap().into_owned(),
            unsubscribe: header("List-Unsubscribe"),
            id: mail.message_id().unwrap().to_owned(),
        }
    })
    .collect()
}

/// Waits until nothing is due any more, and answers how the mails about a member's news ended.
pub(crate) async fn ends(host: &TestHost, member: MemberId) -> Vec<String> {
    let now = host.clock.now();
    eventually("nothing is due", async || {
        let due = sqlx::query_scalar!(
            "select count(*) from mail_jobs where state = 'queued' and due_at <= $1",
            now
        )
        .fetch_one(host.db("notifications").pool())
        .await
        .unwrap();
        let in_hand = sqlx::query_scalar!(
            "
            select count(*)
            from   mail_jobs
            where  state = 'queued' and attempts > 0 and trouble is null
            "
        )
        .fetch_one(host.db("notifications").pool())
        .await
        .unwrap();
        (due == Some(0) && in_hand == Some(0)).then_some(())
    })
    .await;
    sqlx::query_scalar!(
        r#"
        select state || coalesce(' ' || trouble, '') as "end!"
        from   mail_jobs
        where  member_id = $1
        order  by requested_at, request_id
        "#,
        member.get(),
    )
    .fetch_all(host.db("notifications").pool())
    .await
    .unwrap()
}

#[tokio::test]
async fn a_first_message_is_mailed_after_a_while_with_its_writers_name() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "en"));
    let mut talk = Conversation::new();
    talk.write(&host, bram, anna).await;
    host.clock.advance(Duration::from_secs(119));
    assert_eq!(ends(&host, anna).await, ["queued"]);
    assert!(mails(&sink, anna).is_empty(), "it waits");

    host.clock.advance(Duration::from_secs(2));
    assert_eq!(ends(&host, anna).await, ["sent"]);
    let sent = mails(&sink, anna);
    assert_eq!(sent.len(), 1);
    let mail = &sent[0];
    assert_eq!(mail.subject, "Een nieuw bericht voor je bij Team V");
    assert!(mail.text.contains("Hoi Anna,"));
    assert!(
        mail.text
            .contains("Bram heeft je voor het eerst geschreven.")
    );
    let link = format!("http://localhost:8080/chats/{}", talk.id);
    assert!(mail.text.contains(&link) && mail.html.contains(&format!("href=\"{link}\"")));
    assert!(mail.text.contains("http://localhost:8080/notifications"));
    host.settle().await;
    let told = host.events::<MailSent>();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].kind, "new_conversation");
    assert_eq!(told[0].member_id, anna.to_string());
    assert_eq!(mail.id, format!("{}@localhost", told[0].request_id));
    assert!(mails(&sink, bram).is_empty(), "who writes is told nothing");
}

#[tokio::test]
async fn the_one_click_of_the_mail_switches_its_type_off() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "en"));
    likes(&host, bram, anna).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await, ["sent"]);
    let header = mails(&sink, anna)[0].unsubscribe.clone().unwrap();
    let token = header
        .trim_matches(['<', '>'])
        .split_once("token=")
        .unwrap()
        .1
        .to_owned();
    NotificationsInternalServiceClient::new(host.service("notifications", "gateway"))
        .unsubscribe(UnsubscribeRequest { token })
        .await
        .unwrap();
    assert_eq!(disabled(&host, anna).await, ["like"]);
    likes(&host, joins("Cas", "nl"), anna).await;
    host.clock.advance(Duration::from_hours(2));
    assert_eq!(ends(&host, anna).await, ["sent"]);
}

#[tokio::test]
async fn what_is_read_in_the_meantime_is_not_mailed() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "en"));
    let mut talk = Conversation::new();
    talk.write(&host, bram, anna).await;
    talk.write(&host, bram, anna).await;
    talk.read_to(&host, (anna, bram), 1).await;
    assert_eq!(ends(&host, anna).await, ["queued"], "one is left to tell");
    talk.read(&host, anna, bram).await;
    assert_eq!(ends(&host, anna).await, ["cancelled settled"]);
    let mut other = Conversation::after(7);
    other.write(&host, bram, anna).await;
    other.remove(&host, anna).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await.len(), 2);
    assert!(mails(&sink, anna).is_empty());
    assert!(host.events::<MailSent>().is_empty());
}

#[tokio::test]
async fn a_conversation_is_mailed_once_until_it_is_read() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "en"));
    let mut talk = Conversation::new();
    for _ in 0..3 {
        talk.write(&host, bram, anna).await;
    }
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await, ["sent"]);
    talk.write(&host, bram, anna).await;
    host.clock.advance(Duration::from_hours(5));
    assert_eq!(ends(&host, anna).await, ["sent"], "told already");

    // Another conversation is another matter.
    let cas = joins("Cas", "nl");
    let mut other = Conversation::after(3);
    other.write(&host, cas, anna).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await, ["sent", "sent"]);

    talk.read(&host, anna, bram).await;
    talk.write(&host, anna, bram).await;
    talk.write(&host, bram, anna).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await, ["sent"; 3]);
    let sent = mails(&sink, anna);
    assert!(sent[1].text.contains("Cas heeft je geschreven."));
    assert!(sent[2].text.contains("Bram heeft je geschreven."));
    assert_eq!(sent[2].subject, "Je hebt een nieuw bericht bij Team V");
    assert_eq!(mails(&sink, bram).len(), 1, "Bram has not read the answer");
}

#[tokio::test]
async fn likes_are_mailed_together_and_seldom() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "nl");
    for name in ["Bram", "Cas", "Daan"] {
        likes(&host, joins(name, "nl"), anna).await;
    }
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await, ["sent"]);
    let first = mails(&sink, anna).remove(0);
    assert_eq!(first.subject, "Er is nieuws voor je bij Team V");
    assert!(first.text.contains("3 mensen vinden je leuk."));
    assert!(first.text.contains("http://localhost:8080/likes"));

    likes(&host, joins("Evi", "nl"), anna).await;
    host.clock.advance(Duration::from_mins(55));
    assert_eq!(ends(&host, anna).await, ["sent", "queued"], "not so soon");
    host.clock.advance(Duration::from_mins(6));
    assert_eq!(ends(&host, anna).await, ["sent", "sent"]);
    let second = mails(&sink, anna).remove(1);
    assert!(
        second.text.contains("Evi vindt je leuk."),
        "only what is new: {}",
        second.text
    );
}

#[tokio::test]
async fn a_like_that_comes_while_the_mail_leaves_is_told_by_the_next() {
    let sink = Sink::open();
    sink.be_slow(Duration::from_millis(400));
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "nl");
    likes(&host, joins("Bram", "nl"), anna).await;
    host.clock.advance(WAIT);
    eventually("it is on its way", async || {
        (sink.busiest() == 1).then_some(())
    })
    .await;
    likes(&host, joins("Cas", "nl"), anna).await;
    assert_eq!(ends(&host, anna).await, ["sent", "queued"]);
    host.clock.advance(Duration::from_mins(61));
    assert_eq!(ends(&host, anna).await, ["sent", "sent"]);
    let texts: Vec<_> = mails(&sink, anna)
        .into_iter()
        .map(|mail| mail.text)
        .collect();
    assert!(texts[0].contains("Bram vindt je leuk."));
    assert!(texts[1].contains("Cas vindt je leuk."));
}

#[tokio::test]
async fn a_like_that_is_seen_or_withdrawn_is_not_mailed() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "nl");
    let (bram, cas, daan) = (joins("Bram", "nl"), joins("Cas", "nl"), joins("Daan", "nl"));
    for liker in [bram, cas, daan] {
        likes(&host, liker, anna).await;
    }
    withdraws(&host, bram, anna).await;
    sees(&host, anna, cas).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await, ["sent"]);
    assert!(mails(&sink, anna)[0].text.contains("Daan vindt je leuk."));

    let evi = joins("Evi", "nl");
    likes(&host, anna, evi).await;
    withdraws(&host, anna, evi).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, evi).await, ["cancelled obsolete"]);
    assert!(mails(&sink, evi).is_empty());
}

#[tokio::test]
async fn a_match_is_mailed_to_who_liked_first_and_instead_of_the_like() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "en"));
    likes(&host, anna, bram).await;
    sees(&host, bram, anna).await;
    likes_back(&host, bram, anna).await;
    host.clock.advance(WAIT);
    let mut ended = ends(&host, anna).await;
    ended.sort_unstable();
    assert_eq!(ended, ["cancelled obsolete", "sent"]);
    let sent = mails(&sink, anna);
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].subject, "Goed nieuws voor je bij Team V");
    assert!(sent[0].text.contains("Bram vindt jou ook leuk."));
    let link = format!("http://localhost:8080/members/{bram}");
    assert!(sent[0].text.contains(&link));
    assert!(mails(&sink, bram).is_empty(), "who liked back saw it");
}

#[tokio::test]
async fn a_match_that_ended_or_was_seen_is_not_mailed() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (bram, cas) = (joins("Bram", "nl"), joins("Cas", "nl"));
    for (liker, taken_back_by_second) in [(bram, true), (cas, false)] {
        let anna = joins("Anna", "nl");
        likes(&host, anna, liker).await;
        sees(&host, liker, anna).await;
        likes_back(&host, liker, anna).await;
        if taken_back_by_second {
            withdraws(&host, liker, anna).await;
        } else {
            withdraws(&host, anna, liker).await;
        }
        host.clock.advance(WAIT);
        ends(&host, anna).await;
        assert!(mails(&sink, anna).is_empty());
        assert!(mails(&sink, liker).is_empty());
    }
    let anna = joins("Anna", "nl");
    likes(&host, anna, bram).await;
    likes_back(&host, bram, anna).await;
    sees(&host, anna, bram).await;
    host.clock.advance(WAIT);
    ends(&host, anna).await;
    assert!(mails(&sink, anna).is_empty());
}

#[tokio::test]
async fn a_mail_about_news_is_tried_again_as_the_same_mail() {
    let sink = Sink::open();
    sink.answer([Verdict::TakeAndVanish, Verdict::RefuseMail("451 4.3.0")]);
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "nl"));
    Conversation::after(1).write(&host, bram, anna).await;
    host.clock.advance(WAIT);
    for _ in 0..2 {
        let ended = ends(&host, anna).await;
        assert!(ended[0].starts_with("queued "), "{ended:?}");
        host.clock.advance(Duration::from_secs(20));
    }
    assert_eq!(ends(&host, anna).await, ["sent"]);
    let ids: Vec<_> = mails(&sink, anna).into_iter().map(|mail| mail.id).collect();
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], ids[1]);
}

#[tokio::test]
async fn an_address_that_refuses_news_gets_no_more_of_it() {
    let sink = Sink::open();
    sink.answer([Verdict::RefuseReceiver("550 5.1.1")]);
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "nl"));
    Conversation::after(1).write(&host, bram, anna).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await, ["failed smtp_550"]);
    assert_eq!(disabled(&host, anna).await, ["bounce"]);
    likes(&host, bram, anna).await;
    host.clock.advance(WAIT);
    assert_eq!(ends(&host, anna).await.len(), 1);
}

#[tokio::test]
async fn every_language_tells_its_news() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let bram = joins("Bram", "nl");
    let mut subjects = std::collections::HashSet::new();
    for language in [
        "da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv",
    ] {
        let member = joins("Anna", language);
        likes(&host, bram, member).await;
        host.clock.advance(WAIT);
        assert_eq!(ends(&host, member).await, ["sent"], "{language}");
        let mail = mails(&sink, member).remove(0);
        assert!(mail.html.contains(&format!("lang=\"{language}\"")));
        assert!(mail.text.contains("Bram") && !mail.subject.contains("Bram"));
        subjects.insert(mail.subject);
    }
    assert_eq!(subjects.len(), 11);
}
