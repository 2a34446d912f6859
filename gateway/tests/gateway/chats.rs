//! `chats.php` and `chat.php`.

use proto::{
    chat::v1::{ChatPhoto, message::Content},
    profiles::v1::GetCardsRequest,
};
use serde_json::{Value, json};

use crate::{
    browser::{Door, header, json as read, refusal},
    fakes::ANNA,
    people::{BRAM, FICTION, GONE, conversation_id},
};

async fn chats(door: &Door) -> Value {
    let (status, mut body) = read(door.anna("GET", "/api/chats.php")).await;
    assert_eq!(status, 200, "{body}");
    body["chats"].take()
}

#[tokio::test]
async fn a_chat_has_its_latest_message_its_profile_and_what_is_unread() {
    let door = Door::open().await;
    door.world.people.furnish();
    let chats = chats(&door).await;
    assert_eq!(chats.as_array().unwrap().len(), 3);
    let first = &chats[0];
    assert_eq!(
        first["conversation"],
        json!({
            "id": conversation_id(BRAM),
            "last_message": {
                "id": "01890000-0000-7000-8001-0000000000d2",
                "sender_id": BRAM,
                "sent_at": "2026-03-01T12:01:00Z",
                "kind": "text",
                "text": "Dag Anna",
                "gift": null,
                "read": false,
            },
            "updated_at": "2026-03-01T12:01:00Z",
            "read_only": false,
        })
    );
    assert_eq!(first["num_unread_messages"], 1);
    assert_eq!(first["profile"]["id"], BRAM);
    assert_eq!(first["profile"]["name"], "Bram");
    assert!(
        !chats.to_string().contains("price"),
        "what a message cost is its sender's"
    );
    // Anna's own, and read: the other has read up to there.
    let fiction = &chats[2];
    assert_eq!(fiction["conversation"]["last_message"]["sender_id"], ANNA);
    assert_eq!(fiction["conversation"]["last_message"]["read"], true);
    assert_eq!(fiction["profile"]["fictional_label"], "fictief profiel");
}

#[tokio::test]
async fn gifts_and_photos_are_told_apart() {
    let door = Door::open().await;
    door.world.people.furnish();
    for (content, kind, gift) in [
        (Content::Gift("rose".to_owned()), "gift", json!("rose")),
        (Content::Photo(ChatPhoto::default()), "photo", Value::Null),
    ] {
        {
            let mut known = door.world.people.conversations.lock().unwrap();
            known[0].last_message.as_mut().unwrap().content = Some(content);
            known[1].last_message = None;
        }
        let chats = chats(&door).await;
        let message = &chats[0]["conversation"]["last_message"];
        assert_eq!(message["kind"], kind);
        assert_eq!((&message["gift"], &message["text"]), (&gift, &Value::Null));
        assert_eq!(chats[1]["conversation"]["last_message"], Value::Null);
    }
}

#[tokio::test]
async fn a_chat_stays_when_the_other_one_is_gone() {
    let door = Door::open().await;
    door.world.people.furnish();
    let chats = chats(&door).await;
    let gone = &chats[1];
    assert_eq!(gone["conversation"]["id"], conversation_id(GONE));
    assert_eq!(gone["conversation"]["read_only"], true);
    let profile = &gone["profile"];
    assert_eq!(profile["id"], GONE);
    assert_eq!(profile["status"], "deleted");
    assert_eq!(profile["name"], "");
    for unknown in [
        "kind",
        "gender",
        "main_image",
        "distance_km",
        "fictional_label",
    ] {
        assert_eq!(profile[unknown], Value::Null, "{unknown}");
    }
}

#[tokio::test]
async fn each_service_is_asked_once() {
    let door = Door::open().await;
    assert_eq!(chats(&door).await, json!([]));
    assert!(door.world.calls("GetCards").is_empty());
    door.world.people.furnish();
    chats(&door).await;
    let asked = door.world.calls("GetCards");
    assert_eq!(asked.len(), 1);
    let asked: GetCardsRequest = prost::Message::decode(asked[0].message.clone()).unwrap();
    assert_eq!(asked.member_ids, [BRAM, GONE, FICTION]);
}

#[tokio::test]
async fn nobody_is_called_deleted_while_profiles_is_away() {
    let door = Door::open().await;
    door.world.people.furnish();
    let answer = door.anna("GET", "/api/chats.php").send().await.unwrap();
    assert_eq!(header(&answer, "cache-control"), "no-store");
    for service in ["profiles", "chat"] {
        door.world.people.set_away(service, true);
        let away = refusal(door.anna("GET", "/api/chats.php")).await;
        assert_eq!(away, (503, "unavailable".to_owned()), "{service}");
        door.world.people.set_away(service, false);
    }
}

#[tokio::test]
async fn a_removed_chat_is_gone_from_the_list() {
    let door = Door::open().await;
    door.world.people.furnish();
    let remove = |id: &str| {
        door.anna("DELETE", "/api/chat.php")
            .json(&json!({"conversation": id}))
    };
    let answer = remove(&conversation_id(GONE)).send().await.unwrap();
    assert_eq!(answer.status(), 204);
    assert_eq!(answer.text().await.unwrap(), "");
    assert_eq!(chats(&door).await.as_array().unwrap().len(), 2);
    for others in [conversation_id(ANNA), "x".to_owned(), "' or 1=1".to_owned()] {
        let unknown = refusal(remove(&others)).await;
        assert_eq!(
            unknown,
            (404, "conversation_unknown".to_owned()),
            "{others}"
        );
    }
    assert_eq!(chats(&door).await.as_array().unwrap().len(), 2);
    door.world.people.set_away("chat", true);
    assert_eq!(refusal(remove(&conversation_id(BRAM))).await.0, 503);
}
