//! Whoever is shut out reaches nobody.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use kit::MemberId;
use proto::{
    accounts::v1::{AccountDeleted, AccountReactivated},
    chat::v1::{
        ConversationRead, GetMessageRequest, MarkReadRequest, RecordBlockRequest,
        RemoveBlockRequest, send_message_request::Content,
    },
    matching::v1::{MemberBlocked, MemberUnblocked},
    profiles::v1::ProfileHidden,
};

use crate::stage::{SITE, Stage, new_decision, new_id, profile, reason};

async fn block(stage: &Stage, me: MemberId, other: MemberId) {
    let request = RecordBlockRequest {
        blocker_id: me.to_string(),
        blocked_id: other.to_string(),
        decision: new_decision(),
    };
    stage
        .service("matching")
        .record_block(request)
        .await
        .unwrap();
}

async fn unblock(stage: &Stage, me: MemberId, other: MemberId) {
    let request = RemoveBlockRequest {
        blocker_id: me.to_string(),
        blocked_id: other.to_string(),
        decision: new_decision(),
    };
    stage
        .service("matching")
        .remove_block(request)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_block_makes_a_conversation_read_only_for_both() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let message = stage.say(anna, bram, "hi").await.unwrap().message.unwrap();
    block(&stage, bram, anna).await;
    block(&stage, bram, anna).await;
    for (me, peer) in [(anna, bram), (bram, anna)] {
        assert_eq!(reason(stage.say(me, peer, "hi").await), "read_only");
        let conversation = stage.conversation(me, peer).await.unwrap();
        assert!(conversation.read_only);
        assert_eq!(
            conversation.unread, 0,
            "nothing calls back to what cannot be answered"
        );
        assert_eq!(stage.history(me, peer).await.len(), 1);
        assert!(stage.list(me).await[0].read_only);
        // The live stream delivers nothing any more.
        let request = GetMessageRequest {
            member_id: me.to_string(),
            message_id: message.id.clone(),
        };
        let outcome = stage.service("gateway").get_message(request).await;
        assert_eq!(reason(outcome), "conversation_unknown");
    }
    unblock(&stage, bram, anna).await;
    unblock(&stage, bram, anna).await;
    stage.say(anna, bram, "hi again").await.unwrap();
    assert_eq!(stage.conversation(bram, anna).await.unwrap().unread, 2);
}

#[tokio::test]
async fn after_a_block_nobody_hears_who_reads() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    stage.say(anna, bram, "hi").await.unwrap();
    let conversation_id = stage.conversation(bram, anna).await.unwrap().id;
    block(&stage, bram, anna).await;
    for me in [anna, bram] {
        let request = MarkReadRequest {
            conversation_id: conversation_id.clone(),
            sequence: 1,
        };
        stage.chat(me).mark_read(request).await.unwrap();
    }
    stage.host.settle().await;
    assert!(stage.host.events::<ConversationRead>().is_empty());
    let shown = async || {
        let one = stage.conversation(anna, bram).await.unwrap();
        let listed = stage.list(anna).await[0].peer_read_sequence;
        assert_eq!(one.peer_read_sequence, listed);
        listed
    };
    assert_eq!(shown().await, 0, "nobody sees it by looking again");
    unblock(&stage, bram, anna).await;
    assert_eq!(stage.conversation(bram, anna).await.unwrap().unread, 0);
    assert_eq!(shown().await, 0);
    // And all goes on.
    stage.say(anna, bram, "hi again").await.unwrap();
    let request = MarkReadRequest {
        conversation_id,
        sequence: 2,
    };
    stage.chat(bram).mark_read(request).await.unwrap();
    assert_eq!(shown().await, 2);
}

#[tokio::test]
async fn a_retry_after_a_block_still_finds_its_message() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let (id, words) = (new_id(), || Content::Text("hi".to_owned()));
    let first = stage.send(anna, bram, id, words()).await.unwrap();
    block(&stage, bram, anna).await;
    assert_eq!(
        stage.send(anna, bram, id, words()).await.unwrap().message,
        first.message
    );
}

#[tokio::test]
async fn strangers_who_are_shut_out_find_nobody() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    block(&stage, anna, bram).await;
    for (me, peer) in [(anna, bram), (bram, anna)] {
        assert_eq!(reason(stage.say(me, peer, "hi").await), "member_unknown");
        assert_eq!(reason(stage.conversation(me, peer).await), "member_unknown");
        assert!(stage.list(me).await.is_empty());
    }
    // One of two blocks is lifted: the other one still counts.
    block(&stage, bram, anna).await;
    unblock(&stage, anna, bram).await;
    assert_eq!(reason(stage.say(anna, bram, "hi").await), "member_unknown");
    unblock(&stage, bram, anna).await;
    stage.say(anna, bram, "hi").await.unwrap();
}

#[tokio::test]
async fn blocks_come_by_event_too_and_a_late_one_undoes_nothing() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    stage.say(anna, bram, "hi").await.unwrap();
    let blocked = MemberBlocked {
        pair_id: anna.min(bram).to_string(),
        site_id: SITE.to_string(),
        blocker_id: anna.to_string(),
        blocked_id: bram.to_string(),
        decision: new_decision(),
    };
    let unblocked = MemberUnblocked {
        pair_id: blocked.pair_id.clone(),
        site_id: blocked.site_id.clone(),
        blocker_id: blocked.blocker_id.clone(),
        blocked_id: blocked.blocked_id.clone(),
        decision: new_decision(),
    };
    stage.tell(&blocked).await;
    assert_eq!(reason(stage.say(bram, anna, "hi").await), "read_only");
    stage.tell(&unblocked).await;
    stage.say(bram, anna, "hi").await.unwrap();

    // Lifted, told, and blocked anew before the telling arrives.
    let mut tx = stage.host.db("chat").begin().await.unwrap();
    tx.emit(&unblocked).await.unwrap();
    block(&stage, anna, bram).await;
    tx.commit().await.unwrap();
    stage.host.settle().await;
    assert_eq!(reason(stage.say(bram, anna, "hi").await), "read_only");
}

#[tokio::test]
async fn the_latest_decision_counts_whichever_call_comes_last() {
    let stage = Stage::set().await;
    let matching = || stage.service("matching");
    // Low and high of the two have columns of their own.
    let (one, other) = stage.two().await;
    for (anna, bram) in [(one, other), (other, one)] {
        stage.say(anna, bram, "hi").await.unwrap();
        let record = RecordBlockRequest {
            blocker_id: anna.to_string(),
            blocked_id: bram.to_string(),
            decision: new_decision(),
        };
        let remove = RemoveBlockRequest {
            blocker_id: anna.to_string(),
            blocked_id: bram.to_string(),
            decision: new_decision(),
        };
        let again = RecordBlockRequest {
            decision: new_decision(),
            ..record.clone()
        };
        matching().remove_block(remove.clone()).await.unwrap();
        matching().record_block(record.clone()).await.unwrap();
        stage.say(bram, anna, "a late block").await.unwrap();
        matching().record_block(again).await.unwrap();
        matching().remove_block(remove).await.unwrap();
        let outcome = stage.say(bram, anna, "a late lifting").await;
        assert_eq!(reason(outcome), "read_only");
        let numberless = RecordBlockRequest {
            decision: 0,
            ..record
        };
        let outcome = matching().record_block(numberless).await;
        assert_eq!(reason(outcome), "value_invalid");
        unblock(&stage, anna, bram).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_had_to_wait_for_a_block_sees_it() {
    let stage = Arc::new(Stage::set().await);
    let (anna, bram) = stage.two().await;
    stage.say(anna, bram, "hi").await.unwrap();
    // Whoever holds the conversation makes both wait, the block first. The row must not change:
    // who waited for a row that changed looks for it anew, and loses the place.
    let mut holder = stage.host.db("chat").begin().await.unwrap();
    sqlx::query!("select low from conversations for update")
        .fetch_one(&mut *holder)
        .await
        .unwrap();
    let (own, mut late) = (Arc::clone(&stage), tokio::task::JoinSet::new());
    let blocking = tokio::task::JoinSet::from_iter([async move { block(&own, bram, anna).await }]);
    stage.waiting(1).await;
    let own = Arc::clone(&stage);
    late.spawn(async move { own.say(anna, bram, "too late").await });
    stage.waiting(2).await;
    holder.commit().await.unwrap();
    blocking.join_all().await;
    let outcome = late.join_next().await.unwrap().unwrap();
    assert_eq!(reason(outcome), "read_only");
    assert_eq!(stage.history(bram, anna).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_block_is_acknowledged_nothing_arrives() {
    let stage = Arc::new(Stage::set().await);
    let (anna, bram) = (stage.buyer(10_000_000).await, stage.buyer(10_000_000).await);
    for _ in 0..5 {
        let stop = Arc::new(AtomicBool::new(false));
        let mut writers = tokio::task::JoinSet::new();
        for (from, to) in [(anna, bram), (anna, bram), (bram, anna), (bram, anna)] {
            let (stage, stop) = (Arc::clone(&stage), Arc::clone(&stop));
            writers.spawn(async move {
                let mut acknowledged = 0_usize;
                while !stop.load(Ordering::SeqCst) {
                    match stage.say(from, to, "hi").await {
                        Ok(_) => acknowledged += 1,
                        refused => {
                            assert_eq!(reason(refused), "read_only");
                        }
                    }
                }
                acknowledged
            });
        }
        let before = stage.told(anna, bram).await.len();
        stage
            .until("messages flow", async || {
                stage.host.events::<proto::chat::v1::MessageSent>().len() > before + 8
            })
            .await;
        block(&stage, bram, anna).await;
        let stored = stage.history(bram, anna).await.len();
        stop.store(true, Ordering::SeqCst);
        writers.join_all().await;
        assert_eq!(stage.history(bram, anna).await.len(), stored);
        unblock(&stage, bram, anna).await;
    }
}

#[tokio::test]
async fn nobody_can_write_to_who_is_gone() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let carl = stage.join(SITE).await;
    stage.say(anna, bram, "hi").await.unwrap();
    let deleted = AccountDeleted {
        member_id: bram.to_string(),
        site_id: SITE.to_string(),
        erase_at: None,
    };
    stage.tell(&deleted).await;
    assert_eq!(reason(stage.say(anna, bram, "there?").await), "read_only");
    assert_eq!(reason(stage.say(carl, bram, "hi").await), "member_unknown");
    assert!(stage.conversation(anna, bram).await.unwrap().read_only);
    let back = AccountReactivated {
        member_id: bram.to_string(),
        site_id: SITE.to_string(),
    };
    stage.tell(&back).await;
    stage.say(anna, bram, "there!").await.unwrap();

    let hidden = ProfileHidden {
        member_id: bram.to_string(),
        site_id: SITE.to_string(),
        revision: 2,
    };
    stage.tell(&hidden).await;
    assert_eq!(reason(stage.say(anna, bram, "there?").await), "read_only");
    // An older word about the profile changes nothing; a newer one does.
    stage.tell(&profile(SITE, bram)).await;
    assert_eq!(reason(stage.say(anna, bram, "there?").await), "read_only");
    let mut shown = profile(SITE, bram);
    shown.revision = 3;
    stage.tell(&shown).await;
    stage.say(anna, bram, "there!").await.unwrap();
}
