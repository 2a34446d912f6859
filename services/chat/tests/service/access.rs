//! Whose conversation it is, and who may ask.

use kit::MemberId;
use proto::chat::v1::{
    GetConversationRequest, GetMessageRequest, GetPurseRequest, ListConversationsRequest,
    ListMessagesRequest, MarkReadRequest, RecallPurseRequest, RecordBlockRequest,
    RemoveConversationRequest, get_conversation_request::Which,
};

use crate::stage::{Internal, Public, SITE, Stage, new_decision, new_id, reason};

#[tokio::test]
async fn other_members_do_not_learn_that_there_is_a_conversation() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let carl = stage.join(SITE).await;
    let message = stage
        .say(anna, bram, "secret")
        .await
        .unwrap()
        .message
        .unwrap();
    for conversation_id in [
        message.conversation_id.clone(),
        new_id().to_string(),
        "x".to_owned(),
    ] {
        let list = ListMessagesRequest {
            conversation_id: conversation_id.clone(),
            ..ListMessagesRequest::default()
        };
        let mut chat = stage.chat(carl);
        assert_eq!(
            reason(chat.list_messages(list).await),
            "conversation_unknown"
        );
        let get = GetConversationRequest {
            which: Some(Which::ConversationId(conversation_id.clone())),
        };
        assert_eq!(
            reason(chat.get_conversation(get).await),
            "conversation_unknown"
        );
        let mark = MarkReadRequest {
            conversation_id: conversation_id.clone(),
            sequence: 1,
        };
        assert_eq!(reason(chat.mark_read(mark).await), "conversation_unknown");
        let remove = RemoveConversationRequest {
            member_id: carl.to_string(),
            conversation_id,
        };
        let outcome = stage.service("gateway").remove_conversation(remove).await;
        assert_eq!(reason(outcome), "conversation_unknown");
    }
    let get = GetMessageRequest {
        member_id: carl.to_string(),
        message_id: message.id.clone(),
    };
    assert_eq!(
        reason(stage.service("gateway").get_message(get).await),
        "conversation_unknown"
    );
    for me in [anna, bram] {
        let get = GetMessageRequest {
            member_id: me.to_string(),
            message_id: message.id.clone(),
        };
        let answer = stage.service("gateway").get_message(get).await.unwrap();
        assert_eq!(answer.into_inner().message.unwrap().id, message.id);
    }
    assert_eq!(stage.conversation(bram, anna).await.unwrap().unread, 1);
}

#[tokio::test]
async fn visitors_and_members_reach_no_more_than_their_own_calls() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    let mut visitor = Public::new(stage.host.visitor("chat", SITE));
    let outcome = visitor.list_messages(ListMessagesRequest::default()).await;
    assert_eq!(reason(outcome), "not_logged_in");
    let outcome = visitor
        .list_gifts(proto::chat::v1::ListGiftsRequest {})
        .await;
    assert_eq!(reason(outcome), "not_logged_in");

    let member = || Internal::new(stage.host.member("chat", SITE, anna));
    let list = ListConversationsRequest {
        member_id: bram.to_string(),
    };
    assert_eq!(
        reason(member().list_conversations(list).await),
        "not_allowed"
    );
    let block = RecordBlockRequest {
        blocker_id: anna.to_string(),
        blocked_id: bram.to_string(),
        decision: new_decision(),
    };
    assert_eq!(
        reason(member().record_block(block.clone()).await),
        "not_allowed"
    );
    assert_eq!(
        reason(stage.service("gateway").record_block(block).await),
        "not_allowed"
    );
    let recall = RecallPurseRequest {
        member_id: anna.to_string(),
    };
    assert_eq!(
        reason(stage.service("gateway").recall_purse(recall).await),
        "not_allowed"
    );
    let purse = GetPurseRequest {
        member_id: anna.to_string(),
    };
    assert_eq!(
        reason(stage.service("matching").get_purse(purse).await),
        "not_allowed"
    );
}

#[tokio::test]
async fn a_member_nobody_has_told_of_cannot_write() {
    let stage = Stage::set().await;
    let anna = stage.join(SITE).await;
    let stranger = MemberId::new(new_id());
    assert_eq!(
        reason(stage.say(stranger, anna, "hi").await),
        "member_unknown"
    );
    assert!(stage.list(stranger).await.is_empty());
    assert!(stage.list(anna).await.is_empty());
}
