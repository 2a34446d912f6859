//! From a sign-up to a profile, and from an erasure to nothing.

use kit::MemberId;
use proto::{
    accounts::v1::{AccountDeleted, AccountErased, AccountReactivated},
    profiles::v1::*,
};

use crate::stage::*;

async fn is_deleted(stage: &Stage, member: MemberId) {
    let deleted = AccountDeleted {
        member_id: member.to_string(),
        site_id: VONK.to_string(),
        erase_at: None,
    };
    stage.tell("accounts", &deleted).await;
}

fn told(stage: &Stage, member: MemberId) -> Vec<ProfileChanged> {
    let mut told = stage.host.events::<ProfileChanged>();
    told.retain(|event| event.member_id == member.to_string());
    told
}

/// Rows of any table that name the member, and files to be swept.
async fn rows(stage: &Stage, member: MemberId) -> i64 {
    let db = stage.host.db("profiles");
    sqlx::query_scalar!(
        r#"
        select (select count(*) from profiles where member_id = $1)
             + (select count(*) from accounts where member_id = $1)
             + (select count(*) from photos where member_id = $1)
             + (select count(*) from presence where member_id = $1)
             + (select count(*) from premium_members where member_id = $1)
             + (select count(*) from profile_search where member_id = $1)
             + (select count(*) from profile_jobs where member_id = $1)
             + (select count(*) from block_decisions where blocker_id = $1 or blocked_id = $1)
             + (select count(*) from stale_files) as "rows!"
        "#,
        member.get(),
    )
    .fetch_one(db.pool())
    .await
    .unwrap()
}

#[tokio::test]
async fn a_sign_up_becomes_a_profile_that_nobody_sees_before_the_address_is_proven() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    let anna = stage.signs_up(&woman("Anna")).await;

    let own = stage.own(anna).await.profile.unwrap();
    let card = own.card.unwrap();
    assert_eq!(card.name, "Anna");
    assert_eq!(card.age, 35);
    assert_eq!(card.status(), ProfileStatus::Disabled);
    assert_eq!(card.kind(), ProfileKind::Member);
    assert_eq!(own.seeking, [i32::from(Gender::Man)]);
    assert!(stage.finds(bram).await.is_empty());
    assert_eq!(refusal(stage.sees(bram, anna).await), "profile_unknown");

    stage.activates(VONK, anna).await;
    assert_eq!(stage.finds(bram).await, ["Anna"]);
    assert_eq!(stage.finds(anna).await, ["Bram"]);
    assert_eq!(
        stage.sees(bram, anna).await.unwrap().card.unwrap().status(),
        ProfileStatus::Active
    );

    let told = told(&stage, anna);
    let states: Vec<_> = told.iter().map(|one| (one.revision, one.active)).collect();
    assert_eq!(states, [(1, false), (2, true)]);
    // Nothing that an erasure would have to follow.
    let bare = ProfileChanged {
        member_id: anna.to_string(),
        site_id: VONK.to_string(),
        revision: 2,
        kind: "member".to_owned(),
        active: true,
        ..ProfileChanged::default()
    };
    assert_eq!(told.last(), Some(&bare));
}

#[tokio::test]
async fn events_may_come_in_any_order() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    let person = woman("Anna");
    let anna = Stage::known_to_accounts(&person);
    // Premium and the proof of the address, before the sign-up is heard of.
    stage.pays(anna).await;
    stage.activates(VONK, anna).await;
    stage.tell("accounts", &created(&person, anna)).await;
    stage.profile_is_there(anna).await;
    assert_eq!(stage.finds(bram).await, ["Anna"]);
    assert_eq!(stage.own(anna).await.photo_limit, 25);
}

#[tokio::test]
async fn accounts_may_be_away_for_a_while() {
    let stage = Stage::set().await;
    let person = woman("Anna");
    let anna = Stage::known_to_accounts(&person);
    fails(anna, 1);
    stage.tell("accounts", &created(&person, anna)).await;
    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    stage.advance(time::Duration::seconds(5));
    stage.profile_is_there(anna).await;
}

#[tokio::test]
async fn whoever_is_faster_than_the_event_finds_the_profile_made() {
    let stage = Stage::set().await;
    let person = woman("Anna");
    let anna = Stage::known_to_accounts(&person);
    assert_eq!(
        stage.own(anna).await.profile.unwrap().card.unwrap().name,
        "Anna"
    );
    // The event follows, and changes nothing.
    stage.tell("accounts", &created(&person, anna)).await;
    stage.activates(VONK, anna).await;
    assert_eq!(told(&stage, anna).len(), 2);
    // A member that accounts does not know has none, and none is made.
    let nobody = MemberId::new(new_id());
    let mut client = stage.member(nobody);
    let own = client.get_own_profile(GetOwnProfileRequest {}).await;
    assert_eq!(refusal(own), "profile_unknown");
}

#[tokio::test]
async fn a_deleted_member_is_hidden_at_once_and_comes_back() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    let anna = stage.joins(&woman("Anna")).await;
    let photo = stage.adds_photo(anna, new_id(), png(9)).await.unwrap();

    is_deleted(&stage, anna).await;
    assert!(stage.finds(bram).await.is_empty());
    assert_eq!(refusal(stage.sees(bram, anna).await), "profile_unknown");
    assert_eq!(
        refusal(stage.fetches(Some(bram), &photo.filename).await),
        "photo_unknown"
    );
    let hidden = stage.host.events::<ProfileHidden>();
    assert_eq!(hidden.len(), 1);
    assert_eq!(hidden[0].member_id, anna.to_string());

    let back = AccountReactivated {
        member_id: anna.to_string(),
        site_id: VONK.to_string(),
    };
    stage.tell("accounts", &back).await;
    assert_eq!(stage.finds(bram).await, ["Anna"]);
    let last = told(&stage, anna).pop().unwrap();
    assert!(last.active && last.revision > hidden[0].revision);
    let with_photo = SearchRequest {
        with_photo: true,
        ..SearchRequest::default()
    };
    assert_eq!(stage.searches(bram, with_photo).await.total, 1);
}

#[tokio::test]
async fn a_deletion_and_an_erasure_are_tried_until_they_are_done() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    let anna = stage.joins(&woman("Anna")).await;
    // More failures in a row than other events are given.
    let trouble = "
        create sequence tries;
        create function refuse() returns trigger language plpgsql as $$ begin
            if nextval('tries') < 8 then raise exception 'not now'; end if;
            return null;
        end $$;
        create trigger refuse before insert or update or delete on accounts
            for each statement execute function refuse();
    ";
    let db = stage.host.db("profiles");
    sqlx::raw_sql(trouble).execute(db.pool()).await.unwrap();
    is_deleted(&stage, anna).await;
    assert!(stage.finds(bram).await.is_empty());
    forgotten(anna);
    let again = sqlx::raw_sql("alter sequence tries restart");
    again.execute(db.pool()).await.unwrap();
    let erased = AccountErased {
        member_id: anna.to_string(),
        site_id: VONK.to_string(),
    };
    stage.tell("accounts", &erased).await;
    assert_eq!(rows(&stage, anna).await, 0);
}

#[tokio::test]
async fn an_erased_member_leaves_nothing() {
    let stage = Stage::set().await;
    let bram = stage.joins(&man("Bram")).await;
    let anna = stage.joins(&woman("Anna")).await;
    for colour in [1, 2] {
        stage.adds_photo(anna, new_id(), png(colour)).await.unwrap();
    }
    stage.pays(anna).await;
    stage.is_here(anna).await;
    stage.blocks(anna, bram).await;
    assert_eq!(stage.files_kept(), 6);

    is_deleted(&stage, anna).await;
    forgotten(anna);
    let erased = AccountErased {
        member_id: anna.to_string(),
        site_id: VONK.to_string(),
    };
    stage.tell("accounts", &erased).await;
    stage.files_become(0).await;

    assert_eq!(rows(&stage, anna).await, 0);
    // The same event again, and a sign-up heard too late, make nothing of it.
    stage.tell("accounts", &erased).await;
    stage.tell("accounts", &created(&woman("Anna"), anna)).await;
    let forgotten = async {
        while rows(&stage, anna).await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(10), forgotten)
        .await
        .expect("nothing is left");
    assert_eq!(refusal(stage.sees(bram, anna).await), "profile_unknown");
}
