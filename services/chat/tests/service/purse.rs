//! Credits on loan from billing: asked for, spent, given back.

use std::time::Duration;

use kit::fault;
use proto::{
    accounts::v1::AccountDeleted,
    chat::v1::{RecallPurseRequest, send_message_request::Content},
};

use crate::stage::{SITE, Stage, new_id, reason};

#[tokio::test]
async fn a_lease_lasts_for_several_messages() {
    let stage = Stage::with("low_purse_messages = 0").await;
    let (anna, bram) = (stage.buyer(1000).await, stage.join(SITE).await);
    // The second follows soon upon the first, so it is twice as large.
    for left in [40, 30, 20, 10, 0, 90, 80] {
        let sent = stage.say(anna, bram, "hi").await.unwrap();
        assert_eq!((sent.purse, sent.message.unwrap().price), (left, 10));
    }
    assert_eq!(stage.book.pages().grants_asked, 2);
    assert_eq!(stage.book.balance(anna), 850);
    assert_eq!(stage.purse(anna).await, 80);
}

#[tokio::test]
async fn a_purse_that_runs_low_is_filled_behind_the_scenes() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(1000).await, stage.join(SITE).await);
    for _ in 0..4 {
        stage.say(anna, bram, "hi").await.unwrap();
    }
    stage
        .until("the purse is full again", async || {
            stage.purse(anna).await == 110
        })
        .await;
    // Now billing may be away for a while.
    stage.book.pages().away = true;
    for left in (0..=100).rev().step_by(10) {
        assert_eq!(stage.say(anna, bram, "hi").await.unwrap().purse, left);
    }
    assert_eq!(reason(stage.say(anna, bram, "hi").await), "billing_away");
    stage.book.pages().away = false;
    stage.say(anna, bram, "hi").await.unwrap();
}

#[tokio::test]
async fn the_last_credits_count_wherever_they_lie() {
    let stage = Stage::with("low_purse_messages = 0").await;
    let (anna, bram) = (stage.buyer(75).await, stage.join(SITE).await);
    let gift = |id: &str| Content::Gift(id.to_owned());
    // 10 + 40 lent, 10 spent; 25 stay with billing.
    stage.say(anna, bram, "hi").await.unwrap();
    assert_eq!(
        (stage.purse(anna).await, stage.book.balance(anna)),
        (40, 25)
    );
    // 50 are in neither place alone.
    let sent = stage
        .send(anna, bram, new_id(), gift("ring"))
        .await
        .unwrap();
    assert_eq!((sent.message.unwrap().price, sent.purse), (50, 15));
    let short = stage
        .send(anna, bram, new_id(), gift("chocolate"))
        .await
        .unwrap_err();
    assert_eq!(fault::reason(&short).unwrap(), "credits_short");
    assert_eq!(fault::detail(&short, "price").unwrap(), "20");
    assert_eq!(fault::detail(&short, "available").unwrap(), "15");
    let sent = stage
        .send(anna, bram, new_id(), gift("coffee"))
        .await
        .unwrap();
    assert_eq!(sent.purse, 0);
}

#[tokio::test]
async fn an_idle_purse_goes_back() {
    let stage = Stage::with("low_purse_messages = 0").await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    stage.say(anna, bram, "hi").await.unwrap();
    stage.host.clock.advance(Duration::from_mins(14));
    stage.say(anna, bram, "hi").await.unwrap();
    stage.host.clock.advance(Duration::from_mins(14));
    // The sweep has passed over it by the time another idle purse is gone.
    let carl = stage.buyer(100).await;
    stage.say(carl, bram, "hi").await.unwrap();
    assert_eq!(stage.purse(anna).await, 30);
    stage.book.pages().away = true;
    stage.host.clock.advance(Duration::from_mins(16));
    assert_eq!(
        stage.purse(anna).await,
        30,
        "counted until billing has it back"
    );
    stage.book.pages().away = false;
    stage
        .until("the purses are back", async || {
            stage.book.balance(anna) == 80 && stage.book.balance(carl) == 90
        })
        .await;
    stage
        .until("the purse is gone", async || stage.purse(anna).await == 0)
        .await;
    // And all goes on.
    stage.say(anna, bram, "hi").await.unwrap();
}

#[tokio::test]
async fn a_recalled_purse_is_with_billing_on_return() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    stage.say(anna, bram, "hi").await.unwrap();
    let request = || RecallPurseRequest {
        member_id: anna.to_string(),
    };
    for _ in 0..2 {
        stage
            .service("billing")
            .recall_purse(request())
            .await
            .unwrap();
        assert_eq!((stage.purse(anna).await, stage.book.balance(anna)), (0, 90));
    }
    stage.say(anna, bram, "hi").await.unwrap();
    stage.book.pages().away = true;
    let outcome = stage.service("billing").recall_purse(request()).await;
    assert_eq!(reason(outcome), "billing_away");
    // What was spent is final now: nothing more is paid from that lease.
    assert_eq!(reason(stage.say(anna, bram, "hi").await), "billing_away");
    stage.book.pages().away = false;
    stage
        .until("all is back", async || stage.book.balance(anna) == 80)
        .await;
}

#[tokio::test]
async fn a_lease_whose_answer_was_lost_comes_back() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    stage.book.pages().mute = true;
    assert_eq!(reason(stage.say(anna, bram, "hi").await), "billing_away");
    assert!(
        stage.book.balance(anna) < 100,
        "billing has granted something"
    );
    stage.book.pages().mute = false;
    stage.host.clock.advance(Duration::from_secs(31));
    stage
        .until("all is back", async || stage.book.balance(anna) == 100)
        .await;
    stage.say(anna, bram, "hi").await.unwrap();
}

#[tokio::test]
async fn credits_in_a_lost_lease_are_found_when_they_are_needed() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(10).await, stage.join(SITE).await);
    stage.book.pages().mute = true;
    assert_eq!(reason(stage.say(anna, bram, "hi").await), "billing_away");
    assert_eq!(stage.book.balance(anna), 0);
    stage.book.pages().mute = false;
    stage.say(anna, bram, "hi").await.unwrap();
    assert_eq!(stage.book.balance(anna) + stage.purse(anna).await, 0);
}

#[tokio::test]
async fn the_members_own_limit_is_said_as_it_is() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    stage.book.pages().limit = Some(5);
    let refused = stage.say(anna, bram, "hi").await.unwrap_err();
    assert_eq!(fault::reason(&refused).unwrap(), "spending_limit");
    assert_eq!(fault::detail(&refused, "limit").unwrap(), "5");
    assert_eq!(fault::detail(&refused, "period").unwrap(), "day");
}

#[tokio::test]
async fn what_the_limit_leaves_can_be_spent_wherever_it_lies() {
    let stage = Stage::with("low_purse_messages = 0").await;
    let (anna, bram) = (stage.buyer(1000).await, stage.join(SITE).await);
    let gift = |id: &str| Content::Gift(id.to_owned());
    stage.book.pages().limit = Some(75);
    // 10 + 40 lent, 10 spent: billing counts 50, the member has spent 10.
    stage.say(anna, bram, "hi").await.unwrap();
    assert_eq!(stage.purse(anna).await, 40);
    let sent = stage
        .send(anna, bram, new_id(), gift("ring"))
        .await
        .unwrap();
    assert_eq!((sent.message.unwrap().price, sent.purse), (50, 15));
    let refused = stage.send(anna, bram, new_id(), gift("chocolate")).await;
    assert_eq!(reason(refused), "spending_limit");
    let sent = stage.send(anna, bram, new_id(), gift("coffee")).await;
    assert_eq!(sent.unwrap().purse, 0);
}

#[tokio::test]
async fn who_deletes_the_account_gets_the_purse_back() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(100).await, stage.join(SITE).await);
    stage.say(anna, bram, "hi").await.unwrap();
    let deleted = AccountDeleted {
        member_id: anna.to_string(),
        site_id: SITE.to_string(),
        erase_at: None,
    };
    stage.tell(&deleted).await;
    stage
        .until("all is back", async || stage.book.balance(anna) == 90)
        .await;
}
