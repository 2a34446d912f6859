//! A block works both ways, at once, everywhere, and tells nobody who made it.

use proto::{
    matching::v1::{MemberBlocked, MemberUnblocked},
    profiles::v1::*,
};

use crate::stage::*;

async fn cards(stage: &Stage, viewer: kit::MemberId, wanted: kit::MemberId) -> usize {
    let request = GetCardsRequest {
        viewer_id: viewer.to_string(),
        site_id: VONK.to_string(),
        member_ids: vec![wanted.to_string()],
    };
    let answer = stage.service("chat").get_cards(request).await.unwrap();
    answer.into_inner().cards.len()
}

#[tokio::test]
async fn neither_sees_the_other_after_a_block() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let carl = stage.joins(&man("Carl")).await;
    let mut filenames = Vec::new();
    for member in [anna, bram] {
        let photo = stage.adds_photo(member, new_id(), png(7)).await.unwrap();
        filenames.push((member, photo.filename));
    }
    stage.blocks(anna, bram).await;
    stage.blocks(anna, bram).await;
    for (viewer, wanted) in [(anna, bram), (bram, anna)] {
        assert_eq!(refusal(stage.sees(viewer, wanted).await), "profile_unknown");
        assert_eq!(cards(&stage, viewer, wanted).await, 0);
        let (_, filename) = filenames
            .iter()
            .find(|(owner, _)| *owner == wanted)
            .unwrap();
        assert_eq!(
            refusal(stage.fetches(Some(viewer), filename).await),
            "photo_unknown"
        );
        assert!(stage.fetches(Some(wanted), filename).await.is_ok());
        assert!(stage.fetches(Some(carl), filename).await.is_ok());
    }
    // Totals are exact as well.
    assert_eq!(stage.finds(anna).await, ["Carl"]);
    assert!(stage.finds(bram).await.is_empty());
    assert_eq!(stage.finds(carl).await, ["Anna"]);
    let found = stage.searches(bram, SearchRequest::default()).await;
    assert!(found.similar.is_empty());

    // Whom neither side blocks is not touched, and one's own block does not lift the other's.
    stage.blocks(bram, anna).await;
    let remove = |by: kit::MemberId, whom: kit::MemberId| {
        let request = RemoveBlockRequest {
            blocker_id: by.to_string(),
            blocked_id: whom.to_string(),
            decision: new_decision(),
        };
        let mut client = stage.service("matching");
        async move { client.remove_block(request).await }
    };
    remove(anna, bram).await.unwrap();
    remove(anna, bram).await.unwrap();
    assert!(stage.finds(bram).await.is_empty());
    remove(bram, anna).await.unwrap();
    assert_eq!(stage.finds(bram).await, ["Anna"]);
    assert_eq!(cards(&stage, anna, bram).await, 1);
}

#[tokio::test]
async fn a_block_that_only_the_event_tells_counts_too() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let (pair_id, site_id) = (anna.to_string(), VONK.to_string());
    let blocked = MemberBlocked {
        pair_id: pair_id.clone(),
        site_id: site_id.clone(),
        blocker_id: bram.to_string(),
        blocked_id: anna.to_string(),
        decision: new_decision(),
    };
    stage.tell("matching", &blocked).await;
    assert!(stage.finds(anna).await.is_empty());
    let unblocked = MemberUnblocked {
        pair_id,
        site_id,
        blocker_id: bram.to_string(),
        blocked_id: anna.to_string(),
        decision: new_decision(),
    };
    stage.tell("matching", &unblocked).await;
    assert_eq!(stage.finds(anna).await, ["Bram"]);
}

#[tokio::test]
async fn an_old_unblocking_does_not_undo_a_new_block() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    // The unblocking was told now; the block is made again before it is heard.
    let unblocked = MemberUnblocked {
        pair_id: anna.to_string(),
        site_id: VONK.to_string(),
        blocker_id: anna.to_string(),
        blocked_id: bram.to_string(),
        decision: new_decision(),
    };
    let mut tx = stage.host.db("matching").begin().await.unwrap();
    tx.emit(&unblocked).await.unwrap();
    stage.blocks(anna, bram).await;
    tx.commit().await.unwrap();
    stage.host.settle().await;
    assert!(stage.finds(anna).await.is_empty());
}

#[tokio::test]
async fn the_latest_decision_counts_whichever_call_comes_last() {
    let stage = Stage::set().await;
    let anna = stage.joins(&woman("Anna")).await;
    let bram = stage.joins(&man("Bram")).await;
    let matching = || stage.service("matching");
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
    matching().remove_block(remove.clone()).await.unwrap();
    matching().record_block(record.clone()).await.unwrap();
    assert_eq!(stage.finds(bram).await, ["Anna"], "a late block");
    stage.blocks(anna, bram).await;
    matching().remove_block(remove).await.unwrap();
    assert!(stage.finds(bram).await.is_empty(), "a late lifting");
    let numberless = RecordBlockRequest {
        decision: 0,
        ..record
    };
    let outcome = matching().record_block(numberless).await;
    assert_eq!(refusal(outcome), "value_invalid");
}
