//! `likes.php` and `auto-like.php`.

use prost::Message;
use proto::{
    matching::v1::{LikeLine, ListLikesResponse},
    profiles::v1::GetCardsRequest,
};
use serde_json::{Value, json};

use crate::{
    browser::{Door, header, json as read, refusal},
    fakes::ANNA,
    people::{BRAM, CEES, FICTION, GONE, card},
};

async fn likes(door: &Door) -> Value {
    let (status, body) = read(door.anna("GET", "/api/likes.php")).await;
    assert_eq!(status, 200, "{body}");
    body
}

fn ids(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|like| like["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn likes_come_with_the_profile_of_the_other_one() {
    let door = Door::open().await;
    door.world.people.furnish();
    let body = likes(&door).await;
    assert_eq!(
        body["liked_by"][0],
        json!({
            "id": CEES,
            "name": "Cees",
            "kind": "member",
            "fictional_label": null,
            "fictional_icon": null,
            "age": 34,
            "gender": "man",
            "country": "NL",
            "region": "Utrecht",
            "city": "Zeist",
            "status": "active",
            "online": true,
            "distance_km": 12,
            "main_image": {
                "filename": "ab/Cees-1200.webp",
                "thumb_filename": "ab/Cees-160.webp",
                "match": "ab/Cees-480.webp",
                "width": 1200,
                "height": 900,
                "blur_hash": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
            },
            "like_new": true,
            "matched": false,
            "liked_at": "2026-03-01T12:00:50Z",
        })
    );
    let bram = &body["liked_by"][1];
    assert_eq!(
        (&bram["like_new"], &bram["matched"]),
        (&json!(false), &json!(true))
    );
}

#[tokio::test]
async fn likes_keep_their_order_and_those_who_are_gone_are_left_out() {
    let door = Door::open().await;
    door.world.people.furnish();
    let body = likes(&door).await;
    assert_eq!(ids(&body["profiles"]), [FICTION, BRAM]);
    assert_eq!(ids(&body["liked_by"]), [CEES, BRAM]);
    assert!(!body.to_string().contains(GONE));
}

#[tokio::test]
async fn a_fictional_profile_is_called_what_it_is() {
    let door = Door::open().await;
    door.world.people.furnish();
    let fiction = &likes(&door).await["profiles"][0];
    assert_eq!(fiction["kind"], "fictional");
    assert_eq!(fiction["fictional_label"], "fictief profiel");
    assert_eq!(fiction["fictional_icon"], "mask");
    assert_eq!(fiction["main_image"], Value::Null);
    assert_eq!(fiction["distance_km"], Value::Null);
}

#[tokio::test]
async fn each_service_is_asked_once_and_each_member_once() {
    let door = Door::open().await;
    door.world.people.furnish();
    likes(&door).await;
    assert_eq!(door.world.calls("ListLikes").len(), 1);
    let asked = door.world.calls("GetCards");
    assert_eq!(asked.len(), 1);
    let asked = GetCardsRequest::decode(asked[0].message.clone()).unwrap();
    assert_eq!(asked.viewer_id, ANNA);
    assert_eq!(asked.member_ids, [BRAM, CEES, GONE, FICTION]);
}

#[tokio::test]
async fn nobody_is_asked_for_when_there_is_no_like() {
    let door = Door::open().await;
    assert_eq!(likes(&door).await, json!({"profiles": [], "liked_by": []}));
    assert!(door.world.calls("GetCards").is_empty());
}

#[tokio::test]
async fn more_members_than_profiles_takes_at_once_are_all_shown() {
    let door = Door::open().await;
    let id = |number: u32| format!("01890000-0000-7000-8001-{number:012}");
    let line = |number| LikeLine {
        member_id: id(number),
        ..LikeLine::default()
    };
    *door.world.people.likes.lock().unwrap() = ListLikesResponse {
        given: (0..500).map(line).collect(),
        received: (400..900).map(line).collect(),
    };
    let cards = (0..900).map(|number| (id(number), card(&id(number), "Een")));
    door.world.people.cards.lock().unwrap().extend(cards);
    let body = likes(&door).await;
    assert_eq!(body["profiles"].as_array().unwrap().len(), 500);
    assert_eq!(body["liked_by"].as_array().unwrap().len(), 500);
    assert_eq!(body["liked_by"][499]["id"], id(899));
    assert_eq!(door.world.calls("GetCards").len(), 2);
}

#[tokio::test]
async fn likes_are_not_stored_and_not_guessed() {
    let door = Door::open().await;
    door.world.people.furnish();
    let answer = door.anna("GET", "/api/likes.php").send().await.unwrap();
    assert_eq!(header(&answer, "cache-control"), "no-store");
    for service in ["matching", "profiles"] {
        door.world.people.set_away(service, true);
        let away = refusal(door.anna("GET", "/api/likes.php")).await;
        assert_eq!(away, (503, "unavailable".to_owned()), "{service}");
        door.world.people.set_away(service, false);
    }
}

async fn auto_like(door: &Door) -> Value {
    let (status, mut body) = read(door.anna("GET", "/api/auto-like.php")).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body.as_object().unwrap().len(), 1);
    body["profile"].take()
}

#[tokio::test]
async fn the_modal_shows_a_like_that_is_there() {
    let door = Door::open().await;
    door.world.people.furnish();
    let profile = auto_like(&door).await;
    assert_eq!(profile["id"], CEES);
    assert_eq!(profile["kind"], "member");
    assert_eq!(profile["main_image"]["match"], "ab/Cees-480.webp");
}

#[tokio::test]
async fn the_modal_never_shows_a_like_that_nobody_gave() {
    let door = Door::open().await;
    assert_eq!(auto_like(&door).await, Value::Null);
    for (by, why) in [(GONE, "who is gone"), (FICTION, "what never acts first")] {
        *door.world.people.unseen_like.lock().unwrap() = by.to_owned();
        assert_eq!(auto_like(&door).await, Value::Null, "{why}");
    }
}
