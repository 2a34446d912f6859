//! Pages, read marks, and what is unread.

use kit::MemberId;
use proto::chat::v1::{
    ConversationRead, ListMessagesRequest, ListMessagesResponse, MarkReadRequest,
};

use crate::stage::{SITE, Stage, reason};

async fn mark(stage: &Stage, me: MemberId, conversation_id: &str, sequence: i64) {
    let request = MarkReadRequest {
        conversation_id: conversation_id.to_owned(),
        sequence,
    };
    stage.chat(me).mark_read(request).await.unwrap();
}

#[tokio::test]
async fn pages_go_both_ways_without_gap_or_double() {
    let stage = Stage::set().await;
    let (anna, bram) = (stage.buyer(1000).await, stage.buyer(1000).await);
    for n in 0..23 {
        let (from, to) = if n % 3 == 0 {
            (bram, anna)
        } else {
            (anna, bram)
        };
        stage.say(from, to, &n.to_string()).await.unwrap();
    }
    let conversation_id = stage.conversation(anna, bram).await.unwrap().id;
    let page = async |sequence: i64, after: bool| -> ListMessagesResponse {
        let request = ListMessagesRequest {
            conversation_id: conversation_id.clone(),
            sequence,
            after,
            limit: 10,
        };
        stage
            .chat(anna)
            .list_messages(request)
            .await
            .unwrap()
            .into_inner()
    };
    let numbers = |page: &ListMessagesResponse| -> Vec<i64> {
        page.messages
            .iter()
            .map(|message| message.sequence)
            .collect()
    };
    let latest = page(0, false).await;
    assert_eq!((numbers(&latest), latest.more), ((14..=23).collect(), true));
    let middle = page(14, false).await;
    assert_eq!((numbers(&middle), middle.more), ((4..=13).collect(), true));
    let first = page(4, false).await;
    assert_eq!((numbers(&first), first.more), ((1..=3).collect(), false));
    let before_all = page(1, false).await;
    assert_eq!((numbers(&before_all), before_all.more), (vec![], false));

    let up = page(0, true).await;
    assert_eq!((numbers(&up), up.more), ((1..=10).collect(), true));
    let up = page(13, true).await;
    assert_eq!((numbers(&up), up.more), ((14..=23).collect(), false));
    assert_eq!(numbers(&page(23, true).await), Vec::<i64>::new());

    let request = ListMessagesRequest {
        conversation_id,
        sequence: -1,
        ..ListMessagesRequest::default()
    };
    assert_eq!(
        reason(stage.chat(anna).list_messages(request).await),
        "cursor_invalid"
    );
}

#[tokio::test]
async fn a_read_mark_only_moves_on_and_is_told_once() {
    let stage = Stage::set().await;
    let (anna, bram) = stage.two().await;
    for _ in 0..4 {
        stage.say(anna, bram, "hi").await.unwrap();
    }
    let id = stage.conversation(bram, anna).await.unwrap().id;
    mark(&stage, bram, &id, 3).await;
    mark(&stage, bram, &id, 3).await;
    mark(&stage, bram, &id, 1).await;
    let seen = stage.conversation(bram, anna).await.unwrap();
    assert_eq!(
        (seen.unread, seen.read_sequence, seen.peer_read_sequence),
        (1, 3, 0)
    );
    let theirs = stage.conversation(anna, bram).await.unwrap();
    assert_eq!((theirs.read_sequence, theirs.peer_read_sequence), (0, 3));
    // Nobody has read what was not written yet.
    mark(&stage, bram, &id, i64::MAX).await;
    stage.say(anna, bram, "one more").await.unwrap();
    let seen = stage.conversation(bram, anna).await.unwrap();
    assert_eq!((seen.unread, seen.read_sequence), (1, 4));

    stage.host.settle().await;
    let told: Vec<ConversationRead> = stage.host.events();
    let marks: Vec<i64> = told.iter().map(|read| read.sequence).collect();
    assert_eq!(marks, [3, 4]);
    assert_eq!(told[0].conversation_id, id);
    assert_eq!(told[0].site_id, SITE.to_string());
    assert_eq!(told[0].reader_id, bram.to_string());
    assert_eq!(told[0].peer_id, anna.to_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_is_what_the_other_one_wrote_after_the_mark() {
    let stage = std::sync::Arc::new(Stage::set().await);
    let (anna, bram) = (stage.buyer(2000).await, stage.buyer(2000).await);
    stage.say(anna, bram, "hi").await.unwrap();
    let id = stage.conversation(bram, anna).await.unwrap().id;
    let mut all = tokio::task::JoinSet::new();
    for (from, to) in [(anna, bram), (anna, bram), (bram, anna)] {
        let stage = std::sync::Arc::clone(&stage);
        all.spawn(async move {
            for _ in 0..20 {
                stage.say(from, to, "hi").await.unwrap();
            }
        });
    }
    for me in [anna, bram] {
        let (stage, id) = (std::sync::Arc::clone(&stage), id.clone());
        all.spawn(async move {
            for sequence in 1..40 {
                mark(&stage, me, &id, sequence).await;
            }
        });
    }
    all.join_all().await;
    for (me, peer) in [(anna, bram), (bram, anna)] {
        let seen = stage.conversation(me, peer).await.unwrap();
        let unread = stage
            .history(me, peer)
            .await
            .iter()
            .filter(|message| message.sender_id != me.to_string())
            .filter(|message| message.sequence > seen.read_sequence)
            .count();
        assert_eq!(seen.unread as usize, unread);
        assert_eq!(stage.list(me).await[0].unread as usize, unread);
    }
}
