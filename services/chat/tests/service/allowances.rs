//! What a free member may do.

use kit::fault;
use proto::{billing::v1::PremiumRevoked, chat::v1::send_message_request::Content};

use crate::stage::{SITE, Stage, new_id, reason};

#[tokio::test]
async fn two_conversations_have_five_free_messages_each() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let (carl, dana) = stage.two().await;
    assert_eq!(stage.conversation(anna, bram).await.unwrap().free_left, 5);
    for peer in [bram, carl] {
        for left in (0..5).rev() {
            let sent = stage.say(anna, peer, "free").await.unwrap();
            assert_eq!((sent.free_left, sent.message.unwrap().price), (left, 0));
        }
        let short = stage.say(anna, peer, "not free").await.unwrap_err();
        assert_eq!(fault::reason(&short).unwrap(), "credits_short");
        assert_eq!(fault::detail(&short, "price").unwrap(), "10");
        assert_eq!(fault::detail(&short, "available").unwrap(), "0");
        let conversation = stage.conversation(anna, peer).await.unwrap();
        assert_eq!((conversation.text_price, conversation.free_left), (10, 0));
    }
    assert_eq!(
        reason(stage.say(anna, dana, "third").await),
        "credits_short"
    );
    let third = stage.conversation(anna, dana).await.unwrap();
    assert_eq!(
        (third.id.as_str(), third.text_price, third.photo_price),
        ("", 10, 20)
    );
    // A refused message leaves nothing behind on the other side.
    assert!(stage.list(dana).await.is_empty());
}

#[tokio::test]
async fn the_other_side_has_an_allowance_of_its_own() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    for _ in 0..5 {
        stage.say(anna, bram, "hi").await.unwrap();
    }
    assert_eq!(stage.say(bram, anna, "hi").await.unwrap().free_left, 4);
    assert_eq!(reason(stage.say(anna, bram, "hi").await), "credits_short");
    assert_eq!(stage.conversation(bram, anna).await.unwrap().text_price, 0);
}

#[tokio::test]
async fn a_free_member_with_credits_pays_after_the_free_messages() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    stage.book.credit(anna, 10); // of a sign-up bonus
    for _ in 0..5 {
        assert_eq!(
            stage
                .say(anna, bram, "free")
                .await
                .unwrap()
                .message
                .unwrap()
                .price,
            0
        );
    }
    assert_eq!(
        stage
            .say(anna, bram, "paid")
            .await
            .unwrap()
            .message
            .unwrap()
            .price,
        10
    );
    assert_eq!(
        reason(stage.say(anna, bram, "no more").await),
        "credits_short"
    );
    // Gifts and photos are for members with premium, whatever credits there are.
    stage.book.credit(anna, 100);
    let gift = Content::Gift("rose".to_owned());
    assert_eq!(
        reason(stage.send(anna, bram, new_id(), gift).await),
        "premium_needed"
    );
}

#[tokio::test]
async fn premium_pays_from_the_first_message_and_loses_nothing() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    stage.say(anna, bram, "free").await.unwrap();
    stage.make_premium(anna).await;
    assert_eq!(reason(stage.say(anna, bram, "paid").await), "credits_short");
    stage.book.credit(anna, 10);
    let sent = stage.say(anna, bram, "paid").await.unwrap();
    assert_eq!((sent.message.unwrap().price, sent.free_left), (10, 0));

    let revoked = PremiumRevoked {
        member_id: anna.to_string(),
        site_id: SITE.to_string(),
    };
    stage.tell(&revoked).await;
    let sent = stage.say(anna, bram, "free again").await.unwrap();
    assert_eq!((sent.message.unwrap().price, sent.free_left), (0, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_burst_never_takes_more_than_the_allowance() {
    let stage = std::sync::Arc::new(Stage::set().await);
    let anna = stage.join(SITE).await;
    let mut burst = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let peer = stage.join(SITE).await;
        for _ in 0..8 {
            let stage = std::sync::Arc::clone(&stage);
            burst.spawn(async move { stage.say(anna, peer, "hi").await });
        }
    }
    let outcomes = burst.join_all().await;
    let (sent, refused): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(Result::is_ok);
    assert_eq!(sent.len(), 10);
    for outcome in refused {
        assert_eq!(reason(outcome), "credits_short");
    }
}
