//! News that is not mailed: to who does not want it, and about who may not be seen.

use std::time::Duration;

use kit::{MemberId, testing::TestHost};
use proto::{
    accounts::v1::AccountDeleted,
    notifications::v1::{
        NotificationType, SetPreferenceRequest,
        notifications_service_client::NotificationsServiceClient,
    },
};

use crate::{
    host,
    news_mails::{WAIT, ends, mails},
    support::{
        SITE,
        fakes::{hides_from, invented, is_unreachable, joins},
        sink::Sink,
        tell,
        word::{Conversation, blocks, likes, likes_back},
    },
};

async fn prefers(host: &TestHost, member: MemberId, kind: NotificationType, enabled: bool) {
    NotificationsServiceClient::new(host.member("notifications", SITE, member))
        .set_preference(SetPreferenceRequest {
            r#type: kind.into(),
            enabled,
        })
        .await
        .unwrap();
}

#[tokio::test]
async fn nobody_is_mailed_about_who_is_blocked_meanwhile() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "nl"));
    let cas = joins("Cas", "nl");
    for (blocker, blocked) in [(anna, bram), (cas, anna)] {
        let other = if blocker == anna { blocked } else { blocker };
        likes(&host, other, anna).await;
        Conversation::after(4).write(&host, other, anna).await;
        blocks(&host, blocker, blocked).await;
    }
    host.clock.advance(WAIT);
    let ended = ends(&host, anna).await;
    assert!(
        ended.iter().all(|end| end.starts_with("cancelled")),
        "{ended:?}"
    );
    assert!(ended.contains(&"cancelled blocked".to_owned()));

    // Profiles knows of a block, or that somebody is gone, before the event is heard here.
    let daan = joins("Daan", "nl");
    likes(&host, daan, anna).await;
    Conversation::new().write(&host, daan, anna).await;
    let first = joins("Evi", "nl");
    likes(&host, first, daan).await;
    likes_back(&host, daan, first).await;
    hides_from(anna, daan);
    hides_from(first, daan);
    host.clock.advance(Duration::from_hours(2));
    ends(&host, anna).await;
    ends(&host, first).await;
    assert!(mails(&sink, anna).is_empty() && mails(&sink, first).is_empty());
}

#[tokio::test]
async fn of_several_likes_only_those_that_may_be_seen_are_told() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let anna = joins("Anna", "nl");
    let (bram, cas) = (joins("Bram", "nl"), joins("Cas", "nl"));
    likes(&host, bram, anna).await;
    likes(&host, cas, anna).await;
    hides_from(anna, bram);
    host.clock.advance(WAIT);
    ends(&host, anna).await;
    let sent = mails(&sink, anna);
    assert_eq!(sent.len(), 1);
    assert!(sent[0].text.contains("Cas vindt je leuk.") && !sent[0].text.contains("Bram"));
}

#[tokio::test]
async fn who_does_not_want_it_gets_no_mail() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let news = async |anna: MemberId| {
        let bram = joins("Bram", "nl");
        likes(&host, bram, anna).await;
        likes(&host, anna, bram).await;
        likes_back(&host, bram, anna).await;
        Conversation::new().write(&host, bram, anna).await;
        Conversation::after(9).write(&host, bram, anna).await;
    };
    let silent = async |anna: MemberId, why: &str| {
        host.clock.advance(WAIT);
        let ended = ends(&host, anna).await;
        assert!(
            !ended.contains(&"sent".to_owned()) && mails(&sink, anna).is_empty(),
            "{why}: {ended:?}"
        );
    };
    let types = [
        NotificationType::Like,
        NotificationType::NewConversations,
        NotificationType::NewMessages,
    ];

    let before = joins("Anna", "nl");
    for kind in types {
        prefers(&host, before, kind, false).await;
    }
    news(before).await;
    assert!(ends(&host, before).await.is_empty(), "not even queued");
    silent(before, "switched off").await;

    let meanwhile = joins("Anna", "nl");
    news(meanwhile).await;
    for kind in types {
        prefers(&host, meanwhile, kind, false).await;
    }
    silent(meanwhile, "switched off meanwhile").await;

    let unproven = joins("Anna", "nl");
    is_unreachable(unproven);
    news(unproven).await;
    silent(unproven, "address not confirmed").await;

    let gone = joins("Anna", "nl");
    news(gone).await;
    let deleted = AccountDeleted {
        member_id: gone.to_string(),
        site_id: SITE.to_string(),
        erase_at: None,
    };
    tell(&host, &deleted).await;
    news(gone).await;
    silent(gone, "deleted").await;

    for reason in ["fbl", "bounce", "list-unsubscribe"] {
        let off = async |member: MemberId| {
            sqlx::query!(
                "insert into mail_off (member_id, reason, since) values ($1, $2, now())",
                member.get(),
                reason,
            )
            .execute(host.db("notifications").pool())
            .await
            .unwrap();
        };
        let before = joins("Anna", "nl");
        off(before).await;
        news(before).await;
        silent(before, reason).await;
        let meanwhile = joins("Anna", "nl");
        news(meanwhile).await;
        off(meanwhile).await;
        silent(meanwhile, reason).await;
    }

    // The same news reaches who wants it.
    let eager = joins("Anna", "nl");
    news(eager).await;
    host.clock.advance(WAIT);
    ends(&host, eager).await;
    assert_eq!(mails(&sink, eager).len(), 3);
}

#[tokio::test]
async fn each_type_is_switched_off_alone() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    for (off, left) in [
        (NotificationType::Like, "2 berichten"),
        (NotificationType::NewConversations, "like en bericht"),
        (NotificationType::NewMessages, "like en gesprek"),
    ] {
        let (anna, bram) = (joins("Anna", "nl"), joins("Bram", "nl"));
        prefers(&host, anna, off, false).await;
        likes(&host, bram, anna).await;
        Conversation::new().write(&host, bram, anna).await;
        Conversation::after(9).write(&host, bram, anna).await;
        host.clock.advance(WAIT);
        assert_eq!(ends(&host, anna).await, ["sent", "sent"], "{left}");
        let texts: String = mails(&sink, anna).iter().map(|mail| &*mail.text).collect();
        let told = |sentence: &str| texts.contains(sentence);
        assert_eq!(told("vindt je leuk"), off != NotificationType::Like);
        assert_eq!(
            told("voor het eerst"),
            off != NotificationType::NewConversations
        );
        assert_eq!(
            told("heeft je geschreven"),
            off != NotificationType::NewMessages
        );
    }
}

#[tokio::test]
async fn an_invented_profile_answers_under_its_label_and_does_nothing_else() {
    let sink = Sink::open();
    let host = host(&sink.settings()).await;
    let (anna, lisa) = (joins("Anna", "nl"), invented("Lisa"));
    likes(&host, lisa, anna).await;
    Conversation::new().write(&host, lisa, anna).await;
    likes(&host, anna, lisa).await;
    likes_back(&host, lisa, anna).await;
    Conversation::after(2).write(&host, lisa, anna).await;
    host.clock.advance(WAIT);
    ends(&host, anna).await;
    let sent = mails(&sink, anna);
    assert_eq!(sent.len(), 1);
    assert!(
        sent[0]
            .text
            .contains("Lisa (animatieprofiel) heeft je geschreven.")
    );
    assert!(sent[0].html.contains("Lisa (animatieprofiel)"));
}
