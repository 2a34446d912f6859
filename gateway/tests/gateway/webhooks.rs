//! What a payment provider sends.

use prost::Message;
use proto::billing::v1::ReceiveWebhookRequest;
use reqwest::RequestBuilder;

use crate::browser::{Door, header, json as read, refusal};

fn hint(door: &Door, body: &str) -> RequestBuilder {
    door.bare("POST", "/api/webhooks/mollie")
        .header("host", "vonk.test")
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body.to_owned())
}

fn taken(door: &Door) -> Vec<ReceiveWebhookRequest> {
    let calls = door.world.calls("ReceiveWebhook");
    calls
        .into_iter()
        .map(|call| ReceiveWebhookRequest::decode(call.message).unwrap())
        .collect()
}

#[tokio::test]
async fn a_hint_is_taken_as_it_is_from_no_page_and_without_a_cookie() {
    let door = Door::open().await;
    let answer = hint(&door, "id=tr_5B8cwPMGnU6qLbRvo7qEZo")
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(header(&answer, "cache-control"), "no-store");
    assert_eq!(header(&answer, "set-cookie"), "");
    assert_eq!(answer.text().await.unwrap(), "");
    let taken = taken(&door);
    assert_eq!(taken.len(), 1);
    assert_eq!(taken[0].provider, "mollie");
    assert_eq!(taken[0].body, b"id=tr_5B8cwPMGnU6qLbRvo7qEZo");
    let caller = &door.world.calls("ReceiveWebhook")[0].caller;
    assert_eq!((caller.member, caller.site), (None, None));
}

#[tokio::test]
async fn whatever_is_sent_is_answered_alike() {
    let door = Door::open().await;
    for body in [
        "",
        "id=",
        "id=tr_unknown",
        "id=<script>",
        "{\"id\": 1}",
        "\u{0}",
        "id=tr_a&id=tr_b",
    ] {
        for kind in [
            "application/x-www-form-urlencoded",
            "application/json",
            "text/plain",
            "",
        ] {
            let request = door
                .anna("POST", "/api/webhooks/mollie")
                .header("sec-fetch-site", "cross-site")
                .header("origin", "https://evil.test")
                .header("content-type", kind);
            let answer = request.body(body).send().await.unwrap();
            assert_eq!(answer.status(), 200, "{body:?} {kind}");
            assert_eq!(answer.text().await.unwrap(), "");
        }
    }
    // Nobody's session gets in the way, nor along.
    assert!(door.world.calls("Authenticate").is_empty());
}

#[tokio::test]
async fn the_provider_comes_again_when_billing_is_away() {
    let door = Door::open().await;
    door.world.people.set_away("billing", true);
    let answer = hint(&door, "id=tr_1").send().await.unwrap();
    assert_eq!(answer.status(), 503);
    assert_ne!(header(&answer, "retry-after"), "");
    door.world.people.set_away("billing", false);
    assert_eq!(hint(&door, "id=tr_1").send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_hint_is_short() {
    let door = Door::open().await;
    let long = format!("id=tr_{}", "a".repeat(1_018));
    assert_eq!(hint(&door, &long).send().await.unwrap().status(), 200);
    let longer = long + "a";
    assert_eq!(
        refusal(hint(&door, &longer)).await,
        (413, "body_too_large".to_owned())
    );
    assert_eq!(taken(&door).len(), 1);
    for path in [
        "/api/webhooks/stripe",
        "/api/webhooks/",
        "/api/webhooks/mollie/x",
    ] {
        let request = door.bare("POST", path).header("host", "vonk.test");
        assert_eq!(refusal(request.body("id=tr_1")).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn hints_are_counted_apart_from_people() {
    let door = Door::with("[gateway.limits]\nwebhook = 3\nnetwork = 2", false).await;
    for _ in 0..3 {
        assert_eq!(hint(&door, "id=tr_1").send().await.unwrap().status(), 200);
    }
    assert_eq!(
        refusal(hint(&door, "id=tr_1")).await,
        (429, "rate_limited".to_owned())
    );
    assert_eq!(read(door.page("GET", "/api/user.php")).await.0, 200);
    assert_eq!(taken(&door).len(), 3);
}
