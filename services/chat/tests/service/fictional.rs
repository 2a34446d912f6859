//! Fictional profiles: never paid for, and never the first to act.

use kit::MemberId;
use proto::chat::v1::{
    AcknowledgeFictionalRequest, Conversation, GetConversationRequest, SendMessageRequest,
    get_conversation_request::Which, send_message_request::Content,
};
use tonic::Status;

use crate::stage::{SITE, STAGED, Stage, new_id, profile, reason};

async fn fictional(stage: &Stage, site: kit::SiteId) -> MemberId {
    let member = MemberId::new(new_id());
    let mut made = profile(site, member);
    "fictional".clone_into(&mut made.kind);
    stage.tell(&made).await;
    member
}

async fn say(
    stage: &Stage,
    site: kit::SiteId,
    from: MemberId,
    to: MemberId,
) -> Result<u32, Status> {
    let request = SendMessageRequest {
        message_id: new_id().to_string(),
        member_id: to.to_string(),
        content: Some(Content::Text("hi".to_owned())),
    };
    let answer = stage.chat_on(site, from).send_message(request).await?;
    Ok(answer.into_inner().message.unwrap().price)
}

async fn seen(stage: &Stage, from: MemberId, to: MemberId) -> Conversation {
    let request = GetConversationRequest {
        which: Some(Which::MemberId(to.to_string())),
    };
    let answer = stage.chat_on(STAGED, from).get_conversation(request).await;
    answer.unwrap().into_inner().conversation.unwrap()
}

#[tokio::test]
async fn what_nobody_can_answer_is_never_charged() {
    let stage = Stage::set().await;
    let (anna, actor) = (stage.join(STAGED).await, fictional(&stage, STAGED).await);
    stage.book.credit(anna, 100);
    for left in (0..5).rev() {
        assert!(!seen(&stage, anna, actor).await.read_only);
        assert_eq!(say(&stage, STAGED, anna, actor).await.unwrap(), 0);
        assert_eq!(seen(&stage, anna, actor).await.free_left, left);
    }
    // Whatever was acknowledged, and whatever there is to pay with.
    for _ in 0..2 {
        assert_eq!(
            reason(say(&stage, STAGED, anna, actor).await),
            "fictional_unpaid"
        );
        assert!(seen(&stage, anna, actor).await.read_only);
        let request = AcknowledgeFictionalRequest {};
        stage
            .chat_on(STAGED, anna)
            .acknowledge_fictional(request)
            .await
            .unwrap();
    }
    assert_eq!(stage.list(anna).await.len(), 1);
    assert!(
        stage
            .told(anna, actor)
            .await
            .iter()
            .all(|sent| sent.price == 0)
    );
    assert_eq!(stage.book.balance(anna) + stage.purse(anna).await, 100);
    // Real members are written to as before.
    let bram = stage.join(STAGED).await;
    say(&stage, STAGED, anna, bram).await.unwrap();
}

#[tokio::test]
async fn who_has_no_free_messages_has_none_for_fictional_profiles() {
    let stage = Stage::set().await;
    let (anna, actor) = (stage.join(STAGED).await, fictional(&stage, STAGED).await);
    stage.make_premium(anna).await;
    stage.book.credit(anna, 100);
    assert!(seen(&stage, anna, actor).await.read_only);
    assert_eq!(
        reason(say(&stage, STAGED, anna, actor).await),
        "fictional_unpaid"
    );
    let request = SendMessageRequest {
        message_id: new_id().to_string(),
        member_id: actor.to_string(),
        content: Some(Content::Gift("rose".to_owned())),
    };
    let gift = stage.chat_on(STAGED, anna).send_message(request).await;
    assert_eq!(reason(gift), "fictional_unpaid");
    // Nothing is borrowed for it either.
    assert_eq!(stage.purse(anna).await, 0);
    assert_eq!(stage.book.balance(anna), 100);
}

#[tokio::test]
async fn a_fictional_profile_never_acts_first() {
    let stage = Stage::set().await;
    let (anna, actor) = (stage.join(STAGED).await, fictional(&stage, STAGED).await);
    assert_eq!(
        reason(say(&stage, STAGED, actor, anna).await),
        "member_unknown"
    );
    assert!(stage.list(anna).await.is_empty());
}

#[tokio::test]
async fn a_site_without_fictional_profiles_has_none_to_write_to() {
    let stage = Stage::set().await;
    let (anna, actor) = (stage.join(SITE).await, fictional(&stage, SITE).await);
    assert_eq!(
        reason(say(&stage, SITE, anna, actor).await),
        "member_unknown"
    );
    assert_eq!(
        reason(stage.conversation(anna, actor).await),
        "member_unknown"
    );
}
