//! What a message is, and what a retry of it does.

use kit::fault;
use proto::chat::v1::{SendMessageRequest, message, send_message_request::Content};

use crate::stage::{DEAR, FREE, OTHER_SITE, SITE, Stage, new_id, profile, reason, text};

#[tokio::test]
async fn a_message_reaches_the_other_side_and_the_world() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let sent = stage.say(anna, bram, " Hoi Bram! ").await.unwrap();
    let message = sent.message.unwrap();
    assert_eq!((text(&message), message.sequence), ("Hoi Bram!", 1));
    assert_eq!((message.price, sent.free_left, sent.purse), (0, 4, 0));

    for (me, peer) in [(anna, bram), (bram, anna)] {
        let history = stage.history(me, peer).await;
        assert_eq!(history, vec![message.clone()]);
        let conversation = stage.conversation(me, peer).await.unwrap();
        assert_eq!(conversation.id, message.conversation_id);
        assert_eq!(conversation.peer_id, peer.to_string());
        assert_eq!(conversation.last_message.unwrap(), message);
        assert_eq!(conversation.unread, u32::from(me == bram));
    }
    let told = stage.told(anna, bram).await;
    let [told] = told.as_slice() else {
        panic!("one event, not {told:?}");
    };
    assert_eq!(told.conversation_id, message.conversation_id);
    assert_eq!(told.site_id, SITE.to_string());
    assert_eq!(told.message_id, message.id);
    assert_eq!(told.sender_id, anna.to_string());
    assert_eq!(told.recipient_id, bram.to_string());
    assert_eq!(
        (told.sequence, told.kind.as_str(), told.first),
        (1, "text", true)
    );
    assert_eq!((told.price, told.lease_id.as_str()), (0, ""));
}

#[tokio::test]
async fn events_carry_large_numbers_and_what_was_paid() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(10_000).await, stage.buyer(0).await);
    for n in 1..=130 {
        stage.say(anna, bram, &n.to_string()).await.unwrap();
    }
    let gift = Content::Gift("ring".to_owned());
    stage.send(anna, bram, new_id(), gift).await.unwrap();
    let told = stage.told(anna, bram).await;
    let sequences: Vec<i64> = told.iter().map(|sent| sent.sequence).collect();
    assert_eq!(sequences, (1..=131).collect::<Vec<_>>());
    assert!(
        told[..130]
            .iter()
            .all(|sent| sent.price == 10 && sent.kind == "text")
    );
    let last = told.last().unwrap();
    assert_eq!(
        (last.price, last.kind.as_str(), last.first),
        (50, "gift", false)
    );
    let pages = stage.book.pages();
    assert!(
        told.iter()
            .all(|sent| pages.leases[&sent.lease_id].member == anna.to_string())
    );
}

#[tokio::test]
async fn a_retry_answers_the_stored_message_and_charges_nothing() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    let id = new_id();
    let words = || Content::Text("once".to_owned());
    let first = stage.send(anna, bram, id, words()).await.unwrap();
    stage.say(bram, anna, "in between").await.unwrap();
    for _ in 0..3 {
        let again = stage.send(anna, bram, id, words()).await.unwrap();
        assert_eq!(again.message, first.message);
        assert_eq!(again.purse, first.purse);
    }
    assert_eq!(stage.history(anna, bram).await.len(), 2);
    assert_eq!(stage.purse(anna).await + stage.book.balance(anna), 90);
    assert_eq!(stage.told(anna, bram).await.len(), 2);
}

#[tokio::test]
async fn an_id_belongs_to_one_message_of_one_sender() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let carl = stage.join(SITE).await;
    let id = new_id();
    let words = |text: &str| Content::Text(text.to_owned());
    stage.send(anna, bram, id, words("one")).await.unwrap();
    for (from, to, content) in [
        (anna, bram, words("two")),
        (anna, carl, words("one")),
        (bram, anna, words("one")),
        (carl, bram, words("one")),
        (anna, bram, Content::Gift("rose".to_owned())),
    ] {
        let outcome = stage.send(from, to, id, content).await;
        assert_eq!(reason(outcome), "message_exists");
    }
    assert_eq!(stage.history(bram, anna).await.len(), 1);
    assert_eq!(stage.conversation(anna, carl).await.unwrap().id, "");
}

#[tokio::test]
async fn what_is_no_message_is_refused() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    for (said, word) in [
        (String::new(), "message_empty"),
        (" \n\0 ".to_owned(), "message_empty"),
        ("é".repeat(1001), "message_too_long"),
    ] {
        assert_eq!(reason(stage.say(anna, bram, &said).await), word);
    }
    let long = stage.say(anna, bram, &"a".repeat(1001)).await.unwrap_err();
    assert_eq!(fault::detail(&long, "max").unwrap(), "1000");
    stage.say(anna, bram, &"é".repeat(1000)).await.unwrap();

    let gift = Content::Gift("yacht".to_owned());
    assert_eq!(
        reason(stage.send(anna, bram, new_id(), gift).await),
        "gift_unknown"
    );
    for (message_id, member_id, word) in [
        ("7", bram.to_string(), "value_invalid"),
        ("", bram.to_string(), "value_invalid"),
        (
            "01900000-0000-7000-8000-00000000ffff",
            anna.to_string(),
            "is_self",
        ),
        (
            "01900000-0000-7000-8000-00000000ffff",
            "nobody".to_owned(),
            "member_unknown",
        ),
        (
            "01900000-0000-7000-8000-00000000ffff",
            new_id().to_string(),
            "member_unknown",
        ),
    ] {
        let request = SendMessageRequest {
            message_id: message_id.to_owned(),
            member_id,
            content: Some(Content::Text("hi".to_owned())),
        };
        assert_eq!(reason(stage.chat(anna).send_message(request).await), word);
    }
    let nothing = SendMessageRequest {
        message_id: new_id().to_string(),
        member_id: bram.to_string(),
        content: None,
    };
    assert_eq!(
        reason(stage.chat(anna).send_message(nothing).await),
        "message_empty"
    );
}

#[tokio::test]
async fn members_of_two_sites_never_meet() {
    let stage = Stage::set().await;
    let (anna, piotr) = (stage.join(SITE).await, stage.join(OTHER_SITE).await);
    assert_eq!(reason(stage.say(anna, piotr, "hi").await), "member_unknown");
    assert_eq!(
        reason(stage.conversation(anna, piotr).await),
        "member_unknown"
    );
    // A session of one site is worth nothing on another.
    let request = SendMessageRequest {
        message_id: new_id().to_string(),
        member_id: piotr.to_string(),
        content: Some(Content::Text("hi".to_owned())),
    };
    let outcome = stage.chat_on(OTHER_SITE, anna).send_message(request).await;
    assert_eq!(reason(outcome), "member_unknown");
}

#[tokio::test]
async fn nobody_can_reply_to_a_member_who_is_not_confirmed() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let newcomer = kit::MemberId::new(new_id());
    let mut unconfirmed = profile(SITE, newcomer);
    unconfirmed.active = false;
    stage.tell(&unconfirmed).await;
    // Nobody learns of a newcomer who has not written to them.
    assert_eq!(
        reason(stage.say(bram, newcomer, "hi").await),
        "member_unknown"
    );
    stage.say(newcomer, anna, "hello").await.unwrap();
    assert_eq!(
        reason(stage.say(anna, newcomer, "hello!").await),
        "peer_not_confirmed"
    );
    assert!(!stage.conversation(anna, newcomer).await.unwrap().read_only);

    let confirmed = proto::accounts::v1::AccountActivated {
        member_id: newcomer.to_string(),
        site_id: SITE.to_string(),
    };
    stage.tell(&confirmed).await;
    let answer = stage.say(anna, newcomer, "hello!").await.unwrap();
    assert_eq!(answer.message.unwrap().sequence, 2);
}

#[tokio::test]
async fn a_gift_is_sent_and_shown_in_the_callers_language() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    let rose = Content::Gift("rose".to_owned());
    stage.send(anna, bram, new_id(), rose).await.unwrap();
    let history = stage.history(bram, anna).await;
    let rose = Some(message::Content::Gift("rose".to_owned()));
    assert!(history[0].content == rose);
    assert_eq!(history[0].price, 0, "what it cost is its sender's business");
    assert_eq!(stage.history(anna, bram).await[0].price, 10);

    let gifts = stage
        .chat(anna)
        .list_gifts(proto::chat::v1::ListGiftsRequest {})
        .await;
    let gifts = gifts.unwrap().into_inner().gifts;
    assert!(gifts.len() >= 8 && gifts.iter().all(|gift| (10..=50).contains(&gift.price)));
    for locale in [
        "da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv",
    ] {
        let caller = kit::Caller {
            site: Some(SITE),
            member: Some(anna),
            locale: locale.to_owned(),
            ..kit::Caller::default()
        };
        let mut chat = crate::stage::Public::new(stage.host.caller("chat", &caller));
        let answer = chat.list_gifts(proto::chat::v1::ListGiftsRequest {}).await;
        let spark = answer.unwrap().into_inner().gifts.remove(0).name;
        let wanted = match locale {
            "da" | "nb" => "Gnist",
            "de" => "Funke",
            "en" => "Spark",
            "es" => "Chispa",
            "fi" => "Kipinä",
            "fr" => "Étincelle",
            "it" => "Scintilla",
            "nl" => "Vonk",
            "pl" => "Iskra",
            _ => "Gnista",
        };
        assert_eq!(spark, wanted, "{locale}");
    }
}

#[tokio::test]
async fn a_gift_costs_what_the_site_says() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(DEAR).await, stage.join(DEAR).await);
    stage.make_premium(anna).await;
    stage.book.credit(anna, 1_000);
    let mut chat = stage.chat_on(DEAR, anna);
    let gifts = chat
        .list_gifts(proto::chat::v1::ListGiftsRequest {})
        .await
        .unwrap()
        .into_inner()
        .gifts;
    // The cheapest one as set, the others in proportion to it.
    assert_eq!(gifts.iter().map(|gift| gift.price).min(), Some(15));
    let price = |id: &str| gifts.iter().find(|gift| gift.id == id).unwrap().price;
    assert_eq!(
        (price("rose"), price("coffee"), price("ring")),
        (15, 23, 75)
    );
    for gift in &gifts {
        let request = SendMessageRequest {
            message_id: new_id().to_string(),
            member_id: bram.to_string(),
            content: Some(Content::Gift(gift.id.clone())),
        };
        let sent = chat.send_message(request).await.unwrap().into_inner();
        assert_eq!(sent.message.unwrap().price, gift.price, "{}", gift.id);
    }
    let told = stage.told(anna, bram).await;
    let charged: u32 = told.iter().map(|sent| sent.price).sum();
    let listed: u32 = gifts.iter().map(|gift| gift.price).sum();
    assert_eq!(charged, listed);
    let left = stage.book.balance(anna) + stage.purse(anna).await;
    assert_eq!(left, 1_000 - charged);
}

#[tokio::test]
async fn a_refused_first_message_leaves_nothing_behind() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let rose = || Content::Gift("rose".to_owned());
    assert_eq!(
        reason(stage.send(anna, bram, new_id(), rose()).await),
        "premium_needed"
    );
    assert_eq!(stage.rows(anna, bram).await, 0);
    stage.make_premium(anna).await;
    for _ in 0..2 {
        assert_eq!(reason(stage.say(anna, bram, "hi").await), "credits_short");
        assert_eq!(stage.rows(anna, bram).await, 0);
    }
    // Not confirmed and never heard of: as if there were no such member.
    let unconfirmed = kit::MemberId::new(new_id());
    let mut made = profile(SITE, unconfirmed);
    made.active = false;
    stage.tell(&made).await;
    assert_eq!(
        reason(stage.say(anna, unconfirmed, "hi").await),
        "member_unknown"
    );
    assert_eq!(stage.rows(anna, unconfirmed).await, 0);
    // Many at once refuse and make the same row.
    let tries = (0..8).map(|_| stage.say(anna, bram, "hi"));
    for outcome in futures::future::join_all(tries).await {
        assert_eq!(reason(outcome), "credits_short");
    }
    assert_eq!(stage.rows(anna, bram).await, 0);
    stage.book.credit(anna, 10);
    stage.say(anna, bram, "hi").await.unwrap();
    assert_eq!(stage.rows(anna, bram).await, 1);
}

#[tokio::test]
async fn where_texts_cost_nothing_no_allowance_is_used() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.join(FREE).await, stage.join(FREE).await);
    for _ in 0..7 {
        let request = SendMessageRequest {
            message_id: new_id().to_string(),
            member_id: bram.to_string(),
            content: Some(Content::Text("hi".to_owned())),
        };
        stage
            .chat_on(FREE, anna)
            .send_message(request)
            .await
            .unwrap();
    }
}
