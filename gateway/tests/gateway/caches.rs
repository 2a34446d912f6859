//! What is remembered, and when it is forgotten.

use std::{sync::atomic::Ordering::SeqCst, time::Duration};

use proto::{Event, accounts::v1::SessionsEnded, settings::v1::SiteChanged};
use serde_json::Value;

use crate::{
    browser::{Door, json as read},
    fakes::{ANNA, ANNAS_SESSION, PUSH_KEY, VONK},
};

async fn tell(door: &Door, service: &str, event: &impl Event) {
    let mut tx = door.host.db(service).begin().await.unwrap();
    tx.emit(event).await.unwrap();
    tx.commit().await.unwrap();
    door.host.settle().await;
}

/// Asks until the answer is there: the event passes after its outbox row is gone.
async fn soon(door: &Door, path: &str, expected: impl Fn(&Value) -> bool) {
    let seen = async {
        while !expected(&read(door.anna("GET", path)).await.1) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    // Shorter than the time to live of what is remembered.
    tokio::time::timeout(Duration::from_secs(5), seen)
        .await
        .expect("dropped by the event");
}

#[tokio::test]
async fn a_changed_site_is_seen_at_its_event() {
    let door = Door::with("", true).await;
    let ask = || read(door.page("GET", "/api/settings.php"));
    assert_eq!(ask().await.1["name"], "Vonk");
    door.world.sites.lock().unwrap()[0].name = "Gensters".to_owned();
    assert_eq!(ask().await.1["name"], "Vonk", "remembered");
    assert_eq!(door.world.calls("GetSiteByDomain").len(), 1);
    let event = SiteChanged {
        site_id: VONK.into(),
        domain: "vonk.test".into(),
        version: 2,
    };
    tell(&door, "settings", &event).await;
    soon(&door, "/api/settings.php", |settings| {
        settings["name"] == "Gensters"
    })
    .await;
}

#[tokio::test]
async fn pages_know_the_key_of_pushes_or_offer_none() {
    let door = Door::with("", true).await;
    let ask = || read(door.page("GET", "/api/settings.php"));
    assert_eq!(ask().await.1["push_public_key"], PUSH_KEY);
    door.world.notifications_away.store(true, SeqCst);
    assert_eq!(
        ask().await.1["push_public_key"],
        PUSH_KEY,
        "it never changes"
    );

    let door = Door::with("", true).await;
    door.world.notifications_away.store(true, SeqCst);
    let (status, settings) = read(door.page("GET", "/api/settings.php")).await;
    assert_eq!(status, 200, "a page comes without it");
    assert_eq!(settings["push_public_key"], "");
}

#[tokio::test]
async fn a_new_site_answers_at_its_event() {
    let door = Door::with("", true).await;
    let ask = || door.bare("GET", "/").header("host", "new.test").send();
    assert_eq!(ask().await.unwrap().status(), 421);
    door.world.sites.lock().unwrap()[0].domain = "new.test".to_owned();
    assert_eq!(
        ask().await.unwrap().status(),
        421,
        "unknown ones are remembered too"
    );
    let event = SiteChanged {
        site_id: VONK.into(),
        domain: "new.test".into(),
        version: 2,
    };
    tell(&door, "settings", &event).await;
    let seen = async {
        while ask().await.unwrap().status() != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), seen)
        .await
        .expect("dropped by the event");
}

#[tokio::test]
async fn pages_go_on_while_settings_is_away() {
    let door = Door::with("", true).await;
    assert_eq!(door.visit("/").send().await.unwrap().status(), 200);
    door.world.settings_away.store(true, SeqCst);
    tell(
        &door,
        "settings",
        &SiteChanged {
            site_id: VONK.into(),
            ..Default::default()
        },
    )
    .await;
    // Until the event has made the gateway ask again, and on from there.
    let asked_again = async {
        while door.world.calls("GetSiteByDomain").len() < 2 {
            assert_eq!(door.visit("/").send().await.unwrap().status(), 200);
        }
    };
    tokio::time::timeout(Duration::from_secs(5), asked_again)
        .await
        .expect("asked again at the event");
    assert_eq!(door.visit("/").send().await.unwrap().status(), 200);
    let never_seen = door.bare("GET", "/").header("host", "spark.test");
    assert_eq!(never_seen.send().await.unwrap().status(), 503);
}

#[tokio::test]
async fn an_ended_session_is_forgotten_at_its_event() {
    let door = Door::with("", true).await;
    for sessions in [vec![ANNAS_SESSION.to_owned()], Vec::new()] {
        let before = door.world.sessions.lock().unwrap().clone();
        soon(&door, "/api/user.php", |answer| {
            answer["user"]["id"] == ANNA
        })
        .await;
        let asked = door.world.calls("Authenticate").len();
        door.world.sessions.lock().unwrap().clear();
        let (_, answer) = read(door.anna("GET", "/api/user.php")).await;
        assert_eq!(answer["user"]["id"], ANNA, "remembered");
        assert_eq!(door.world.calls("Authenticate").len(), asked);

        let other = SessionsEnded {
            member_id: ANNA.to_owned(),
            session_ids: vec!["01890000-0000-7000-8000-0000000000b2".to_owned()],
        };
        tell(&door, "accounts", &other).await;
        let event = SessionsEnded {
            member_id: ANNA.to_owned(),
            session_ids: sessions,
        };
        tell(&door, "accounts", &event).await;
        soon(&door, "/api/user.php", |answer| answer["user"].is_null()).await;
        *door.world.sessions.lock().unwrap() = before;
    }
}
