//! The overview, and what was removed from it; who is typing; who is erased.

use kit::MemberId;
use proto::{
    accounts::v1::AccountErased,
    chat::v1::{
        ConversationRemoved, MarkReadRequest, RemoveConversationRequest, TypingRequest,
        WatchTypingRequest, chat_gateway_service_client::ChatGatewayServiceClient,
    },
};

use crate::stage::{SITE, Stage, reason, text};

async fn remove(stage: &Stage, me: MemberId, conversation_id: &str) {
    let request = RemoveConversationRequest {
        member_id: me.to_string(),
        conversation_id: conversation_id.to_owned(),
    };
    stage
        .service("gateway")
        .remove_conversation(request)
        .await
        .unwrap();
}

#[tokio::test]
async fn the_latest_conversation_comes_first() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let carl = stage.join(SITE).await;
    for (from, said) in [(bram, "1"), (carl, "2"), (bram, "3")] {
        stage.host.clock.advance(std::time::Duration::from_mins(1));
        stage.say(from, anna, said).await.unwrap();
    }
    let list = stage.list(anna).await;
    let peers: Vec<_> = list.iter().map(|one| one.peer_id.clone()).collect();
    assert_eq!(peers, [bram.to_string(), carl.to_string()]);
    assert_eq!(text(list[0].last_message.as_ref().unwrap()), "3");
    assert_eq!((list[0].unread, list[1].unread), (2, 1));
    assert!(list[0].updated_at.unwrap().seconds > list[1].updated_at.unwrap().seconds);
}

#[tokio::test]
async fn a_list_is_cut_at_its_end() {
    let stage = Stage::with("conversations_listed = 2").await;
    let anna = stage.join(SITE).await;
    let mut writers = Vec::new();
    for said in ["1", "2", "3"] {
        writers.push(stage.join(SITE).await);
        stage.host.clock.advance(std::time::Duration::from_mins(1));
        stage
            .say(*writers.last().unwrap(), anna, said)
            .await
            .unwrap();
    }
    let list = stage.list(anna).await;
    let said: Vec<_> = list
        .iter()
        .map(|one| text(one.last_message.as_ref().unwrap()))
        .collect();
    assert_eq!(said, ["3", "2"]);
    // What was removed takes nobody's place.
    remove(&stage, anna, &list[0].id).await;
    let peers: Vec<_> = stage
        .list(anna)
        .await
        .into_iter()
        .map(|one| one.peer_id)
        .collect();
    assert_eq!(peers, [writers[1].to_string(), writers[0].to_string()]);
}

#[tokio::test]
async fn a_removed_conversation_comes_back_with_the_next_message() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let sent = stage.say(bram, anna, "one").await.unwrap().message.unwrap();
    remove(&stage, anna, &sent.conversation_id).await;
    remove(&stage, anna, &sent.conversation_id).await;
    assert!(stage.list(anna).await.is_empty());
    assert_eq!(stage.list(bram).await.len(), 1);

    stage.say(bram, anna, "two").await.unwrap();
    let list = stage.list(anna).await;
    assert_eq!((list.len(), list[0].unread), (1, 1));
    assert_eq!(list[0].peer_read_sequence, 0);
    // What was removed is not unread again when an older mark arrives.
    stage.say(bram, anna, "three").await.unwrap();
    let mark = MarkReadRequest {
        conversation_id: sent.conversation_id.clone(),
        sequence: 2,
    };
    stage.chat(anna).mark_read(mark).await.unwrap();
    assert_eq!(stage.list(anna).await[0].unread, 1);

    stage.host.settle().await;
    let told: Vec<ConversationRemoved> = stage.host.events();
    let [told] = told.as_slice() else {
        panic!("told once, not {told:?}");
    };
    assert_eq!(told.conversation_id, sent.conversation_id);
    assert_eq!(told.member_id, anna.to_string());
    assert_eq!(told.site_id, SITE.to_string());
}

#[tokio::test]
async fn what_was_removed_unread_never_becomes_unread_again() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    for _ in 0..3 {
        stage.say(bram, anna, "hi").await.unwrap();
    }
    let id = stage.conversation(anna, bram).await.unwrap().id;
    remove(&stage, anna, &id).await;
    // Another device is late to tell that it has shown the first message.
    let mark = MarkReadRequest {
        conversation_id: id,
        sequence: 1,
    };
    stage.chat(anna).mark_read(mark).await.unwrap();
    stage.say(bram, anna, "hi").await.unwrap();
    let list = stage.list(anna).await;
    assert_eq!((list[0].unread, list[0].read_sequence), (1, 1));
}

#[tokio::test]
async fn typing_is_seen_by_who_listens_and_only_where_one_can_write() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let carl = stage.join(SITE).await;
    let sent = stage.say(anna, bram, "hi").await.unwrap().message.unwrap();
    let mut gateway = ChatGatewayServiceClient::new(stage.host.service("chat", "gateway"));
    let mut notices = gateway
        .watch_typing(WatchTypingRequest {})
        .await
        .unwrap()
        .into_inner();
    for (from, to) in [(carl, anna), (bram, anna)] {
        let request = TypingRequest {
            member_id: to.to_string(),
        };
        stage.chat(from).typing(request).await.unwrap();
    }
    let notice = notices.message().await.unwrap().unwrap();
    assert_eq!(notice.conversation_id, sent.conversation_id);
    assert_eq!(notice.member_id, bram.to_string());
    assert_eq!(notice.peer_id, anna.to_string());
    let to_self = TypingRequest {
        member_id: anna.to_string(),
    };
    assert_eq!(reason(stage.chat(anna).typing(to_self).await), "is_self");
    // A stream does not hold the process up when it ends.
    stage.host.stop().await;
}

#[tokio::test]
async fn who_is_erased_stays_in_the_others_copy_until_both_are() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    stage.say(anna, bram, "remember me").await.unwrap();
    let erased = |member: MemberId| AccountErased {
        member_id: member.to_string(),
        site_id: SITE.to_string(),
    };
    stage.tell(&erased(anna)).await;
    let copy = stage.history(bram, anna).await;
    assert_eq!(text(&copy[0]), "remember me");
    assert!(stage.list(bram).await[0].read_only);
    assert_eq!(reason(stage.say(bram, anna, "always").await), "read_only");
    assert_eq!(
        reason(stage.say(anna, bram, "from beyond").await),
        "member_unknown"
    );
    // A late word about the profile brings nobody back.
    let mut late = crate::stage::profile(SITE, anna);
    late.revision = 9;
    stage.tell(&late).await;
    assert_eq!(reason(stage.say(bram, anna, "always").await), "read_only");

    stage.tell(&erased(bram)).await;
    assert!(stage.list(bram).await.is_empty());
    assert!(stage.list(anna).await.is_empty());
    assert_eq!(
        reason(stage.conversation(anna, bram).await),
        "member_unknown"
    );
}

#[tokio::test]
async fn two_who_are_erased_at_the_same_moment_leave_nothing_behind() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    stage.say(anna, bram, "forget me").await.unwrap();
    let db = stage.host.db("chat");
    // Anna's goes on in another process and has not ended yet.
    let mut other = db.begin().await.unwrap();
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('chat.erase', 0))")
        .execute(&mut *other)
        .await
        .unwrap();
    sqlx::query!(
        "update members set erased = true where member_id = $1",
        anna.get()
    )
    .execute(&mut *other)
    .await
    .unwrap();
    let mut tx = db.begin().await.unwrap();
    let erased = AccountErased {
        member_id: bram.to_string(),
        site_id: SITE.to_string(),
    };
    tx.emit(&erased).await.unwrap();
    tx.commit().await.unwrap();
    stage.waiting(1).await;
    other.commit().await.unwrap();
    stage.host.settle().await;
    let left = sqlx::query_scalar!(
        r#"
        select (select count(*) from conversations) + (select count(*) from messages)
             + (select count(*) from message_ids) as "count!"
        "#
    );
    assert_eq!(left.fetch_one(db.pool()).await.unwrap(), 0);
}
