//! The logged-in member in `user.php`: profile, credits, and what is said while a service is away.

use http::StatusCode;
use prost::Message;
use proto::{
    accounts::v1::{AccountStatus, LogOutRequest},
    profiles::v1::{GetCardsRequest, TouchActivityRequest},
};
use serde_json::{Value, json};

use crate::{
    browser::{Door, json as read, refusal},
    fakes::{ANNA, ANNAS_TOKEN, PASSWORD},
};

async fn user(door: &Door) -> Value {
    let (status, mut body) = read(door.anna("GET", "/api/user.php")).await;
    assert_eq!(status, 200, "{body}");
    body["user"].take()
}

fn login(door: &Door) -> reqwest::RequestBuilder {
    let body = json!({"email": "anna@example.test", "password": PASSWORD});
    door.page("POST", "/api/user.php").json(&body)
}

#[tokio::test]
async fn a_member_has_a_profile_with_its_photo() {
    let door = Door::open().await;
    let expected = json!({
        "id": ANNA,
        "name": "Anna",
        "kind": "member",
        "country": "NL",
        "status": "disabled",
        "main_image": {
            "filename": "ab/Anna-1200.webp",
            "thumb_filename": "ab/Anna-160.webp",
            "match": "ab/Anna-480.webp",
            "width": 1200,
            "height": 900,
            "blur_hash": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
        },
    });
    assert_eq!(user(&door).await["profile"], expected);
    let (_, body) = read(login(&door)).await;
    assert_eq!(body["user"]["profile"], expected);
    let asked = GetCardsRequest::decode(door.world.calls("GetCards")[0].message.clone()).unwrap();
    assert_eq!(
        (asked.viewer_id, asked.member_ids),
        (ANNA.to_owned(), vec![ANNA.to_owned()])
    );
}

#[tokio::test]
async fn credits_are_those_of_billing_and_those_that_chat_holds_ready() {
    let door = Door::open().await;
    let before = user(&door).await;
    assert_eq!(
        (&before["credits"], &before["paid_user"]),
        (&json!(75), &json!(true))
    );
    *door.world.people.purse.lock().unwrap() = 5;
    door.world.people.wallet.lock().unwrap().paid_user = false;
    let after = user(&door).await;
    assert_eq!(
        (&after["credits"], &after["paid_user"]),
        (&json!(45), &json!(false))
    );
}

#[tokio::test]
async fn credits_are_as_last_known_while_they_cannot_be_asked() {
    for service in ["billing", "chat"] {
        let door = Door::open().await;
        assert_eq!(user(&door).await["credits"], 75);
        door.world.people.set_away(service, true);
        door.world.people.wallet.lock().unwrap().available = 0;
        let known = user(&door).await;
        assert_eq!(known["credits"], 75, "{service}");
        assert_eq!(known["paid_user"], true, "{service}");
        door.world.people.set_away(service, false);
        assert_eq!(user(&door).await["credits"], 35, "{service}");
    }
}

#[tokio::test]
async fn credits_that_were_never_known_are_not_said_to_be_none() {
    let door = Door::open().await;
    door.world.people.set_away("billing", true);
    let answer = door.anna("GET", "/api/user.php").send().await.unwrap();
    assert_eq!(answer.status(), 503);
    assert_eq!(answer.headers()["retry-after"], "1");
    let body: Value = answer.json().await.unwrap();
    assert_eq!(body["error"]["code"], "unavailable");
    assert_eq!(body.get("authentication_required"), None);

    let language = door
        .anna("PUT", "/api/user.php")
        .json(&json!({"language": "en"}));
    assert_eq!(refusal(language).await, (503, "unavailable".to_owned()));
    assert!(
        door.world.calls("SetLanguage").is_empty(),
        "refused as a whole"
    );

    let answer = login(&door).send().await.unwrap();
    assert_eq!(answer.status(), 503);
    assert!(answer.headers().get("set-cookie").is_none());
    let ended = door.world.calls("LogOut");
    let ended = LogOutRequest::decode(ended[0].message.clone()).unwrap();
    assert_eq!(
        ended.session_token, ANNAS_TOKEN,
        "a session nobody holds is ended"
    );

    // Who is nobody is told so all the same.
    let (status, body) = read(door.page("GET", "/api/user.php")).await;
    assert_eq!((status, &body["user"]), (StatusCode::OK, &Value::Null));
}

#[tokio::test]
async fn a_member_gets_in_while_profiles_is_away_or_knows_nothing_yet() {
    let door = Door::open().await;
    let expected = json!({
        "id": ANNA,
        "name": "Anna",
        "kind": "member",
        "country": "NL",
        "status": "disabled",
        "main_image": null,
    });
    door.world.people.cards.lock().unwrap().clear();
    assert_eq!(user(&door).await["profile"], expected);
    door.world.people.set_away("profiles", true);
    let away = user(&door).await;
    assert_eq!(away["profile"], expected);
    assert_eq!(away["credits"], 75);
}

#[tokio::test]
async fn a_member_whom_profiles_shows_to_nobody_is_told_so() {
    let door = Door::open().await;
    for account in door.world.sessions.lock().unwrap().values_mut() {
        account.set_status(AccountStatus::Active);
    }
    door.world.people.set_away("profiles", true);
    assert_eq!(
        user(&door).await["profile"]["status"],
        "active",
        "not known"
    );
    door.world.people.set_away("profiles", false);
    door.world.people.cards.lock().unwrap().clear();
    assert_eq!(user(&door).await["profile"]["status"], "disabled");
}

#[tokio::test]
async fn a_poll_tells_that_the_member_is_here_and_not_at_every_turn() {
    let door = Door::open().await;
    read(door.page("GET", "/api/user.php")).await;
    assert!(door.world.calls("TouchActivity").is_empty());
    for _ in 0..3 {
        user(&door).await;
    }
    let told = door.world.calls("TouchActivity");
    assert_eq!(told.len(), 1);
    let told = TouchActivityRequest::decode(told[0].message.clone()).unwrap();
    assert_eq!((&*told.member_id, told.at), (ANNA, None));
}

#[tokio::test]
async fn a_visitor_costs_the_services_nothing() {
    let door = Door::open().await;
    read(door.page("GET", "/api/user.php")).await;
    for method in ["GetCards", "GetMemberWallet", "GetPurse", "GetDisabled"] {
        assert!(door.world.calls(method).is_empty(), "{method}");
    }
}
