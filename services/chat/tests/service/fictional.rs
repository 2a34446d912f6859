//! Fictional profiles: acknowledged before the first credit, and never the first to act.

use kit::MemberId;
use proto::chat::v1::{
    AcknowledgeFictionalRequest, SendMessageRequest, send_message_request::Content,
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

#[tokio::test]
async fn the_warning_comes_before_the_first_credit() {
    let stage = Stage::set().await;
    let (anna, actor) = (stage.join(STAGED).await, fictional(&stage, STAGED).await);
    stage.book.credit(anna, 100);
    for _ in 0..5 {
        assert_eq!(say(&stage, STAGED, anna, actor).await.unwrap(), 0);
    }
    assert_eq!(
        reason(say(&stage, STAGED, anna, actor).await),
        "fictional_not_acknowledged"
    );
    assert_eq!(stage.book.balance(anna) + stage.purse(anna).await, 100);
    for _ in 0..2 {
        let request = AcknowledgeFictionalRequest {};
        stage
            .chat_on(STAGED, anna)
            .acknowledge_fictional(request)
            .await
            .unwrap();
    }
    assert_eq!(say(&stage, STAGED, anna, actor).await.unwrap(), 10);
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
